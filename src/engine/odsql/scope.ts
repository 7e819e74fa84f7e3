import type { FieldType } from '../records/record.ts';

/** A field that queries may name. */
export interface ScopeField {
  readonly name: string;
  readonly type: FieldType;
  /** Whether a text field holds several values. */
  readonly isMultivalued: boolean;
}

/** The languages that have names of days and months. */
export const languages = ['en', 'fr', 'nl', 'pt', 'it', 'ar', 'de', 'es', 'ca', 'eu', 'sv'] as const;
export type Language = (typeof languages)[number];

/** The IANA name of a time zone that both the JavaScript runtime and PostgreSQL know. */
export type TimezoneName = string;

/**
 * The names that the caller of a query can use. A hidden field is absent, so that a caller cannot distinguish a hidden field from a
 * missing one. `F` adds what a back end needs to know of a field: its SQL, or how to read its value from a record.
 */
export interface Scope<F extends ScopeField = ScopeField> {
  /** The fields that `*` selects, in order. */
  readonly fields: readonly F[];
  /** The fields that a search without field names reads. Default: all text fields of `fields`. */
  readonly searched?: readonly F[];
  /** Finds a field by its name; undefined for an unknown name. Technical fields and alternative names count too. */
  find(name: string): F | undefined;
  /** The time zone in which times are written and split into parts and intervals, and in which times without a zone are read. */
  readonly timezone: TimezoneName;
  /** The language in which `date_format` writes the names of days and months. */
  readonly language: Language;
  /** The instant that `now()` returns. */
  readonly now: Date;
}

/** The multiples of a decimal number: `n * step / divisor` is the double nearest to n times the number. */
interface Multiple {
  readonly step: number;
  /** A power of ten. */
  readonly divisor: number;
  /** From this number on, doubles lie so far apart that multiples are indistinguishable from their neighbours. */
  readonly maxNumber: number;
}

/** The largest power of ten that is exact as a double. */
const maxPower = 22;

/** The multiples of a positive number: with the whole number of its digits, whose multiples are exact, instead of the number, which is rounded. */
export function multipleOf(number: number): Multiple {
  const maxNumber = Math.min(number * 2 ** 53, Number.MAX_VALUE);
  const [, whole = '', fraction = '', exponent = '0'] = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(number)) ?? [];
  const decimals = fraction.length - Number(exponent);
  const digits = Number(whole + fraction);
  return decimals > 0 && decimals <= maxPower && Number.isSafeInteger(digits)
    ? { step: digits, divisor: 10 ** decimals, maxNumber }
    : { step: number, divisor: 1, maxNumber };
}
