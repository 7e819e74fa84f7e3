import type { FieldStep } from './field-step.ts';
import { labelProblem, nameProblem, problemsOf } from './text-rules.ts';

interface RenameParams {
  readonly fromName: string;
  readonly toName: string;
  /** The new label of the field. */
  readonly fieldLabel: string;
}

/** Changes the name and label of a field. The name may stay the same. When another field already has the new name, the two fields are merged. */
export const rename: FieldStep<RenameParams> = {
  check: ({ fromName, toName, fieldLabel }) =>
    problemsOf({ fromName: nameProblem(fromName), toName: nameProblem(toName), fieldLabel: labelProblem(fieldLabel) }),
  transform:
    ({ fromName, toName, fieldLabel }) =>
    (field) =>
      field.name === fromName ? { ...field, name: toName, label: fieldLabel } : field,
};
