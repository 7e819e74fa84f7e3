import type { Annotation, FieldType } from '../records/field.ts';

/** The configuration of a field, before its values are read. */
export interface FieldDraft {
  /** Its name after the processors. */
  readonly original: string;
  /** The key in the records. */
  readonly name: string;
  /** Undefined: use the label of the source. */
  readonly label?: string;
  /** Undefined: infer the type from the values. */
  readonly type?: FieldType;
  /** The uid of the configuration that set the type; errors of values name this uid. */
  readonly typedBy?: string;
  readonly description: string;
  readonly annotations: readonly Annotation[];
  /** Sort keys: its rank in each `order` configuration, latest first; ties keep their order. */
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
  for (const [at, rank] of a.entries()) {
    const difference = rank - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
