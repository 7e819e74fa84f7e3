import type { JsonObject } from '../../kernel/json.ts';

/** The TypeScript type behind each type of parameter. A `field` is the name of a field, `fields` are names in order. */
interface ParameterTypes {
  text: string;
  field: string;
  fields: readonly string[];
  int: number;
  double: number;
  boolean: boolean;
}

export type ParameterType = keyof ParameterTypes;

/** One setting of an extractor or a processor, described for a form (docs/contract/objects.md, Extractor). */
export interface Parameter {
  readonly name: string;
  readonly type: ParameterType;
  readonly label: string;
  readonly isMandatory: boolean;
  readonly description?: string;
  /** As text whatever the type: `"1"`, `"true"`. */
  readonly default?: string;
  readonly hidden?: boolean;
  /** `"true"` when blanks around the value are dropped. */
  readonly trim?: string;
  readonly choices?: readonly string[];
  /** Whether other values than the choices, which are the usual ones, are accepted too. */
  readonly acceptsOthers?: boolean;
  /** The name of a field may be a new one. */
  readonly canCreateField?: boolean;
  /** A change of this parameter makes the others worth guessing again. */
  readonly impactsGuessedParameters?: boolean;
}

/** The checked parameters of a description: every one present, of its type. */
export type ParamsOf<Parameters extends readonly Parameter[]> = {
  readonly [P in Parameters[number] as P['name']]: ParameterTypes[P['type']];
};

/** Parameters as they are stored and sent, before the check. */
export type RawParams = JsonObject;

/** What a parameter without value and without default amounts to. */
export const emptyParameter: ParameterTypes = { text: '', field: '', fields: [], int: 0, double: 0, boolean: false };
