import type { FieldStep } from './field-step.ts';
import { labelProblem, nameProblem, problemsOf } from './text-rules.ts';

interface RenameParams {
  readonly fromName: string;
  readonly toName: string;
  /** What people read from then on. */
  readonly fieldLabel: string;
}

/** Gives a field another name and label. It may keep its name; one that has the new name already becomes one field with it. */
export const rename: FieldStep<RenameParams> = {
  check: ({ fromName, toName, fieldLabel }) =>
    problemsOf({ fromName: nameProblem(fromName), toName: nameProblem(toName), fieldLabel: labelProblem(fieldLabel) }),
  treat:
    ({ fromName, toName, fieldLabel }) =>
    (field) =>
      field.name === fromName ? { ...field, name: toName, label: fieldLabel } : field,
};
