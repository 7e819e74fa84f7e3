import type { FieldErrors } from '#kernel/fail.ts';
import type { FieldDraft } from './field-draft.ts';

/** Applies a step to a field: returns a changed draft, the same draft when the step is about other fields, or null to delete the field. */
export type FieldTransform = (field: FieldDraft) => FieldDraft | null;

/**
 * One type of field configuration. It refers to fields by the names that earlier steps gave them. An unknown name
 * is not an error and has no effect, because only the data determines which fields exist.
 */
export interface FieldStep<Params extends object> {
  /** The errors of the parameters by name; empty when they are valid. */
  check(params: Params): FieldErrors;
  /** `uid` identifies the configuration; null for a step of a source. */
  transform(params: Params, uid: string | null): FieldTransform;
}
