import { getNullableType, GraphQLNonNull, isEnumType, type GraphQLSchema } from 'graphql';
import type { Json, JsonObject } from '../../kernel/json.ts';
import type { BodyForm } from '../request/body-form.ts';
import { pathParameters, type Route } from '../route.ts';
import { sortName } from '../wire-values.ts';
import { schemaOfType } from './json-schema.ts';
import { descriptionOf, type JsonSchema, type NamedSchemas } from './named-schemas.ts';
import { mapSchema } from './open-objects.ts';
import { parameterExamples, requestExamples } from './request-examples.ts';
import { bodyPartsOf, inputFields, isRequired, partsOf, type BodyPart, type RequestPart } from './request-parts.ts';

/** The parameters in the path, which all operations of a path share. */
export function pathParametersOf(schema: GraphQLSchema, path: string, routes: readonly Route[]): readonly JsonObject[] {
  const parts = routes.flatMap((route) => partsOf(schema, route));
  return pathParameters(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    ...descriptionOf(parts.find(({ value }) => value.source === 'path' && value.name === name) ?? {}),
    schema: { type: 'string' },
    ...exampleOf(routes, name),
  }));
}

/** The other parameters of an operation: those of the query, and `If-Match`. */
export function parametersOf(route: Route, parts: readonly RequestPart[], names: NamedSchemas): readonly JsonObject[] {
  return [
    ...parts.flatMap((part) =>
      queryParameter(part, names).map((parameter) => ({ ...parameter, ...exampleOf([route], parameter.name) })),
    ),
    ...expandParameter(parts),
    ...(hasRevisionCheck(parts) ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
  ];
}

/** The example of a parameter that the operations of some routes share. */
function exampleOf(routes: readonly Route[], parameter: string): { example?: Json } {
  const example = routes
    .map(({ operation }) => parameterExamples[operation]?.[parameter])
    .find((value) => value !== undefined);
  return example === undefined ? {} : { example };
}

/** The parameters that shape the answer of a route. */
export const flagParameters = ({ flags }: Route): readonly JsonObject[] =>
  Object.entries(flags).map(([name, description]) => ({
    name,
    in: 'query',
    description,
    schema: { type: 'boolean', default: false },
  }));

/** Whether an operation checks `If-Match`. */
export const hasRevisionCheck = (parts: readonly RequestPart[]): boolean =>
  parts.some(({ value }) => value.source === 'revision');

/**
 * Describes a part that comes from the query string. A query parameter is never null, and `sort` lists the wire names of
 * the orders, such as `-created_at`.
 */
function queryParameter(part: RequestPart, names: NamedSchemas): readonly (JsonObject & { readonly name: string })[] {
  const { value, type } = part;
  if (value.source !== 'query') return [];
  const present = getNullableType(type);
  const schema: JsonSchema =
    value.name === 'sort' && isEnumType(present)
      ? { type: 'string', enum: present.getValues().map(({ name }) => sortName(name)) }
      : schemaOfType(new GraphQLNonNull(present), names);
  return [
    {
      name: value.name,
      in: 'query',
      ...(value.isRequired && { required: true }),
      ...descriptionOf(part),
      schema: value.isRequired ? schema : withDefault(schema, part.default),
    },
  ];
}

const withDefault = (schema: JsonSchema, value: Json | undefined): JsonSchema =>
  value == null ? schema : { ...schema, default: value };

/** The parameter `expand`, if an operation has optional parts. */
function expandParameter(parts: readonly RequestPart[]): readonly JsonObject[] {
  const expandable = parts.flatMap(({ value }) => (value.source === 'expand' ? [value.part] : []));
  if (expandable.length === 0) return [];
  return [
    {
      name: 'expand',
      in: 'query',
      description: 'The parts of the answer to return in full, separated by commas.',
      style: 'form',
      explode: false,
      schema: { type: 'array', items: { type: 'string', enum: expandable } },
    },
  ];
}

/** The body of an operation; undefined without one. A replacing body has the form of a creating one (docs/contract/rest.md 1, PUT). */
export function requestBodyOf(
  schema: GraphQLSchema,
  route: Route,
  creating: Route | undefined,
  names: NamedSchemas,
): JsonObject | undefined {
  const multipart = multipartSchemas[route.body.kind];
  if (multipart) return { required: true, content: { 'multipart/form-data': { schema: multipart } } };
  const parts = partsOf(schema, route);
  const isReplacing = parts.some(({ value }) => value.source === 'body' && value.default === null);
  const body = jsonBody(creating && isReplacing ? partsOf(schema, creating) : parts, names);
  if (!body) return undefined;
  const isMandatory = route.body.kind !== 'object' || (body.oneOf ?? [body]).some(({ required }) => required);
  const example = requestExamples[route.operation];
  return {
    ...(isMandatory && { required: true }),
    content: { 'application/json': { schema: body, ...(example !== undefined && { example }) } },
  };
}

const bytes: JsonSchema = { type: 'string', contentMediaType: 'application/octet-stream' };

const multipartSchemas: Readonly<Partial<Record<BodyForm['kind'], JsonSchema>>> = Object.freeze({
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
});

/** One record or several: names of fields and their values, as a JSON file would have them. */
const recordsSchema: JsonSchema = {
  anyOf: [mapSchema(true), { type: 'array', items: mapSchema(true) }],
  description: 'A record, or an array of records.',
};

/** The schema of a JSON body: a single value, an object, or an object for each type; undefined where no body is read. */
function jsonBody(parts: readonly RequestPart[], names: NamedSchemas): JsonSchema | undefined {
  for (const part of parts) {
    const { value, type, field } = part;
    if (value.source === 'records') return recordsSchema;
    if (value.source === 'wholeBody') return { ...schemaOfType(type, names, field), ...descriptionOf(part) };
    if (value.source === 'bodyByType') return { oneOf: value.types.map((type) => objectBody(parts, names, type)) };
  }
  return parts.some(({ value }) => value.source === 'body' || value.source === 'restOfBody')
    ? objectBody(parts, names)
    : undefined;
}

/** The schema of an object body of one type, if bodies have types. */
function objectBody(parts: readonly RequestPart[], names: NamedSchemas, bodyType?: string): JsonSchema {
  const typeProperty: Record<string, JsonSchema> =
    bodyType === undefined ? {} : { type: { type: 'string', const: bodyType } };
  const bodyProperties = parts.flatMap((part) => bodyParts(part, bodyType));
  const rest = parts.find(({ value }) => value.source === 'restOfBody');
  const requiredProperties = bodyProperties.filter(isRequired);
  const required = [
    ...Object.keys(typeProperty),
    ...requiredProperties.filter(({ otherName }) => otherName === undefined).map(({ name }) => name),
  ];
  const requiredAlternatives = requiredProperties.flatMap(({ name, otherName }) =>
    otherName === undefined ? [] : [{ anyOf: [{ required: [name] }, { required: [otherName] }] }],
  );
  return {
    type: 'object',
    properties: { ...typeProperty, ...Object.fromEntries(bodyProperties.flatMap((part) => propertiesOf(part, names))) },
    ...(required.length > 0 && { required }),
    ...(requiredAlternatives.length > 0 && { allOf: requiredAlternatives }),
    ...(rest && { additionalProperties: descriptionOf(rest) }),
  };
}

/** The names that a part has in a body of a type. */
function bodyParts(part: RequestPart, bodyType: string | undefined): readonly BodyPart[] {
  const { value, type } = part;
  if (value.source === 'body') return [{ ...part, name: value.name }];
  if (value.source !== 'bodyByType') return [];
  return inputFields(type).flatMap((field) => (field.name === bodyType ? bodyPartsOf(field.type) : []));
}

/** The schema of a part, under each of its names. */
function propertiesOf(part: BodyPart, names: NamedSchemas): (readonly [string, JsonSchema])[] {
  const schema = withDefault({ ...schemaOfType(part.type, names, part.field), ...descriptionOf(part) }, part.default);
  return [
    [part.name, schema],
    ...(part.otherName === undefined
      ? []
      : [[part.otherName, { ...schema, description: `The same as \`${part.name}\`.` }] as const]),
  ];
}
