import { casts } from '../schema/cast.ts';
import type { FieldType } from '../records/field.ts';
import { toNumber } from '../records/to-number.ts';
import type { Value } from '../records/record.ts';

type TextParser = (text: string) => Value | undefined;

/** Readers of texts that inference does not assign to a type, but that are valid once the type is configured. */
const textParsers: Readonly<Partial<Record<FieldType, TextParser>>> = {
  int: (text) => (/^[+-]?\d+$/.test(text) ? casts.int(Number(text)) : undefined),
  double: toNumber,
  date(text) {
    const instant = casts.datetime(text);
    return typeof instant === 'string' ? instant.slice(0, 10) : undefined;
  },
  geo_point_2d(text) {
    const [, lat, lon] = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text) ?? [];
    return lat === undefined ? undefined : casts.geo_point_2d({ lat: Number(lat), lon: Number(lon) });
  },
};

/**
 * The value as a field of a settled type stores it; undefined when it does not fit. It takes what inference takes, and
 * of texts also numbers with leading zeros or a plus sign, the day (in UTC) of an instant, and `lat,lon`.
 */
export const castAsConfigured = (type: FieldType, value: Exclude<Value, null>): Value | undefined =>
  casts[type](value) ?? (typeof value === 'string' ? textParsers[type]?.(value.trim()) : undefined);
