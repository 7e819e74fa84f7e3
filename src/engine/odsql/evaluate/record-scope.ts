import type { Field } from '#engine/records/field.ts';
import type { Language, Scope, ScopeField, TimezoneName } from '../scope.ts';

/** The properties of a field that the evaluation of records needs. */
export type RecordFieldSource = Pick<Field, 'name' | 'type'> & Partial<Pick<Field, 'annotations'>>;

/** A field of records in memory. */
export interface RecordField extends ScopeField {
  /** The separator between the values of a multivalued text that is not a list yet. */
  readonly separator?: string | null;
  /** The precision with which rows write a date. Default: the day. */
  readonly precision?: 'month' | 'year';
  /** The column of a stored record that has the value; undefined where none has. */
  readonly column?: string;
}

interface Options {
  readonly timezone?: TimezoneName | undefined;
  readonly language?: Language | undefined;
  readonly now?: Date | undefined;
}

/** Creates the scope for records with these fields. Default: UTC and English. */
export function recordScope(
  sources: readonly RecordFieldSource[],
  { timezone = 'UTC', language = 'en', now = new Date() }: Options = {},
): Scope<RecordField> {
  const fields = sources.map(({ name, type, annotations = [] }): RecordField => {
    const found = annotations.find((annotation) => annotation.name === 'multivalued')?.args[0];
    const separator = type === 'text' && found !== undefined && found !== '' ? String(found) : null;
    return { name, type, isMultivalued: separator !== null, separator };
  });
  const byName = new Map(fields.map((field) => [field.name, field]));
  return { fields, find: (name) => byName.get(name), timezone, language, now };
}
