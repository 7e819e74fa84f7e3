import { isInputObjectType, type GraphQLSchema } from 'graphql';

/** Makes each input type with the directive `@oneOf` accept exactly one member. TypeGraphQL passes the directive on, but only as text. */
export function declareOneOf(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isInputObjectType(type)) continue;
    type.isOneOf = type.astNode?.directives?.some(({ name }) => name.value === 'oneOf') ?? false;
  }
  return schema;
}
