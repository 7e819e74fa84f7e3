import {
  extendSchema,
  type GraphQLSchema,
  lexicographicSortSchema,
  type ObjectTypeDefinitionNode,
  parse,
  print,
  visit,
} from 'graphql';
import { entityKeys, entityKeysOf, findEntities, maxRepresentations } from '#api/entities.ts';
import type { RequestContext } from '#api/context.ts';
import type { TypeSource } from '#api/reading/type-source.ts';
import { directiveNode } from '../graph/declare-directive.ts';
import { printSdl } from '../graph/graph-schema.ts';
import { federatedCost, federatedListSize } from './federated-costs.ts';

/**
 * Adds to a schema what makes it a subgraph of Apollo Federation: `_service`, by which a supergraph is composed, and `_entities`, by which a
 * router reads the objects that other subgraphs refer to.
 */
export function buildSubgraphSchema(schema: GraphQLSchema, sources: ReadonlyMap<string, TypeSource>): GraphQLSchema {
  const types = new Set(entityKeys(sources).map(({ source }) => source.type));
  const subgraph = extendSchema(schema, parse(federationSdl([...types])));
  const { _service, _entities } = subgraph.getQueryType()?.getFields() ?? {};
  if (!_service || !_entities) throw new TypeError('The schema has no query type.');
  let sdl: string | undefined;
  _service.resolve = () => ({ sdl: (sdl ??= printSubgraphSdl(schema, sources)) });
  _entities.resolve = (_root, { representations }: { representations: unknown }, ctx: RequestContext) =>
    findEntities(ctx, representations);
  return subgraph;
}

/** The elements that the specification of Apollo Federation adds to a subgraph. */
const federationSdl = (entities: readonly string[]): string => `
"""An object with \`__typename\` and a key of an entity."""
scalar _Any

"""An object that other subgraphs of a supergraph refer to by a key."""
union _Entity = ${entities.join(' | ')}

"""This service as a subgraph of Apollo Federation."""
type _Service @cost(weight: "0.01") {
  """The schema with the directives of Apollo Federation, from which a supergraph is composed."""
  sdl: String!
}

extend type Query {
  """This service as a subgraph of Apollo Federation. Reading it counts as introspection."""
  _service: _Service!

  """
  The objects that a router asks for, in the order of the representations; null in place of each that does not exist or that the caller may
  not see. Fails with \`INVALID_INPUT\` for a representation without a key.
  """
  _entities(
    """The type and a key of each object; at most ${String(maxRepresentations)}."""
    representations: [_Any!]!
  ): [_Entity]! @listSize(slicingArguments: ["representations"], requireOneSlicingArgument: false)
}`;

/** The first version of Apollo Federation with `@cost` and `@listSize`, and the directives that the schema uses. */
const link = `extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@cost", "@listSize"])`;

/** A directive of GraphQL itself, which a composition knows only where the subgraph defines it (its GraphQL is older than the directive). */
const oneOf = 'directive @oneOf on INPUT_OBJECT';

/** The object types that other subgraphs define in the same way. */
const sharedTypes: ReadonlySet<string> = new Set(['PageInfo']);

/**
 * Prints a schema as the SDL of a subgraph: with a `@key` for each key of an entity, `@shareable` types, and costs as a router counts them.
 * These directives are linked, so the SDL does not define them.
 */
function printSubgraphSdl(schema: GraphQLSchema, sources: ReadonlyMap<string, TypeSource>): string {
  const withKeys = (type: ObjectTypeDefinitionNode): ObjectTypeDefinitionNode => {
    const source = sources.get(type.name.value);
    const keys = source ? entityKeysOf(source).map(({ field }) => directiveNode('key', { fields: field })) : [];
    const shareable = sharedTypes.has(type.name.value) ? [directiveNode('shareable', {})] : [];
    return { ...type, directives: [...keys, ...shareable, ...(type.directives ?? [])] };
  };
  const document = visit(parse(printSdl(lexicographicSortSchema(schema)), { noLocation: true }), {
    DirectiveDefinition: () => null,
    Directive: federatedCost,
    FieldDefinition: federatedListSize,
    ObjectTypeDefinition: withKeys,
  });
  return `${link}\n\n${oneOf}\n\n${print(document)}\n`;
}
