import type { FieldStep } from './field-step.ts';
import { nameProblem, problemsOf } from './text-rules.ts';

interface DeleteParams {
  readonly field: string;
}

/** Removes a field from the schema and from every record. */
export const deleteField: FieldStep<DeleteParams> = {
  check: ({ field }) => problemsOf({ field: nameProblem(field) }),
  transform:
    ({ field: name }) =>
    (field) =>
      field.name === name ? null : field,
};
