import { type ApolloServerErrorCode, unwrapResolverError } from '@apollo/server/errors';
import {
  coerceInputValue,
  type DocumentNode,
  getNullableType,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInputType,
  isLeafType,
  isListType,
  isNonNullType,
  Kind,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { toCatalogError } from '#api/errors/to-catalog-error.ts';
import { truncate } from '#kernel/text.ts';
import type { ErrorCode } from '#kernel/error-codes.ts';
import { CatalogError, type FieldErrors, requiredMessage } from '#kernel/fail.ts';
import { isJsonObject } from '#kernel/json.ts';
import { nestedTooDeep } from './validate-operation.ts';
import { dateTimeMessage, textOrIntegerMessage } from '#api/types/scalars.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { keepFromCaches } from './documents.ts';
import { reportedExtensions } from './reports.ts';
import { sendFailure } from '#http/answer-head.ts';
import { refuseOtherMethods } from '#http/requests.ts';
import { toFailure } from '../http/observe-requests.ts';

/** The codes of `errorCodes` for Apollo's own error codes. Clients receive none but ours: a code that Apollo adds does not compile. */
const apolloCodes: Readonly<Record<string, ErrorCode>> = {
  GRAPHQL_PARSE_FAILED: 'GRAPHQL_PARSE_FAILED',
  GRAPHQL_VALIDATION_FAILED: 'GRAPHQL_VALIDATION_FAILED',
  BAD_USER_INPUT: 'INVALID_INPUT',
  BAD_REQUEST: 'BAD_REQUEST',
  OPERATION_RESOLUTION_FAILURE: 'BAD_REQUEST',
  PERSISTED_QUERY_NOT_FOUND: 'BAD_REQUEST',
  PERSISTED_QUERY_NOT_SUPPORTED: 'BAD_REQUEST',
} satisfies Record<Exclude<`${ApolloServerErrorCode}`, 'INTERNAL_SERVER_ERROR'>, ErrorCode>;

/** The maximum length of GraphQL's own messages, which may quote the whole input. */
const maxMessageLength = 500;

/** The code of an error that GraphQL itself raised before execution, which is INVALID_INPUT; undefined for any other error. */
const codeOfRequest = (cause: unknown, { path }: GraphQLFormattedError): 'INVALID_INPUT' | undefined =>
  cause instanceof GraphQLError && !cause.originalError && path === undefined ? 'INVALID_INPUT' : undefined;

/**
 * Formats an error for GraphQL clients: the message, `extensions.code` from the table, the values of its placeholders, and the
 * invalid fields. An unexpected error is masked; `reportUnexpected` logs it and returns its trace id.
 */
export function formatError(
  formatted: GraphQLFormattedError,
  error: unknown,
  reportUnexpected: (error: unknown) => string,
): GraphQLFormattedError {
  const cause = unwrapResolverError(error);
  const failure = toCatalogError(cause);
  const where = {
    ...(formatted.locations && { locations: formatted.locations }),
    ...(formatted.path && { path: formatted.path }),
  };
  if (failure) {
    return {
      message: failure.message,
      ...where,
      extensions: { ...failure.details, code: failure.code, ...(failure.fields && { fields: failure.fields }) },
    };
  }
  const [, argument] = /^Argument "(\w+)" (?:of|has) /.exec(formatted.message) ?? [];
  if (argument !== undefined && cause instanceof GraphQLError) {
    const message = truncate(formatted.message, maxMessageLength);
    return { message, ...where, extensions: { code: 'INVALID_INPUT', fields: { [argument]: [message] } } };
  }
  const code =
    cause === error || formatted.path === undefined
      ? (apolloCodes[String(formatted.extensions?.['code'])] ?? codeOfRequest(cause, formatted))
      : undefined;
  if (code) {
    // The parser's syntax errors have a location. Without a location, the document exceeded the stack of the parser.
    const message = code === 'GRAPHQL_PARSE_FAILED' && !formatted.locations ? nestedTooDeep : formatted.message;
    return { message: truncate(message, maxMessageLength), ...where, extensions: { code } };
  }
  const masked = new CatalogError('INTERNAL_ERROR');
  return { message: masked.message, ...where, extensions: { code: masked.code, trace_id: reportUnexpected(cause) } };
}

/** Removes "Did you mean …?" from a validation message, because the hint reveals names of the schema to callers without a key. */
export const withoutSchemaHints = (message: string): string => message.replace(/ Did you mean [^?]*\?/g, '');

/** The maximum number of reported problems. */
const maxProblems = 50;
/**
 * The problems of an operation's variables, by field path without the leading `input`; undefined when there is no problem. The check ends
 * after `maxProblems` problems, so that invalid values cost no more than valid values.
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
    if (count === maxProblems) throw new EnoughProblems();
  };
  try {
    for (const definition of variablesOf(document)) checkVariable(schema, definition, variables, report);
  } catch (error) {
    if (!(error instanceof EnoughProblems)) throw error;
  }
  return count > 0 ? problems : undefined;
}

/** Thrown to end the check after `maxProblems` problems. */
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
    if (isNonNullType(type) && !definition.defaultValue) report([name], requiredMessage);
    return;
  }
  const loneValuePaths = pathsOfLoneValues(value, type, [name]);
  for (const path of loneValuePaths) report(path, 'Send a list.');
  let suppressed = 0;
  coerceInputValue(value, type, (below, invalid, error) => {
    const path = [name, ...below];
    // A value that should be a list is reported once, without the problems of its content.
    if (loneValuePaths.some((outer) => outer.every((segment, index) => path[index] === segment))) {
      suppressed += 1;
      if (suppressed === maxProblems) throw new EnoughProblems();
      return;
    }
    const missingField = /^Field "(\w+)" of required type/.exec(error.message)?.[1];
    if (missingField) report([...path, missingField], requiredMessage);
    else report(path, invalid === null ? requiredMessage : messageOf(schema, error));
  });
  if (isJsonObject(value))
    for (const field of requiredFields(definition))
      if (value[field] === undefined || value[field] === null) report([name, field], requiredMessage);
}

