import type { ErrorEntry, ErrorKind } from '#kernel/error-codes.ts';
import { type CatalogError } from '#kernel/fail.ts';
import { requestName } from './request/request-value.ts';
import type { JsonSchema } from './openapi/json-schema.ts';
import type { Route } from './route.ts';
import { wireName } from './wire-values.ts';

/** REST's `error_code` of each kind of failure, unless its entry has its own (docs/contract/rest.md 1, Errors). */
const errorCodeOfKind: Readonly<Record<ErrorKind, string>> = Object.freeze({
  malformed: 'bad_request',
  invalid: 'validation_error',
  status: 'invalid_dataset_status',
  anonymous: 'unauthorized',
  denied: 'permission_denied',
  missing: 'not_found',
  method: 'method_not_allowed',
  tooLarge: 'payload_too_large',
  timeout: 'request_timeout',
  conflict: 'conflict',
  addressTooLong: 'uri_too_long',
  headersTooLarge: 'request_header_fields_too_large',
  mediaType: 'unsupported_media_type',
  unprocessable: 'unprocessable_content',
  revision: 'revision_mismatch',
  range: 'range_not_satisfiable',
  rate: 'rate_limit_exceeded',
  internal: 'internal_error',
  unavailable: 'unavailable',
  timedOut: 'timed_out',
  full: 'storage_full',
});

/** REST's `error_code` of a failure. */
export const errorCodeOf = ({ kind, errorCode }: ErrorEntry): string => errorCode ?? errorCodeOfKind[kind];

/** The body of a failure. Invalid input has the message `Invalid input` and lists its fields under `detail`. */
export function errorBody(
  failure: CatalogError,
  extensions: Readonly<Record<string, unknown>>,
  route?: Pick<Route, 'variables' | 'body'>,
): object {
  const { kind } = failure.entry;
  const error_code = errorCodeOf(failure.entry);
  if (kind !== 'invalid')
    return {
      error_code,
      message: failure.message,
      ...('trace_id' in extensions && { trace_id: extensions['trace_id'] }),
    };
  const fields = Object.entries(failure.fields ?? { non_field_errors: [failure.message] });
  return {
    error_code,
    message: 'Invalid input',
    detail: Object.fromEntries(
      fields.map(([field, messages]) => [
        route ? requestName(field, route.variables, route.body) : wireName(field),
        messages,
      ]),
    ),
  };
}

/** The JSON Schema of the bodies of failures with a status. */
export const errorSchema = (status: number, codes: readonly string[]): JsonSchema => ({
  type: 'object',
  properties: {
    error_code: { type: 'string', enum: codes, description: 'What went wrong, for programs.' },
    message: { type: 'string', description: 'What went wrong, for people.' },
    ...(status === 400 && {
      detail: {
        type: 'object',
        additionalProperties: { type: 'array', items: { type: 'string' } },
        description: 'Present with `validation_error`: what is wrong with each field.',
      },
    }),
    ...(status === 500 && {
      trace_id: { type: 'string', format: 'uuid', description: 'Identifies the failure in the log.' },
    }),
  },
  required: ['error_code', 'message', ...(status === 500 ? ['trace_id'] : [])],
  additionalProperties: false,
});
