import type { FieldType } from '../records/field.ts';

/** A field that queries may name. */
export interface ScopeField {
  readonly name: string;
  readonly type: FieldType;
  /** Whether a text field holds several values. */
  readonly isMultivalued: boolean;
}

/** A language of the names of days and months. */
export const languages = ['en', 'fr', 'nl', 'pt', 'it', 'ar', 'de', 'es', 'ca', 'eu', 'sv'] as const;
export type Language = (typeof languages)[number];

/** An IANA name of a time zone, which the runtime and PostgreSQL know. */
export type TimezoneName = string;

/**
 * What the caller of a query can name. A hidden field is not in it, so that it is as unknown as a missing one. `F` carries what a back
 * end adds: its SQL, or how its value is read from a record.
 */
export interface Scope<F extends ScopeField = ScopeField> {
  /** The fields of `*`, in order. */
  readonly fields: readonly F[];
  /** The fields that searches without names read; all text fields of `*` by default. */
  readonly searched?: readonly F[];
  /** A field, a technical field or another name of one; undefined for an unknown name. */
  find(name: string): F | undefined;
  /** How times are written, read without a zone, and divided. */
  readonly timezone: TimezoneName;
  /** The language of the names of days and months in `date_format`. */
  readonly language: Language;
  /** What `now()` returns. */
  readonly now: Date;
}
