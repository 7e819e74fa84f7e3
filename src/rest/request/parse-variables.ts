import {
  type DocumentNode,
  getNamedType,
  getNullableType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  Kind,
  typeFromAST,
} from 'graphql';
import { isJsonObject } from '#kernel/json.ts';
import { parseSort, sortName, wireNamesOf } from '../wire-values.ts';
import { CatalogError } from '#kernel/fail.ts';

/** Converts the variables of a request to the names and values that the operation takes. */
export type ParseVariables = <Given extends object>(document: DocumentNode, variables: Given) => Given;

type Parse = (value: unknown) => unknown;

/**
 * Creates the parser of a schema. Objects inside a variable have wire names. The parser replaces them by the graph's names and
 * drops the names that the input type does not have, at every level (docs/contract/rest.md 1, Unknown keys). Open JSON and values
 * of a wrong type stay unchanged; the graph refuses values of a wrong type. Sort orders get the graph's names. The work is bounded by the
 * types, not by the size of a body.
 */
export function createVariablesParser(schema: GraphQLSchema): ParseVariables {
  const parsers = new WeakMap<DocumentNode, ReadonlyMap<string, Parse>>();
  const fieldParsers = new Map<GraphQLInputObjectType, readonly FieldParser[]>();

  function parserOf(outer: GraphQLInputType): Parse {
    const type = getNullableType(outer);
    if (isListType(type)) {
      const parse = parserOf(type.ofType);
      return (value) => (Array.isArray(value) ? value.map(parse) : value);
    }
    if (isEnumType(type) && type.getValues().some(({ name }) => sortName(name) !== name)) return parseSort;
    return isInputObjectType(type)
      ? (value) => (isJsonObject(value) ? parseFields(fieldsOf(type), value) : value)
      : unchanged;
  }

  /** The fields of a type, resolved when a value needs them: input types may be recursive. */
  function fieldsOf(type: GraphQLInputObjectType): readonly FieldParser[] {
    const known =
      fieldParsers.get(type) ??
      Object.values(type.getFields()).map((field) => ({
        name: field.name,
        wireNames: wireNamesOf(type.name, field.name),
        parse: parserOf(field.type),
      }));
    fieldParsers.set(type, known);
    return known;
  }

  /** The input object of an operation is built by the route and already has the graph's names. */
  function inputParserOf(outer: GraphQLInputType): Parse {
    const type = getNullableType(outer);
    if (!isInputObjectType(type)) return parserOf(outer);
    const fields = fieldsOf(type).map(({ name, parse }) => ({ name, wireNames: [name], parse }));
    return (value) => (isJsonObject(value) ? parseFields(fields, value) : value);
  }

  const parsersOf = (document: DocumentNode): ReadonlyMap<string, Parse> =>
    new Map(
      definitionsIn(document).map(({ variable, type: node }) => {
        const type = typeFromAST(schema, node);
        return [variable.name.value, isInputType(type) ? inputParserOf(type) : unchanged];
      }),
    );

  return <Given extends object>(document: DocumentNode, variables: Given) => {
    const known = parsers.get(document) ?? parsersOf(document);
    parsers.set(document, known);
    // names and values of open JSON stay unchanged
    return Object.fromEntries(
      Object.entries(variables).map(([name, value]: [string, unknown]) => [
        name,
        (known.get(name) ?? unchanged)(value),
      ]),
    ) as Given;
  };
}

interface FieldParser {
  readonly name: string;
  /** The names of the field on the wire; the first name with a value that is not null counts. */
  readonly wireNames: readonly string[];
  readonly parse: Parse;
}

const unchanged: Parse = (value) => value;

const definitionsIn = ({ definitions }: DocumentNode) =>
  definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? (definition.variableDefinitions ?? []) : [],
  );

function parseFields(fields: readonly FieldParser[], value: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    fields.flatMap(({ name, wireNames, parse }) => {
      const values = wireNames.map((wireName) => value[wireName]).filter((candidate) => candidate !== undefined);
      const inner = values.find((candidate) => candidate !== null) ?? values[0];
      return inner === undefined ? [] : [[name, parse(inner)]];
    }),
  );
}

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
