import {
  Kind, coerceInputValue, isInputType, isNonNullType, typeFromAST, type DocumentNode, type GraphQLError, type GraphQLSchema, type VariableDefinitionNode,
} from 'graphql';
import type { FieldErrors } from '../../kernel/fail.ts';
import { withoutSchemaHints } from '../limits/without-schema-hints.ts';

const required = 'This field is required.';

/** What is wrong with the variables of an operation, by field path without the `input` in front; undefined when nothing is. */
export function inputProblems(schema: GraphQLSchema, document: DocumentNode, variables: Readonly<Record<string, unknown>>): FieldErrors | undefined {
  const problems: Record<string, string[]> = {};
  const report = (path: readonly (string | number)[], message: string) => {
    const field = (path[0] === 'input' && path.length > 1 ? path.slice(1) : path).join('.');
    (problems[field] ??= []).push(message);
  };
  for (const definition of variablesOf(document)) checkVariable(schema, definition, variables, report);
  return Object.keys(problems).length > 0 ? problems : undefined;
}

type Report = (path: readonly (string | number)[], message: string) => void;

const variablesOf = (document: DocumentNode) => document.definitions.flatMap((definition) =>
  (definition.kind === Kind.OPERATION_DEFINITION ? definition.variableDefinitions ?? [] : []));

function checkVariable(schema: GraphQLSchema, definition: VariableDefinitionNode, variables: Readonly<Record<string, unknown>>, report: Report): void {
  const name = definition.variable.name.value;
  const type = typeFromAST(schema, definition.type);
  const value = variables[name];
  if (!isInputType(type)) throw new Error(`$${name} has no input type.`);
  if (value === undefined) {
    if (isNonNullType(type) && !definition.defaultValue) report([name], required);
    return;
  }
  coerceInputValue(value, type, (path, invalid, error) => {
    const missing = /^Field "(\w+)" of required type/.exec(error.message)?.[1];
    if (missing) report([name, ...path, missing], required);
    else report([name, ...path], invalid === null ? required : messageOf(error));
  });
}

const messageOf = (error: GraphQLError): string =>
  withoutSchemaHints(error.originalError?.message ?? error.message.replace(/^Expected (value of type|non-nullable type) "([^"]+)".*$/, 'Send a value of type $2.'));
