import {
  lexicographicSortSchema,
  parse,
  print,
  visit,
  type GraphQLSchema,
  type ObjectTypeDefinitionNode,
} from 'graphql';
import { entityKeysOf } from '#api/node/entities.ts';
import type { TypeSource } from '#api/reading/declare/type-source.ts';
import { directiveNode } from '../graph/declare-directive.ts';
import { printSdl } from '../graph/print-sdl.ts';
import { federatedCost, federatedListSize } from './federated-costs.ts';

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
export function printSubgraphSdl(schema: GraphQLSchema, sources: ReadonlyMap<string, TypeSource>): string {
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
