import type { FieldType } from '../records/field.ts';
import type { FieldStep } from './field-step.ts';
import { nameProblem, problemsOf } from './text-rules.ts';

interface TypeParams {
  readonly field: string;
  readonly typeParam: FieldType;
}

/** Settles the type of a field, which is then not inferred; the last one counts. A value that does not fit is emptied and reported. */
export const type: FieldStep<TypeParams> = {
  check: ({ field }) => problemsOf({ field: nameProblem(field) }),
  treat:
    ({ field: name, typeParam }, uid) =>
    (field) =>
      field.name === name ? { ...field, type: typeParam, typedBy: uid } : field,
};
