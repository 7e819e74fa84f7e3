import type { FieldErrors } from '../../kernel/fail.ts';
import type { FieldDraft } from './field-draft.ts';

/** What becomes of a field: another draft of it, the same where the step is about other fields, or null where it goes. */
export type Treatment = (field: FieldDraft) => FieldDraft | null;

/**
 * One kind of field configuration. It speaks of fields by the names that the steps before it left them with; a name that
 * no field has is no error and has no effect, because which fields there are only the data tells.
 */
export interface FieldStep<Params extends object> {
  /** The errors of the parameters by name; empty when they are valid. */
  check(params: Params): FieldErrors;
  /** `uid` is the configuration's. */
  treat(params: Params, uid: string): Treatment;
}