/** The fields of an input that `@requires` names (schema/document-directives.graphql). */
const requiredFields = ({ directives = [] }: VariableDefinitionNode): readonly string[] =>
  directives
    .filter((directive) => directive.name.value === 'requires')
    .flatMap(({ arguments: [fields] = [] }) => (fields?.value.kind === Kind.LIST ? fields.value.values : []))
    .flatMap((field) => (field.kind === Kind.STRING ? [field.value] : []));

type Path = readonly (string | number)[];

/** The paths of single values in the place of lists. GraphQL would coerce such a value to a list of one; the contract does not allow it. */
function pathsOfLoneValues(value: unknown, type: GraphQLInputType, path: Path, found: Path[] = []): readonly Path[] {
  if (isNonNullType(type)) return pathsOfLoneValues(value, type.ofType, path, found);
  if (value === null || value === undefined || found.length === maxProblems) return found;
  if (isListType(type)) {
    if (!Array.isArray(value)) found.push(path);
    // The items of a list of leaves contain no lists; coercion checks them.
    else if (!isLeafType(getNullableType(type.ofType)))
      for (const [index, item] of value.entries()) pathsOfLoneValues(item, type.ofType, [...path, index], found);
  } else if (isInputObjectType(type) && typeof value === 'object') {
    for (const { name, type: inner } of Object.values(type.getFields()))
      pathsOfLoneValues(Reflect.get(value, name), inner, [...path, name], found);
  }
  return found;
}

/** The message for an invalid value of each scalar. GraphQL's own messages name types of the graph, which REST clients do not know. */
const expected: Readonly<Record<string, string>> = {
  Int: 'Send a whole number.',
  Float: 'Send a number.',
  String: 'Send a text.',
  ID: 'Send a text.',
  Boolean: 'Send true or false.',
  DateTime: dateTimeMessage,
  TextOrInteger: textOrIntegerMessage,
};

/** The message for a value that GraphQL cannot coerce. */
function messageOf(schema: GraphQLSchema, { originalError, message }: GraphQLError): string {
  const [, scalar] = /^(\w+) cannot represent/.exec(message) ?? [];
  if (scalar !== undefined && expected[scalar]) return expected[scalar];
  // The message quotes the input, of any length. Each alternative starts at a fixed text, so the search takes linear time.
  const [, leadingEnum, trailingEnum] = /^Enum "(\w+)"|"(\w+)" enum/.exec(message) ?? [];
  const enumType = schema.getType(leadingEnum ?? trailingEnum ?? '');
  if (isEnumType(enumType))
    return `Choose one of ${enumType
      .getValues()
      .map(({ name }) => name)
      .join(', ')}.`;
  const [, oneOf] = /^Exactly one key must be specified for OneOf type "(\w+)"/.exec(message) ?? [];
  const oneOfType = schema.getType(oneOf ?? '');
  if (isInputObjectType(oneOfType)) return `Choose one of: ${Object.keys(oneOfType.getFields()).join(', ')}.`;
  if (/^Field "\w+" must be non-null/.test(message)) return requiredMessage;
  const [, unknown] = /^Field "(\w+)" is not defined/.exec(message) ?? [];
  if (unknown !== undefined) return `There is no field ${unknown} here.`;
  const [, type] = /^Expected (?:value of )?type "([^"]+)"/.exec(message) ?? [];
  if (type !== undefined) return expected[type.replace('!', '')] ?? 'Send an object.';
  return withoutSchemaHints(truncate(originalError?.message ?? message, maxMessageLength));
}

/** Sends errors before execution in GraphQL's shape, and refuses other methods at a path. */
export function handleGraphqlErrors(http: FastifyInstance, url: string, methods: readonly string[]): void {
  http.setErrorHandler(sendGraphqlError);
  refuseOtherMethods(http, url, methods);
}

function sendGraphqlError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { failure, extensions } = toFailure(error, request);
  keepFromCaches(reply);
  sendFailure(reply, failure, {
    errors: [{ message: failure.message, extensions: { code: failure.code, ...extensions } }],
    ...(request.catalog?.reports && { extensions: reportedExtensions(request.catalog, request.catalog.reports) }),
  });
}
