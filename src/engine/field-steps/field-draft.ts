import type { Annotation, FieldType } from '../records/field.ts';

/** The configured properties of a field, before any of its values is read. */
export interface FieldDraft {
  /** The name of the field after the processors. */
  readonly original: string;
  /** The key in the records. */
  readonly name: string;
  /** Undefined while the label of the source is used. */
  readonly label?: string;
  /** Undefined while the type is inferred. */
  readonly type?: FieldType;
  /** The uid of the configuration that set the type, for the reports of invalid values. */
  readonly typedBy?: string;
  readonly description: string;
  readonly annotations: readonly Annotation[];
  /** The rank in each configured order, the latest first. Fields of equal rank keep their order. */
  readonly place: readonly number[];
}

/** A field without configured properties. */
export const newFieldDraft = (name: string): FieldDraft => ({
  original: name,
  name,
  description: '',
  annotations: [],
  place: [],
});

/** Orders fields of one dataset. */
export function comparePlaces({ place: a }: FieldDraft, { place: b }: FieldDraft): number {
  for (const [at, rank] of a.entries()) {
    const difference = rank - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
