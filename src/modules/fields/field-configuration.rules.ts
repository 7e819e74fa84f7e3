import {
  checkFieldStep,
  type FieldStepParams,
  type FieldStepType,
  fieldStepTypes,
  type TypedFieldStep,
} from '#engine/field-steps.ts';
import { checkAll } from '#kernel/check-all.ts';
import { failFields, failOnFields, type FieldErrors, requiredMessage } from '#kernel/fail.ts';
import type { FieldConfigurationInput } from './field-configuration.inputs.ts';

const maxLabelLength = 1000;

/** Validates a label and a step; fails INVALID_INPUT with all problems of both. */
export function parseConfiguration(
  label: string,
  configuration: FieldConfigurationInput,
): TypedFieldStep & { readonly label: string } {
  const [parsedLabel, step] = checkAll(
    () => parseLabel(label),
    () => parseStep(configuration),
  );
  return { label: parsedLabel, ...step };
}

/** The step that an input describes; fails INVALID_INPUT at `configuration` or below it. */
export function parseStep(input: FieldConfigurationInput): TypedFieldStep {
  const [type, ...others] = fieldStepTypes.filter((stepType) => input[stepType] != null);
  if (type === undefined || others.length > 0)
    return failFields({ configuration: [`Choose one of: ${fieldStepTypes.join(', ')}.`] });
  const step = stepOf(type, input);
  failOnFields(prefixErrors(`configuration.${type}`, checkFieldStep(step)));
  return step;
}

/** Validates a label; fails INVALID_INPUT at `label` when it is too long. */
export const parseLabel = (label: string): string =>
  label.length > maxLabelLength ? failFields({ label: [`Give at most ${maxLabelLength} characters.`] }) : label;

/** The step of a type, with the parameters that the input has for the type. */
function stepOf<Type extends FieldStepType>(
  type: Type,
  input: { readonly [Each in Type]?: FieldStepParams[Each] | null },
): TypedFieldStep<Type> {
  const params = input[type] ?? failFields({ [`configuration.${type}`]: [requiredMessage] });
  return { type, params };
}

const prefixErrors = (path: string, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([name, messages]) => [`${path}.${name}`, messages]));
