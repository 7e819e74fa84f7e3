import {
  type ConstDirectiveNode,
  type GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  Kind,
  parse,
  print,
  printSchema,
  specifiedDirectives,
} from 'graphql';
import { buildSchema } from 'type-graphql';
import type { CatalogModule } from '#api/catalog-module.ts';
import { ErrorCodesResolver } from '#api/errors/error-codes.resolver.ts';
import { NodeResolver } from '#api/node.resolver.ts';
import { costDirective, listSizeDirective } from '../cost/cost-directives.ts';
import { reuseStashedResults } from '#api/planning/execute-mutation.ts';
import { fail } from '#kernel/fail.ts';
import { declareCosts } from '../cost/declare-costs.ts';

/** Builds the GraphQL schema from the types and resolvers of every module. The input types and the services validate inputs, not TypeGraphQL. */
export const buildGraphSchema = async (modules: readonly CatalogModule[]): Promise<GraphQLSchema> =>
  declareCosts(
    reuseStashedResults(
      declareOneOf(
        await buildSchema({
          resolvers: [NodeResolver, ErrorCodesResolver, ...modules.flatMap(({ resolvers }) => resolvers)],
          directives: [...specifiedDirectives, costDirective, listSizeDirective],
          validate: false,
          // Apollo Server checks the schema when it starts.
          skipCheck: true,
          pubSub,
        }),
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

/** Prints a schema as SDL, with the directives of its types and fields, which `printSchema` leaves out. */
export function printSdl(schema: GraphQLSchema): string {
  const sdl = printSchema(schema);
  let printed = '';
  let end = 0;
  const insert = (directives: readonly ConstDirectiveNode[] | undefined, at: number | undefined): void => {
    if (!directives || at === undefined) return;
    printed += sdl.slice(end, at) + directives.map((directive) => ` ${print(directive)}`).join('');
    end = at;
  };
  for (const node of parse(sdl).definitions) {
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.INTERFACE_TYPE_DEFINITION) continue;
    const type = schema.getType(node.name.value);
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    insert(type.astNode?.directives, (node.interfaces?.at(-1) ?? node.name).loc?.end);
    for (const field of node.fields ?? [])
      insert(type.getFields()[field.name.value]?.astNode?.directives, field.type.loc?.end);
  }
  return printed + sdl.slice(end);
}
