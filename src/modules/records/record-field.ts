import type { Field } from '../../engine/records/field.ts';

/** A field of a generation of records, and where its values are. */
export interface RecordField extends Omit<Field, 'originalName'> {
  /** Whether a text field holds several values. */
  readonly isMultivalued: boolean;
  /** The column of its values; null when they are in the column `rest`, by the name of the field. */
  readonly column: string | null;
}

/** What separates the values of a multivalued text; undefined for other fields. */
export function separatorOf({
  type,
  annotations = [],
}: Pick<Field, 'type'> & Partial<Pick<Field, 'annotations'>>): string | undefined {
  const separator = annotations.find(({ name }) => name === 'multivalued')?.args[0];
  return type !== 'text' || separator === undefined || separator === '' ? undefined : String(separator);
}
