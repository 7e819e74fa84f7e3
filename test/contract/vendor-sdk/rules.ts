import type { JsonObject } from '#kernel/json.ts';

/** What a generated client requires of a value: a JSON schema. */
export type Rule = JsonObject;

/** What the table says of one operation, by `METHOD path`. */
export interface Expectation {
  /** The status under which the client parses the answer. */
  readonly status: number;
  /** What it requires of the answer; absent where it reads none. */
  readonly answer?: Rule;
  /** What it sends at least, and read-only properties that its models send back; absent where it sends no JSON, or the sample of the contract. */
  readonly sends?: (names: Sent) => JsonObject | readonly JsonObject[];
}

/** The names that a body may refer to. */
export interface Sent {
  readonly datasetId: string;
  readonly user: string;
  readonly group: string;
  readonly file: string;
  readonly provider: string;
}

/** The operations of one family of the public description. */
export type Family = Readonly<Record<string, Expectation>>;

export const text: Rule = { type: 'string' };
export const nonEmptyText: Rule = { type: 'string', minLength: 1 };
export const flag: Rule = { type: 'boolean' };
export const integer: Rule = { type: 'integer' };
export const number: Rule = { type: 'number' };
export const time: Rule = { type: 'string', format: 'date-time' };
/** An object that the client keeps as it is. */
export const openObject: Rule = { type: 'object' };
export const anything: Rule = {};

export const oneOf = (...values: readonly string[]): Rule => ({ enum: values });
export const list = (items: Rule): Rule => ({ type: 'array', items });
export const mapOf = (values: Rule): Rule => ({ type: 'object', additionalProperties: values });
export const nullable = (rule: Rule): Rule => ({ anyOf: [rule, { type: 'null' }] });

/** A model. A name that ends in `*` is required and not null; any other may be absent or null, as in models of pydantic. Further properties are ignored. */
export function model(properties: Readonly<Record<string, Rule>>): Rule {
  const all = Object.entries(properties).map(([key, rule]) => {
    const isRequired = key.endsWith('*');
    return { name: isRequired ? key.slice(0, -1) : key, rule: isRequired ? rule : nullable(rule), isRequired };
  });
  return {
    type: 'object',
    required: all.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    properties: Object.fromEntries(all.map(({ name, rule }) => [name, rule])),
  };
}

/** A model with the properties of another one. */
export const both = (...rules: readonly Rule[]): Rule => ({ allOf: rules });

/** A model that the client chooses by `type`; it refuses a type that it does not know. */
export const byType = (models: Readonly<Record<string, Rule>>): Rule => ({
  ...model({ 'type*': oneOf(...Object.keys(models)) }),
  allOf: Object.entries(models).map(([type, then]) => ({ if: { properties: { type: { const: type } } }, then })),
});

/** An envelope of results. */
export const pageOf = (items: Rule): Rule =>
  model({ total_count: integer, next: text, previous: text, results: list(items) });

/** What an action answers. */
export const detail = model({ 'detail*': text });

/** The answer of a bulk operation. */
export const resultsOf = (item: Rule): Rule => mapOf(model({ status_code: oneOf('success', 'error'), data: item }));

export const user = model({ username: text });
export const group = model({ uid: text });

/** The four operations on one object below a folder, and the two of the folder: list, create, retrieve, update, delete. */
export function folder(
  path: string,
  parameter: string,
  item: Rule,
  { created = 201, ...sends }: { readonly created?: number } & Pick<Expectation, 'sends'> = {},
): Family {
  const object = `${path}{${parameter}}/`;
  return {
    [`GET ${path}`]: { status: 200, answer: pageOf(item) },
    [`POST ${path}`]: { status: created, answer: item, ...sends },
    [`GET ${object}`]: { status: 200, answer: item },
    [`PUT ${object}`]: { status: 200, answer: item, ...sends },
    [`DELETE ${object}`]: { status: 204 },
  };
}

/** The rulesets below a path: those of users and those of groups. */
export function rulesets(
  path: string,
  {
    created,
    properties,
    permission,
  }: { created: number; properties?: Readonly<Record<string, Rule>>; permission: Rule },
): Family {
  const shared = { ...properties, permissions: list(permission) };
  return {
    ...folder(`${path}users/`, 'username', model({ ...shared, 'user*': user }), {
      created,
      sends: ({ user: username }) => ({ user: { username } }),
    }),
    ...folder(`${path}groups/`, 'group_uid', model({ ...shared, 'group*': model({ 'uid*': text }) }), {
      created,
      sends: ({ group: uid }) => ({ group: { uid } }),
    }),
  };
}
