import { casts } from '../schema/cast.ts';
import type { FieldType } from '../records/field.ts';
import { toNumber } from '../records/to-number.ts';
import type { Value } from '../records/record.ts';

type TextParser = (text: string) => Value | undefined;

/** Parsers of texts that inference does not assign to a type, but that are valid once the type is configured. */
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
 * Casts a value to the configured type of a field; undefined when it does not fit. In addition to what inference accepts, a
 * text may be a number with leading zeros or a plus sign, an instant, of which a date keeps the day in UTC, or `lat,lon` without decimals.
 */
export const castAsConfigured = (type: FieldType, value: Exclude<Value, null>): Value | undefined =>
  casts[type](value) ?? (typeof value === 'string' ? textParsers[type]?.(value.trim()) : undefined);
