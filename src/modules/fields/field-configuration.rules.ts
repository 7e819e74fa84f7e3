import {
  checkFieldStep,
  fieldStepTypes,
  type FieldStepParams,
  type FieldStepType,
  type TypedFieldStep,
} from '../../engine/field-steps/registry.ts';
import { checkAll } from '../../kernel/check-all.ts';
import { failFields, failOnFields, required, type FieldErrors } from '../../kernel/fail.ts';
import type { FieldConfigurationInput } from './field-configuration-kinds.inputs.ts';

const maxLabelLength = 1000;

/** A label and a step as they are kept; fails INVALID_INPUT with all that is wrong with either. */
export function parseConfiguration(
  label: string,
  configuration: FieldConfigurationInput,
): TypedFieldStep & { readonly label: string } {
  const [kept, step] = checkAll(
    () => parseLabel(label),
    () => parseStep(configuration),
  );
  return { label: kept, ...step };
}

/** The one kind that an input chooses, and what it says; fails INVALID_INPUT at `configuration` or below it. */
export function parseStep(input: FieldConfigurationInput): TypedFieldStep {
  const [type, ...others] = fieldStepTypes.filter((each) => input[each] != null);
  if (type === undefined || others.length > 0)
    return failFields({ configuration: [`Choose one of: ${fieldStepTypes.join(', ')}.`] });
  const step = stepOf(type, input);
  failOnFields(below(`configuration.${type}`, checkFieldStep(step)));
  return step;
}

/** The label; fails INVALID_INPUT at `label` when it is too long. */
export const parseLabel = (label: string): string =>
  label.length > maxLabelLength ? failFields({ label: [`Give at most ${maxLabelLength} characters.`] }) : label;

function stepOf<Type extends FieldStepType>(
  type: Type,
  input: { readonly [Each in Type]?: FieldStepParams[Each] | null },
): TypedFieldStep<Type> {
  const params = input[type] ?? failFields({ [`configuration.${type}`]: [required] });
  return { type, params };
}

const below = (place: string, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([name, messages]) => [`${place}.${name}`, messages]));
