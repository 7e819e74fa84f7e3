import { isJsonObject, type JsonObject } from '#kernel/json.ts';
import { failOnFields, type FieldErrors } from '#kernel/fail.ts';
import { isStorable, isStorableJson, unstorableMessage } from './records/record.ts';

/** The TypeScript type behind each type of parameter. A `field` is the name of a field, `fields` are names in order. */
interface ParameterTypes {
  text: string;
  field: string;
  fields: readonly string[];
  int: number;
  double: number;
  boolean: boolean;
}

/** The type of a parameter. */
type ParameterType = keyof ParameterTypes;

/** The checked value of a parameter. */
export type ParameterValue = ParameterTypes[ParameterType];

/** One setting of an extractor or a processor, described for a form (docs/contract/objects.md, Extractor). */
export interface Parameter {
  readonly name: string;
  readonly type: ParameterType;
  readonly label: string;
  readonly isMandatory: boolean;
  readonly description?: string;
  /** The default as text, whatever the type: `"1"`, `"true"`. */
  readonly default?: string;
  readonly isHidden?: boolean;
  /** `"true"` when spaces around the value are removed. */
  readonly trim?: string;
  readonly choices?: readonly string[];
  /** Whether values other than the choices are accepted. */
  readonly acceptsOthers?: boolean;
  /** Whether the value may name a field that does not exist yet. */
  readonly canCreateField?: boolean;
  /** Whether the value names fields of another dataset, which a processor refers to. */
  readonly isOfReference?: boolean;
  /** Whether the other parameters should be guessed again when this one changes. */
  readonly hasImpactOnGuesses?: boolean;
}

/** The checked parameters of a description: every one present, of its type. */
export type ParamsOf<Parameters extends readonly Parameter[]> = {
  readonly [P in Parameters[number] as P['name']]: ParameterTypes[P['type']];
};

/** Parameters as they are stored and sent, before validation. */
export type RawParams = JsonObject;

/** The value of a parameter that has neither a value nor a default. */
export const emptyParameter: ParameterTypes = { text: '', field: '', fields: [], int: 0, double: 0, boolean: false };

const maxTextLength = 10_000;
const maxFieldNameLength = 250;
const maxFieldNames = 1_000;
/** The maximum length of all parameters together, including undescribed parameters, in characters of JSON. */
const maxLength = 100_000;

type ParseResult = { value: string | number | boolean | readonly string[] } | { error: string };

/** The accepted spellings of true and false. */
const booleans = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  ['1', true],
  [1, true],
  [false, false],
  ['false', false],
  ['0', false],
  [0, false],
]);

function parseText(value: unknown): ParseResult {
  if (typeof value !== 'string') return { error: 'Give a text.' };
  if (value.length > maxTextLength) return { error: `Give at most ${maxTextLength} characters.` };
  return isStorable(value) ? { value } : { error: unstorableMessage };
}

function parseField(value: unknown): ParseResult {
  if (typeof value !== 'string') return { error: 'Give the name of a field.' };
  if (value.length > maxFieldNameLength) return { error: `Give at most ${maxFieldNameLength} characters.` };
  // A record is a plain object, so the names of Object.prototype cannot be field names.
  if (value in {}) return { error: `A field cannot be named ${value}.` };
  return parseText(value);
}

/** A list of names, or a text of names separated by commas. */
function parseFields(value: unknown): ParseResult {
  const names: unknown =
    typeof value === 'string'
      ? value
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean)
      : value;
  if (!Array.isArray(names)) return { error: 'Give a list of names of fields.' };
  if (names.length > maxFieldNames) return { error: `Name at most ${maxFieldNames} fields.` };
  if (new Set(names).size < names.length) return { error: 'Name each field once.' };
  const results = names.map(parseField);
  return (
    results.find((result) => 'error' in result) ?? {
      value: results.map((result) => ('value' in result ? String(result.value) : '')),
    }
  );
}

