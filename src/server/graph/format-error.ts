import { unwrapResolverError, type ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { toCatalogError } from '#api/errors/to-catalog-error.ts';
import { truncate } from '#kernel/text.ts';
import type { ErrorCode } from '#kernel/error-codes.ts';
import { CatalogError } from '#kernel/fail.ts';
import { nestedTooDeep } from './validate-document.ts';

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
