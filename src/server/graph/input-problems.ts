import {
  Kind,
  coerceInputValue,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isLeafType,
  isListType,
  isNonNullType,
  typeFromAST,
  type DocumentNode,
  type GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  type VariableDefinitionNode,
} from 'graphql';
import { expectedDateTime, expectedTextOrInteger } from '../../api/types/scalars.ts';
import { truncate } from '../../kernel/text.ts';
import { required, type FieldErrors } from '../../kernel/fail.ts';
import { withoutSchemaHints } from '../limits/without-schema-hints.ts';

/** How many problems are told at once. */
const mostProblems = 50;
/** How much of GraphQL's own message is passed on, in characters: it may quote all that was sent. */
const longestMessage = 500;

/**
 * What is wrong with the variables of an operation, by field path without the `input` in front; undefined when nothing is.
 * The first problems end the check, so that wrong values cost no more than right ones.
 */
export function inputProblems(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
): FieldErrors | undefined {
  const problems: Record<string, string[]> = {};
  let count = 0;
  const report = (path: Path, message: string) => {
    const field = (path[0] === 'input' && path.length > 1 ? path.slice(1) : path).join('.');
    (problems[field] ??= []).push(message);
    count += 1;
    if (count === mostProblems) throw new EnoughProblems();
  };
  try {
    for (const definition of variablesOf(document)) checkVariable(schema, definition, variables, report);
  } catch (error) {
    if (!(error instanceof EnoughProblems)) throw error;
  }
  return count > 0 ? problems : undefined;
}

/** Ends the check. */
class EnoughProblems extends Error {}

type Report = (path: Path, message: string) => void;

const variablesOf = (document: DocumentNode) =>
  document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? (definition.variableDefinitions ?? []) : [],
  );

function checkVariable(
  schema: GraphQLSchema,
  definition: VariableDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
  report: Report,
): void {
  const name = definition.variable.name.value;
  const type = typeFromAST(schema, definition.type);
  const value = variables[name];
  if (!isInputType(type)) throw new Error(`$${name} has no input type.`);
  if (value === undefined) {
    if (isNonNullType(type) && !definition.defaultValue) report([name], required);
    return;
  }
  const noLists = loneValues(value, type, [name]);
  for (const path of noLists) report(path, 'Send a list.');
  let untold = 0;
  coerceInputValue(value, type, (below, invalid, error) => {
    const path = [name, ...below];
    // what is no list is told once, not by what is in it
    if (noLists.some((outer) => outer.every((each, at) => path[at] === each))) {
      untold += 1;
      if (untold === mostProblems) throw new EnoughProblems();
      return;
    }
    const missing = /^Field "(\w+)" of required type/.exec(error.message)?.[1];
    if (missing) report([...path, missing], required);
    else report(path, invalid === null ? required : messageOf(schema, error));
  });
}

type Path = readonly (string | number)[];

/** Where no lists stand though lists are due, the first of them: GraphQL takes a lone value for a list of one, the contract does not. */
function loneValues(value: unknown, type: GraphQLInputType, path: Path, found: Path[] = []): readonly Path[] {
  if (isNonNullType(type)) return loneValues(value, type.ofType, path, found);
  if (value === null || value === undefined || found.length === mostProblems) return found;
  if (isListType(type)) {
    if (!Array.isArray(value)) found.push(path);
    // a list of leaves is read once, by its coercion
    else if (!isLeafType(getNullableType(type.ofType)))
      for (const [at, each] of value.entries()) loneValues(each, type.ofType, [...path, at], found);
  } else if (isInputObjectType(type) && typeof value === 'object') {
    for (const { name, type: inner } of Object.values(type.getFields()))
      loneValues(Reflect.get(value, name), inner, [...path, name], found);
  }
  return found;
}

/** What each scalar takes, for people; the graph's own messages speak of its types. */
const expected: Readonly<Record<string, string>> = {
  Int: 'Send a whole number.',
  Float: 'Send a number.',
  String: 'Send a text.',
  ID: 'Send a text.',
  Boolean: 'Send true or false.',
  DateTime: expectedDateTime,
  TextOrInteger: expectedTextOrInteger,
};

function messageOf(schema: GraphQLSchema, { originalError, message }: GraphQLError): string {
  const [, scalar] = /^(\w+) cannot represent/.exec(message) ?? [];
  if (scalar !== undefined && expected[scalar]) return expected[scalar];
  // a message quotes what was sent, of any length: each alternative begins at a place of its own, so the search is linear
  const [, valueOf, rangeOf] = /^Enum "(\w+)"|"(\w+)" enum/.exec(message) ?? [];
  const enumType = schema.getType(valueOf ?? rangeOf ?? '');
  if (isEnumType(enumType))
    return `Choose one of ${enumType
      .getValues()
      .map(({ name }) => name)
      .join(', ')}.`;
  const [, unknown] = /^Field "(\w+)" is not defined/.exec(message) ?? [];
  if (unknown !== undefined) return `There is no field ${unknown} here.`;
  const [, type] = /^Expected (?:value of )?type "([^"]+)"/.exec(message) ?? [];
  if (type !== undefined) return expected[type.replace('!', '')] ?? 'Send an object.';
  return withoutSchemaHints(truncate(originalError?.message ?? message, longestMessage));
}
