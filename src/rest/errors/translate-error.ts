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
import { CatalogError } from '#kernel/fail.ts';
import { sortName } from '../wire-values.ts';

/** Translates the error of an operation for REST. Only the messages of invalid input change. */
export type TranslateError = (document: DocumentNode, error: unknown) => unknown;

/**
 * Creates the translation for a schema. A message about a field of an enum type lists the values by their names in the graph. Some
 * values have other names in REST (`created_at_desc` is `-created_at`), so the message gets the names of REST. Messages about other fields stay
 * as they are, because they may quote values of the caller.
 */
export const createErrorTranslator =
  (schema: GraphQLSchema): TranslateError =>
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

/** The types of an operation's variables. The fields of its `input` stand for the input itself, as in the paths of errors. */
function typesOf(schema: GraphQLSchema, { definitions }: DocumentNode): ReadonlyMap<string, GraphQLInputType> {
  const variables = definitions
    .flatMap((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION ? (definition.variableDefinitions ?? []) : [],
    )
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
  path: readonly string[],
): GraphQLNamedInputType | undefined {
  const [name = '', ...below] = path.filter((segment) => !/^\d+$/.test(segment));
  const found = types.get(name);
  const type = found && getNamedType(found);
  return below.length === 0 ? type : typeAt(fieldsOf(type), below);
}
