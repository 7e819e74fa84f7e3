import type { FieldStep } from './field-step.ts';
import { nameProblem, problemsOf, textProblem } from './text-rules.ts';

interface DescriptionParams {
  readonly field: string;
  /** The new description; "" removes the description. */
  readonly description: string;
}

const maxLength = 10_000;

/** Sets the description of a field. */
export const description: FieldStep<DescriptionParams> = {
  check: ({ field, description: text }) =>
    problemsOf({ field: nameProblem(field), description: textProblem(text, maxLength) }),
  transform:
    ({ field: name, description: text }) =>
    (field) =>
      field.name === name ? { ...field, description: text } : field,
};
