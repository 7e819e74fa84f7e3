import type { JsonObject } from '#kernel/json.ts';

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
export type ParameterType = keyof ParameterTypes;

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
  readonly hidden?: boolean;
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
  readonly impactsGuessedParameters?: boolean;
}

/** The checked parameters of a description: every one present, of its type. */
export type ParamsOf<Parameters extends readonly Parameter[]> = {
  readonly [P in Parameters[number] as P['name']]: ParameterTypes[P['type']];
};

/** Parameters as they are stored and sent, before validation. */
export type RawParams = JsonObject;

/** The value of a parameter that has neither a value nor a default. */
export const emptyParameter: ParameterTypes = { text: '', field: '', fields: [], int: 0, double: 0, boolean: false };
