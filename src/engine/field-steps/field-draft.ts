import type { Annotation, FieldType } from '../records/field.ts';

/** What is settled of a field before any value of it is seen. */
export interface FieldDraft {
  /** The name that the processors left it with. */
  readonly original: string;
  /** The key in the records. */
  readonly name: string;
  /** Undefined while it is the source's own. */
  readonly label?: string;
  /** Undefined while it is to be inferred. */
  readonly type?: FieldType;
  /** The uid of the configuration that settled the type; what is wrong with values names it. */
  readonly typedBy?: string;
  readonly description: string;
  readonly annotations: readonly Annotation[];
  /** Where it stands, by each order that was given, the latest first; beyond that fields keep the order they have. */
  readonly place: readonly number[];
}

/** A field that nothing is settled of. */
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
