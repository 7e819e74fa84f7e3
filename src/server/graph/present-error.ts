import { unwrapResolverError } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { toCatalogError } from '../../api/errors/to-catalog-error.ts';
import { truncate } from '../../kernel/text.ts';
import { type errorCodes } from '../../kernel/error-codes.ts';
import { CatalogError } from '../../kernel/fail.ts';
import { nestedTooDeep } from './validate-document.ts';

/** Codes that Apollo gives by itself, as the table names them. */
const namedByApollo: Readonly<Record<string, keyof typeof errorCodes>> = {
  GRAPHQL_PARSE_FAILED: 'GRAPHQL_PARSE_FAILED',
  GRAPHQL_VALIDATION_FAILED: 'GRAPHQL_VALIDATION_FAILED',
  BAD_USER_INPUT: 'INVALID_INPUT',
  BAD_REQUEST: 'BAD_REQUEST',
  OPERATION_RESOLUTION_FAILURE: 'BAD_REQUEST',
  PERSISTED_QUERY_NOT_FOUND: 'BAD_REQUEST',
  PERSISTED_QUERY_NOT_SUPPORTED: 'BAD_REQUEST',
};

/** The longest message of GraphQL's own that is passed on, in characters: it may quote all that was sent. */
const longestMessage = 500;

/** What GraphQL itself says of a request before any field of it is executed. */
const codeOfRequest = (cause: unknown, { path }: GraphQLFormattedError): 'INVALID_INPUT' | undefined =>
  cause instanceof GraphQLError && !cause.originalError && path === undefined ? 'INVALID_INPUT' : undefined;

/**
 * A failure as GraphQL clients see it: the message, `extensions.code` from the table, what fills its placeholders, and the fields at fault. What
 * nobody foresaw is masked; `unforeseen` is told of it and answers the trace id to quote.
 */
export function presentError(
  formatted: GraphQLFormattedError,
  error: unknown,
  unforeseen: (error: unknown) => string,
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
    const message = truncate(formatted.message, longestMessage);
    return { message, ...where, extensions: { code: 'INVALID_INPUT', fields: { [argument]: [message] } } };
  }
  const code =
    cause === error || formatted.path === undefined
      ? (namedByApollo[String(formatted.extensions?.['code'])] ?? codeOfRequest(cause, formatted))
      : undefined;
  if (code) {
    // what the parser itself says has a place
    const message = code === 'GRAPHQL_PARSE_FAILED' && !formatted.locations ? nestedTooDeep : formatted.message;
    return { message: truncate(message, longestMessage), ...where, extensions: { code } };
  }
  const masked = new CatalogError('INTERNAL_ERROR');
  return { message: masked.message, ...where, extensions: { code: masked.code, trace_id: unforeseen(cause) } };
}
