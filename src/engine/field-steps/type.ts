import type { FieldType } from '../records/field.ts';
import type { FieldStep } from './field-step.ts';
import { nameProblem, problemsOf } from './text-rules.ts';

interface TypeParams {
  readonly field: string;
  readonly typeParam: FieldType;
}

/**
 * Sets the type of a field instead of inferring it; if several `type` steps name a field, the last one applies. A value that does not fit
 * becomes null and is reported.
 */
export const type: FieldStep<TypeParams> = {
  check: ({ field }) => problemsOf({ field: nameProblem(field) }),
  transform:
    ({ field: name, typeParam }, uid) =>
    (field) =>
      field.name === name ? { ...field, type: typeParam, typedBy: uid } : field,
};
