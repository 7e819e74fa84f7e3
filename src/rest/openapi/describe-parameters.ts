import { getNullableType, GraphQLNonNull, isEnumType, type GraphQLSchema } from 'graphql';
import type { Json, JsonObject } from '#kernel/json.ts';
import { pathParameters, type Route } from '../route.ts';
import { sortName } from '../wire-values.ts';
import { schemaOfType } from './json-schema.ts';
import { descriptionOf, withDefault, type JsonSchema, type NamedSchemas } from './named-schemas.ts';
import { parameterExamples } from './request-examples.ts';
import { partsOf, type RequestPart } from './request-parts.ts';

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

/** The other parameters of an operation: those of the query, `If-Match` and `Idempotency-Key`. */
export function parametersOf(route: Route, parts: readonly RequestPart[], names: NamedSchemas): readonly JsonObject[] {
  return [
    ...parts.flatMap((part) =>
      queryParameter(part, names).map((parameter) => ({ ...parameter, ...exampleOf([route], parameter.name) })),
    ),
    ...expandParameter(parts),
    ...(hasRevisionCheck(parts) ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
    ...(route.isMutation ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
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
