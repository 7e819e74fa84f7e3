import {
  extendSchema,
  type GraphQLSchema,
  type InterfaceTypeDefinitionNode,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  lexicographicSortSchema,
  type ObjectTypeDefinitionNode,
  parse,
  print,
  printSchema,
  specifiedDirectives,
  visit,
} from 'graphql';
import { buildSchema } from 'type-graphql';
import type { CatalogModule } from '#api/catalog-module.ts';
import { describeMutations } from '#api/errors/declares.ts';
import { ErrorCodesResolver } from '#api/errors/error-codes.resolver.ts';
import { NodeResolver } from '#api/node.resolver.ts';
import {
  costDirective,
  declareCosts,
  directiveNode,
  federatedCost,
  federatedListSize,
  listSizeDirective,
} from './declared-costs.ts';
import { describeRoots } from './describe-roots.ts';
import { readStoredNames } from '#api/stored-as.ts';
import { reuseStashedResults } from '#api/planning/execute-mutation.ts';
import { fail } from '#kernel/fail.ts';
import { declaredFields } from '#api/reading/declare-fields.ts';
import { entityKeys, entityKeysOf, findEntities, maxRepresentations } from '#api/entities.ts';
import type { RequestContext } from '#api/context.ts';
import type { TypeSource } from '#api/reading/type-source.ts';

/** Builds the GraphQL schema from the types and resolvers of every module. The input types and the services validate inputs, not TypeGraphQL. */
export const buildGraphSchema = async (modules: readonly CatalogModule[]): Promise<GraphQLSchema> =>
  declareCosts(
    reuseStashedResults(
      describeRoots(
        describeMutations(
          declareOneOf(
            readStoredNames(
              await buildSchema({
                resolvers: [
                  NodeResolver,
                  ErrorCodesResolver,
                  ...declaredFields(),
                  ...modules.flatMap(({ resolvers }) => resolvers),
                ],
                directives: [...specifiedDirectives, costDirective, listSizeDirective],
                validate: false,
                // Apollo Server checks the schema when it starts.
                skipCheck: true,
                pubSub,
              }),
            ),
          ),
        ),
      ),
    ),
  );

/** TypeGraphQL requires a `pubSub`. Our subscriptions do not use it: their events also come from other processes. */
const pubSub = {
  publish: (): never => fail('INTERNAL_ERROR'),
  subscribe: (): never => fail('INTERNAL_ERROR'),
};

/** Makes each input type with the directive `@oneOf` accept exactly one member. TypeGraphQL passes the directive on, but only as text. */
export function declareOneOf(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isInputObjectType(type)) continue;
    type.isOneOf = type.astNode?.directives?.some(({ name }) => name.value === 'oneOf') ?? false;
  }
  return schema;
}

/** Prints a schema as SDL: with the directives of its types and fields, which `printSchema` leaves out, and each description on one line. */
export function printSdl(schema: GraphQLSchema): string {
  const withDirectives = <Node extends ObjectTypeDefinitionNode | InterfaceTypeDefinitionNode>(node: Node): Node => {
    const type = schema.getType(node.name.value);
    if (!isObjectType(type) && !isInterfaceType(type)) return node;
    const fields = node.fields?.map((field) => ({
      ...field,
      directives: type.getFields()[field.name.value]?.astNode?.directives ?? [],
    }));
    return { ...node, directives: type.astNode?.directives ?? [], ...(fields && { fields }) };
  };
  const document = visit(parse(printSchema(schema), { noLocation: true }), {
    ObjectTypeDefinition: { enter: withDirectives },
    InterfaceTypeDefinition: { enter: withDirectives },
    StringValue: ({ value, ...node }) => (/["\n]/.test(value) ? undefined : { ...node, value, block: false }),
  });
  return print(document);
}

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
  const keysOf = (type: string): readonly string[] => {
    const source = sources.get(type);
    return source ? entityKeysOf(source).map(({ field }) => field) : [];
  };
  _service.resolve = () => ({
    sdl: (sdl ??= printSubgraphSdl(schema, { keysOf, isShared: (type) => sharedTypes.has(type) })),
  });
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

/** An interface as Apollo Federation has it: what its fields cost, only the types declare. */
const withoutCosts = (type: InterfaceTypeDefinitionNode): InterfaceTypeDefinitionNode => ({
  ...type,
  fields: (type.fields ?? []).map(({ directives = [], ...field }) => ({
    ...field,
    directives: directives.filter(({ name }) => name.value !== costDirective.name),
  })),
});

/** What the types of a subgraph are in a supergraph. */
interface SubgraphTypes {
  /** The fields that each identify the objects of a type; none where it is no entity. */
  readonly keysOf: (type: string) => readonly string[];
  /** Whether other subgraphs define an object type in the same way. */
  readonly isShared: (type: string) => boolean;
}

/**
 * Prints a schema as the SDL of a subgraph: with a `@key` for each key of an entity, `@shareable` types, and costs as a router counts them.
 * These directives are linked, so the SDL does not define them, nor what the specification of Apollo Federation adds, whose names begin with `_`.
 */
export function printSubgraphSdl(schema: GraphQLSchema, { keysOf, isShared }: SubgraphTypes): string {
  const withKeys = (type: ObjectTypeDefinitionNode): ObjectTypeDefinitionNode | null => {
    const { value: name } = type.name;
    if (name.startsWith('_')) return null;
    const keys = keysOf(name).map((field) => directiveNode('key', { fields: field }));
    const shareable = isShared(name) ? [directiveNode('shareable', {})] : [];
    const fields = type.fields?.filter((field) => !field.name.value.startsWith('_')) ?? [];
    return { ...type, fields, directives: [...keys, ...shareable, ...(type.directives ?? [])] };
  };
  const document = visit(parse(printSdl(lexicographicSortSchema(schema)), { noLocation: true }), {
    DirectiveDefinition: () => null,
    Directive: federatedCost,
    FieldDefinition: federatedListSize,
    InterfaceTypeDefinition: withoutCosts,
    ObjectTypeDefinition: withKeys,
    ScalarTypeDefinition: ({ name }) => (name.value.startsWith('_') ? null : undefined),
    UnionTypeDefinition: ({ name }) => (name.value.startsWith('_') ? null : undefined),
  });
  return `${link}\n\n${oneOf}\n\n${print(document)}\n`;
}
