import { getNamedType, getNullableType, isInterfaceType, isListType, isObjectType } from 'graphql';
import type { GraphQLField, GraphQLObjectType, GraphQLSchema } from 'graphql';
import { declareDirective } from '../graph/declare-directive.ts';
import { prices } from '#api/session/points.ts';

/** What an object of an answer costs, in points. */
const objectWeight = '0.01';

/**
 * Declares on each type and field of the schema what it costs, as the directives of the GraphQL cost specification: an operation costs the price
 * of a request, and each object a hundredth of a point. An edge costs nothing, because its node does. Lists have the size of their page.
 * A directive that a module declares itself stays.
 */
export function declareCosts(schema: GraphQLSchema): GraphQLSchema {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || !(isObjectType(type) || isInterfaceType(type))) continue;
    if (isObjectType(type)) declareDirective(type, 'cost', { weight: weightOf(type, roots.includes(type)) });
    for (const field of Object.values(type.getFields())) {
      const slicingArguments = field.args.map(({ name }) => name).filter((name) => sizeArguments.has(name));
      if (slicingArguments.length > 0) declareDirective(field, 'listSize', listSizeOf(field, slicingArguments));
    }
  }
  return schema;
}

function weightOf({ name }: GraphQLObjectType, isRoot: boolean): string {
  if (isRoot) return String(prices.request);
  return name.endsWith('Edge') ? '0' : objectWeight;
}

/** The arguments that limit the number of items of a list; `ids` by its own length. */
const sizeArguments: ReadonlySet<string> = new Set(['first', 'last', 'limit', 'ids']);

/** The arguments of `@listSize` for a field with a page size. */
function listSizeOf({ type }: GraphQLField<unknown, unknown>, slicingArguments: readonly string[]) {
  const page = getNamedType(type);
  const lists =
    isListType(getNullableType(type)) || !isObjectType(page)
      ? []
      : Object.values(page.getFields()).filter((field) => isListType(getNullableType(field.type)));
  const items = lists.filter(({ name }) => name === 'nodes' || name === 'edges');
  const sizedFields = (items.length > 0 ? items : lists).map(({ name }) => name);
  return { slicingArguments, ...(sizedFields.length > 0 && { sizedFields }), requireOneSlicingArgument: false };
}
