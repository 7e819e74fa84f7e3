import type { Annotation, FieldType } from '../records/field.ts';

/** The configuration of a field, before its values are read. */
export interface FieldDraft {
  /** The name of the field after the processors. */
  readonly original: string;
  /** The final name of the field: its key in the records. */
  readonly name: string;
  /** Undefined when the label of the source is used. */
  readonly label?: string;
  /** Undefined when the type is inferred from the values. */
  readonly type?: FieldType;
  /** The uid of the configuration that set the type, which errors of values name; null when a source did. Undefined when the type is inferred. */
  readonly typedBy?: string | null;
  readonly description: string;
  readonly annotations: readonly Annotation[];
  /** The sort keys: the rank of the field in each `order` configuration, the latest configuration first. Fields with equal ranks keep their order. */
  readonly ranks: readonly number[];
}

/** A field without configuration. */
export const newFieldDraft = (name: string): FieldDraft => ({
  original: name,
  name,
  description: '',
  annotations: [],
  ranks: [],
});

/** Compares two fields of a dataset by their ranks. */
export function compareRanks({ ranks: a }: FieldDraft, { ranks: b }: FieldDraft): number {
  for (const [index, rank] of a.entries()) {
    const difference = rank - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
