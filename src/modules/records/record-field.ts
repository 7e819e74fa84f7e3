import type { Field, Value } from '#engine/records/record.ts';

/** A field as a publication describes it. */
export type PublishedField = Omit<Field, 'originalName'>;

/** A field of a generation of records, and where its values are. */
export interface RecordField extends PublishedField {
  /** Whether a text field holds several values. */
  readonly isMultivalued: boolean;
  /** The name of the column that holds the values, or that the names of its columns begin with (`columnsOf`). */
  readonly column: string;
}

/** The separator between the values of a multivalued text; undefined for other fields. */
export function separatorOf({ type, annotations }: Pick<Field, 'type' | 'annotations'>): string | undefined {
  const separator = annotations.find(({ name }) => name === 'multivalued')?.args[0];
  return type !== 'text' || separator === undefined || separator === '' ? undefined : String(separator);
}

/** The values of a multivalued text, or of a list of texts: trimmed, without empty ones. */
export function valuesOf(value: Value, separator: string): string[] {
  const parts: Value = typeof value === 'string' ? value.split(separator) : value;
  if (!Array.isArray(parts)) return [];
  return parts.map((part) => (typeof part === 'string' ? part.trim() : '')).filter((part) => part !== '');
}
