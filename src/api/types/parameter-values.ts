import { parseParameter } from '#engine/parameters/check-parameters.ts';
import type { Parameter } from '#engine/parameters/parameter.ts';
import type { Json, JsonObject } from '#kernel/json.ts';
import type { ParameterValue } from './parameter.type.ts';
import { toTypedValue } from './typed-value.ts';

/** The described parameters, in order, with the values that they take from stored parameters. */
export const parameterValues = (parameters: readonly Parameter[], params: JsonObject): ParameterValue[] =>
  parameters.map((parameter) => {
    const { name, type } = parameter;
    const stored = Object.hasOwn(params, name) ? (params[name] ?? null) : null;
    return { name, type, isDefault: stored === null, value: toTypedValue(valueOf(parameter, stored)) };
  });

/** The value of a parameter: parsed as an extractor or a processor parses it, or as it is stored where it does not fit its type. */
function valueOf(parameter: Parameter, stored: Json): Json {
  const given = stored ?? parameter.default;
  if (given === undefined) return null;
  const parsed = parseParameter(parameter, given);
  return 'value' in parsed ? parsed.value : given;
}
