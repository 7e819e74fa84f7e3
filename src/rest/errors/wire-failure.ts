import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInputType,
  Kind,
  typeFromAST,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  type GraphQLSchema,
} from 'graphql';
import { CatalogError } from '../../kernel/fail.ts';
import { sortName } from '../wire-values.ts';

/** Translates the error of an operation for REST; only invalid input changes. */
export type WireFailure = (document: DocumentNode, error: unknown) => unknown;

/**
 * Creates the translation for a schema. The messages for a field of an enum type list the values under the graph's names, and some
 * of them have other wire names (`-created_at`). The type of the field decides, so values that a caller sent stay unchanged.
 */
export const wireFailures =
  (schema: GraphQLSchema): WireFailure =>
  (document, error) => {
    if (!(error instanceof CatalogError) || error.code !== 'INVALID_INPUT' || !error.fields) return error;
    const types = typesOf(schema, document);
    const fields = Object.entries(error.fields).map(
      ([field, messages]) => [field, messages.map(messageFor(typeAt(types, field.split('.'))))] as const,
    );
    return new CatalogError(error.code, { reason: error.message }, Object.fromEntries(fields));
  };

const messageFor =
  (type: GraphQLNamedInputType | undefined) =>
  (message: string): string =>
    isEnumType(type) ? message.replace(/\w+/g, (word) => (type.getValue(word) ? sortName(word) : word)) : message;

/** The types of an operation's variables, and of the fields of its `input`, whose name is no part of error paths. */
function typesOf(schema: GraphQLSchema, { definitions }: DocumentNode): ReadonlyMap<string, GraphQLInputType> {
  const variables = definitions
    .flatMap((each) => (each.kind === Kind.OPERATION_DEFINITION ? (each.variableDefinitions ?? []) : []))
    .flatMap(({ variable, type: node }) => {
      const type = typeFromAST(schema, node);
      return isInputType(type) ? [[variable.name.value, type] as const] : [];
    });
  return new Map(
    variables.flatMap(([name, type]) => {
      const named = getNamedType(type);
      return name === 'input' && isInputObjectType(named) ? [...fieldsOf(named)] : [[name, type] as const];
    }),
  );
}

const fieldsOf = (type: GraphQLNamedInputType | undefined): ReadonlyMap<string, GraphQLInputType> =>
  new Map(isInputObjectType(type) ? Object.values(type.getFields()).map((field) => [field.name, field.type]) : []);

/** The type at a path, through any lists; undefined where the schema has no such path. */
function typeAt(
  types: ReadonlyMap<string, GraphQLInputType>,
  [name = '', ...below]: readonly string[],
): GraphQLNamedInputType | undefined {
  const found = types.get(name);
  const type = found && getNamedType(found);
  const inner = below.slice(below.findIndex((each) => !/^\d+$/.test(each)));
  return below.every((each) => /^\d+$/.test(each)) ? type : typeAt(fieldsOf(type), inner);
}