function parseNumber(
  value: unknown,
  pattern: RegExp,
  fits: (number: number) => boolean,
  expected: string,
): ParseResult {
  const number = typeof value === 'string' && pattern.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && fits(number) ? { value: number } : { error: expected };
}

const parsers: Readonly<Record<ParameterType, (value: unknown) => ParseResult>> = {
  text: parseText,
  field: parseField,
  fields: parseFields,
  int: (value) => parseNumber(value, /^[+-]?\d+$/, Number.isSafeInteger, 'Give a whole number.'),
  double: (value) => parseNumber(value, /^[+-]?\d*\.?\d+(e[+-]?\d+)?$/i, Number.isFinite, 'Give a number.'),
  boolean: (value) => {
    const truth = booleans.get(value);
    return truth === undefined ? { error: 'Give true or false.' } : { value: truth };
  },
};

/** Parses the value of one parameter. Without a value, it takes the default, else the empty value of its type. */
export function parseParameter(parameter: Parameter, given: unknown): ParseResult {
  const trimmed = parameter.trim === 'true' && typeof given === 'string' ? given.trim() : given;
  const isGiven = trimmed !== undefined && trimmed !== null;
  const isEmpty = trimmed === '' || (Array.isArray(trimmed) && trimmed.length === 0);
  if (parameter.isMandatory && (isEmpty || (!isGiven && parameter.default === undefined))) {
    return { error: 'This parameter is required.' };
  }
  const value = isGiven ? trimmed : parameter.default;
  if (value === undefined) return { value: emptyParameter[parameter.type] };
  const parsed = parsers[parameter.type](value);
  if ('error' in parsed) return parsed;
  const { choices, acceptsOthers = false } = parameter;
  if (!choices || acceptsOthers || choices.includes(String(parsed.value))) return parsed;
  return { error: `Choose one of: ${choices.map((choice) => JSON.stringify(choice)).join(', ')}.` };
}

/**
 * Parses parameters, which may be any JSON. Parameters that are not described are ignored here; they are stored unchanged.
 * `check` validates what the types cannot express. Errors have the name of their parameter; errors of all parameters together have
 * the name `params`. The result `params` is complete only when there are no errors.
 */
export function checkParameters<const Parameters extends readonly Parameter[]>(
  parameters: Parameters,
  input: unknown,
  check: (params: ParamsOf<Parameters>) => FieldErrors = () => ({}),
): { readonly params: ParamsOf<Parameters>; readonly errors: FieldErrors } {
  const errors: Record<string, string[]> = {};
  const params: Record<string, unknown> = {};
  const given: Readonly<Record<string, unknown>> = isJsonObject(input) ? input : {};
  if (!isJsonObject(input)) errors['params'] = ['Give an object of parameters.'];
  for (const parameter of parameters) {
    const parsed = parseParameter(parameter, Object.hasOwn(given, parameter.name) ? given[parameter.name] : undefined);
    if ('error' in parsed) errors[parameter.name] = [parsed.error];
    else params[parameter.name] = parsed.value;
  }
  if (Object.keys(errors).length === 0 && JSON.stringify(input).length > maxLength) {
    errors['params'] = [`Give at most ${maxLength} characters of JSON in all.`];
  }
  if (Object.keys(errors).length === 0 && !isStorableJson(input)) {
    errors['params'] = [unstorableMessage];
  }
  // The loop sets exactly the described names to values of their types, which TypeScript cannot infer.
  const checked = params as ParamsOf<Parameters>;
  return { params: checked, errors: Object.keys(errors).length > 0 ? errors : check(checked) };
}

/** The typed parameters. Fails INVALID_INPUT with the errors of each parameter. */
export function requireParameters<const Parameters extends readonly Parameter[]>(
  parameters: Parameters,
  input: unknown,
  check?: (params: ParamsOf<Parameters>) => FieldErrors,
): ParamsOf<Parameters> {
  const { params, errors } = checkParameters(parameters, input, check);
  failOnFields(errors);
  return params;
}
