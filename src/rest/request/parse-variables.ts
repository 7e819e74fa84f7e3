import {
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  Kind,
  typeFromAST,
  type DocumentNode,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import { isJsonObject } from '../../kernel/json.ts';
import { parseSort, sortName, wireNamesOf } from '../wire-values.ts';

/** Converts the variables of a request to the names and values that the operation takes. */
export type ParseVariables = <Given extends object>(document: DocumentNode, variables: Given) => Given;

type Parse = (value: unknown) => unknown;

/**
 * Makes the parser of a schema. Inside of a variable an object has the wire's names; it gets the graph's, and whatever its
 * input type does not know is left out, at every level (docs/contract/rest.md 1, Unknown keys). Open JSON stays as it came, and so does a
 * value of a wrong kind, for the graph to refuse; how a list is sorted is said in the graph's word. The work is bounded by what the types know, however much a body holds.
 */
export function variablesParser(schema: GraphQLSchema): ParseVariables {
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

  /** The fields of a type, found when a value needs them: a type may be part of itself. */
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

  /** An operation's input itself is made by the route, in the graph's names. */
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
    // the same variables, whose values may be anything
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
  /** Its names on the wire; the first that says something counts. */
  readonly wireNames: readonly string[];
  readonly parse: Parse;
}

const unchanged: Parse = (value) => value;

const definitionsIn = ({ definitions }: DocumentNode) =>
  definitions.flatMap((each) => (each.kind === Kind.OPERATION_DEFINITION ? (each.variableDefinitions ?? []) : []));

function parseFields(fields: readonly FieldParser[], value: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    fields.flatMap(({ name, wireNames, parse }) => {
      const said = wireNames.map((wireName) => value[wireName]).filter((each) => each !== undefined);
      const inner = said.find((each) => each !== null) ?? said[0];
      return inner === undefined ? [] : [[name, parse(inner)]];
    }),
  );
}
