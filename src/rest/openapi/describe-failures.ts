import { STATUS_CODES } from 'node:http';
import { httpStatusByKind } from '../../api/errors/status-of-kind.ts';
import { errorCodes } from '../../kernel/error-codes.ts';
import type { ErrorEntry, ErrorKind } from '../../kernel/error-entry.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { FailureDescription } from '../conventions.ts';
import type { JsonSchema } from './named-schemas.ts';

/** Kinds of failures outside of operations: methods that do not exist, and malformed requests. */
const excludedKinds: readonly ErrorKind[] = ['method', 'timeout', 'addressTooLong', 'headersTooLarge'];

/**
 * The entries of the error table that operations can fail with. No REST operation opens an event stream, so
 * TOO_MANY_STREAMS is left out.
 */
const entries = Object.entries(errorCodes).flatMap(([code, entry]: [string, ErrorEntry]) =>
  excludedKinds.includes(entry.kind) || code === 'TOO_MANY_STREAMS' ? [] : [entry],
);

/** The traits of an operation that determine how it can fail. */
export interface FailureTraits {
  readonly hasPathParameters: boolean;
  /** Whether requests may have a body, even if the operation does not use it. */
  readonly hasBody: boolean;
  readonly hasRevisionCheck: boolean;
  /** Whether the operation receives a form: all of its errors are listed. */
  readonly isForm: boolean;
  /** Whether the operation sends a stored file, of which requests may select a range. */
  readonly sendsFile: boolean;
}

/** The responses of failures, by status. */
export function failuresOf(
  { hasPathParameters, hasBody, hasRevisionCheck, isForm, sendsFile }: FailureTraits,
  failures: FailureDescription,
): JsonObject {
  const statuses = [
    ...failures.statuses,
    ...(hasPathParameters ? [404] : []),
    ...(hasRevisionCheck ? [412] : []),
    ...(hasBody ? [413, 415] : []),
    ...(sendsFile ? [416] : []),
  ];
  return Object.fromEntries(
    statuses
      .sort((one, other) => one - other)
      .map((status) => [
        String(status),
        isForm && status === 400
          ? invalidFormResponse(failures)
          : { $ref: `#/components/responses/${componentOf(status)}` },
      ]),
  );
}

/** An invalid form is a result, not an error of the table (docs/contract/rest.md 1, Errors). */
const invalidFormResponse = (failures: FailureDescription): JsonObject => ({
  description: 'Bad Request: the form is invalid, or it cannot be read.',
  content: { 'application/json': { schema: { anyOf: [invalidFormSchema, schemaOf(failures, 400)] } } },
});

const invalidFormSchema: JsonSchema = {
  type: 'object',
  properties: {
    is_valid: { const: false },
    errors: {
      type: 'array',
      minItems: 1,
      description: 'All faults, in the order of the blocks.',
      items: {
        type: 'object',
        required: ['field', 'message'],
        additionalProperties: false,
        properties: {
          field: { type: 'string', description: 'The block, or the part of the request.' },
          message: { type: 'string', description: 'What is wrong, for people.' },
        },
      },
    },
  },
  required: ['is_valid', 'errors'],
  additionalProperties: false,
};

/** The responses that operations refer to. */
export const failureResponses = (failures: FailureDescription): JsonObject =>
  Object.fromEntries(
    [...new Set(entries.map(statusOf))]
      .sort((one, other) => one - other)
      .map((status) => [
        componentOf(status),
        {
          description: `${STATUS_CODES[status] ?? ''}: ${codesOf(failures, status)
            .map((code) => `\`${code}\``)
            .join(', ')}.`,
          ...((status === 503 || status === 429) && {
            headers: {
              'Retry-After': {
                description: 'The number of seconds after which to try again.',
                schema: { type: 'integer' },
              },
            },
          }),
          content: { 'application/json': { schema: schemaOf(failures, status) } },
        },
      ]),
  );

const statusOf = ({ kind }: ErrorEntry): number => httpStatusByKind[kind];
const codesOf = ({ errorCodeOf }: FailureDescription, status: number): string[] => [
  ...new Set(entries.filter((entry) => statusOf(entry) === status).map(errorCodeOf)),
];
const schemaOf = (failures: FailureDescription, status: number): JsonSchema =>
  failures.schemaOf(status, codesOf(failures, status));
const componentOf = (status: number): string => (STATUS_CODES[status] ?? '').replaceAll(' ', '');
