import { getNullableType, GraphQLNonNull, isEnumType, type GraphQLSchema } from 'graphql';
import type { Json, JsonObject } from '../../kernel/json.ts';
import type { Route } from '../route.ts';
import { sortName } from '../wire-values.ts';
import { schemaOfType } from './json-schema.ts';
import { about, type JsonSchema, type NamedSchemas } from './named-schemas.ts';
import { mapOf } from './open-objects.ts';
import { isRequired, readRequest, type RequestPart } from './read-request.ts';
import { pathParameters, type ProbedRoute } from './probe-route.ts';

/** The parameters that all operations of a path have: those in the path itself, each once, in its order. */
export function pathParametersOf(
  schema: GraphQLSchema,
  [probed, ...others]: readonly ProbedRoute[],
): readonly JsonObject[] {
  const parts = [probed, ...others].flatMap((each) =>
    each ? readRequest(schema, each.full, each.bare).parts.filter(({ from }) => from === 'path') : [],
  );
  return (probed ? pathParameters(probed.route) : []).map((name) => ({
    name,
    in: 'path',
    required: true,
    ...about(parts.find((part) => part.name === name) ?? {}),
    schema: { type: 'string' },
  }));
}

/** The other parameters of an operation: those of the query, and `If-Match`. */
export function parametersOf(
  schema: GraphQLSchema,
  { full, bare }: ProbedRoute,
  names: NamedSchemas,
): readonly JsonObject[] {
  const { parts, mindsRevision } = readRequest(schema, full, bare);
  return [
    ...parts
      .filter(({ from }) => from === 'query')
      .map((part) => ({
        name: part.name,
        in: 'query',
        ...(part.unsaid === '' && { required: true }),
        ...about(part),
        schema: querySchema(part, names),
      })),
    ...(mindsRevision ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
  ];
}

/** A query parameter cannot be null; a list is sorted the other way with `-` in front. */
function querySchema({ name, type, unsaid }: RequestPart, names: NamedSchemas): JsonSchema {
  const present = getNullableType(type);
  const isSort = name === 'sort' && isEnumType(present);
  const schema = isSort
    ? { type: 'string', enum: present.getValues().map((value) => sortName(value.name)) }
    : schemaOfType(new GraphQLNonNull(present), names);
  if (unsaid == null || unsaid === '') return schema;
  return { ...schema, default: isSort && typeof unsaid === 'string' ? sortName(unsaid) : (unsaid as Json) };
}

/** The body that an operation takes; undefined where it takes none. One that replaces is as on creation (docs/contract/rest.md 1, PUT). */
export function requestBodyOf(
  schema: GraphQLSchema,
  probed: ProbedRoute,
  creating: ProbedRoute | undefined,
  names: NamedSchemas,
): JsonObject | undefined {
  if (probed.route.upload)
    return { required: true, content: { 'multipart/form-data': { schema: uploadSchemas[probed.route.upload] } } };
  if (probed.route.wholeBody === 'records')
    return { required: true, content: { 'application/json': { schema: recordsSchema } } };
  const bodies = bodiesOf(schema, creating && replaces(schema, probed) ? creating : probed, names);
  const [body, ...others] = bodies;
  if (!body) return undefined;
  return {
    ...((probed.route.wholeBody ?? bodies.some(({ required }) => required !== undefined)) && { required: true }),
    content: { 'application/json': { schema: others.length > 0 ? { oneOf: bodies } : body } },
  };
}

/** One record or several: names of fields and their values, as a JSON file would have them. */
const recordsSchema: JsonSchema = {
  anyOf: [mapOf(true), { type: 'array', items: mapOf(true) }],
  description: 'A record, or an array of records.',
};

const bytes: JsonSchema = { type: 'string', contentMediaType: 'application/octet-stream' };

const uploadSchemas: Readonly<Record<NonNullable<Route['upload']>, JsonSchema>> = {
  file: {
    type: 'object',
    properties: { file: { ...bytes, description: 'The file, under its name.' } },
    required: ['file'],
  },
  form: {
    type: 'object',
    properties: {
      data: {
        type: 'string',
        contentMediaType: 'application/json',
        description: 'The answers: the JSON of an object by the names of the blocks.',
      },
      'g-recaptcha-response': { type: 'string', description: 'The token of reCAPTCHA, where the form needs one.' },
    },
    required: ['data'],
    additionalProperties: { ...bytes, description: 'An image, under the name of its block.' },
  },
};

/** Whether what the body leaves out is cleared. */
const replaces = (schema: GraphQLSchema, { full, bare }: ProbedRoute): boolean =>
  readRequest(schema, full, bare).parts.some(({ from, unsaid }) => from === 'body' && unsaid === null);

/** The schema of a route's body, or one for each kind; none where nothing of a body is read. */
function bodiesOf(schema: GraphQLSchema, { full, bare, kinds }: ProbedRoute, names: NamedSchemas): JsonSchema[] {
  if (kinds.size === 0) {
    const parts = readRequest(schema, full, bare).parts.filter(({ from }) => from === 'body');
    return parts.length > 0 ? [bodySchema(parts, {}, names)] : [];
  }
  return [...kinds].map(([kind, trace]) =>
    bodySchema(
      readRequest(schema, trace, bare).parts.filter(({ from }) => from === 'body'),
      { type: { type: 'string', const: kind } },
      names,
    ),
  );
}

function bodySchema(parts: readonly RequestPart[], known: JsonObject, names: NamedSchemas): JsonSchema {
  const named = parts.filter(({ name }) => name !== '*');
  const rest = parts.find(({ name }) => name === '*');
  if (rest && named.length === 0) return { ...schemaOfType(rest.type, names, rest.field), ...about(rest) };
  const required = [
    ...Object.keys(known),
    ...named.filter((part) => isRequired(part) && part.otherName === undefined).map(({ name }) => name),
  ];
  const either = named.flatMap((part) =>
    isRequired(part) && part.otherName !== undefined ? [[part.name, part.otherName]] : [],
  );
  return {
    type: 'object',
    properties: { ...known, ...Object.fromEntries(named.flatMap((part) => propertiesOf(part, names))) },
    ...(required.length > 0 && { required }),
    ...(either.length > 0 && { allOf: either.map((pair) => ({ anyOf: pair.map((name) => ({ required: [name] })) })) }),
    ...(rest && { additionalProperties: { ...about(rest) } }),
  };
}

/** What a part is described as, under either of its names. */
function propertiesOf(part: RequestPart, names: NamedSchemas): (readonly [string, JsonSchema])[] {
  const schema = {
    ...schemaOfType(part.type, names, part.field),
    ...about(part),
    ...(part.unsaid != null && { default: part.unsaid as Json }),
  };
  return [
    [part.name, schema],
    ...(part.otherName === undefined
      ? []
      : [[part.otherName, { ...schema, description: `The same as \`${part.name}\`.` }] as const]),
  ];
}
