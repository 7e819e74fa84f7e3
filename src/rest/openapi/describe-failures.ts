import { STATUS_CODES } from 'node:http';
import { statusOfKind } from '../../api/errors/status-of-kind.ts';
import { errorCodes, type ErrorEntry, type ErrorKind } from '../../kernel/error-codes.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { errorCodeOf } from '../errors/error-body.ts';
import type { JsonSchema } from './named-schemas.ts';

/** Kinds of failures outside of operations: methods that do not exist, and malformed requests. */
const excludedKinds: readonly ErrorKind[] = ['method', 'timeout', 'addressTooLong', 'headersTooLarge'];

/** The failures of operations. No operation opens a stream. */
const entries = Object.entries(errorCodes).flatMap(([code, entry]: [string, ErrorEntry]) =>
  excludedKinds.includes(entry.kind) || code === 'TOO_MANY_STREAMS' ? [] : [entry],
);

/** The statuses of failures that are possible for every request. */
const alwaysPossible = [400, 401, 403, 500, 503];

/** The traits of an operation that determine how it can fail. */
export interface FailureTraits {
  readonly hasPath: boolean;
  /** Whether a body is read, even if the operation does not use it. */
  readonly readsBody: boolean;
  readonly takesRevision: boolean;
  /** Whether it reads a form: forms are rate limited, and all errors are listed. */
  readonly readsForm: boolean;
}

/** The responses of failures, by status. */
export function failuresOf({ hasPath, readsBody, takesRevision: mindsRevision, readsForm }: FailureTraits): JsonObject {
  const statuses = [
    ...alwaysPossible,
    ...(readsForm ? [429] : []),
    ...(hasPath ? [404] : []),
    ...(mindsRevision ? [412] : []),
    ...(readsBody ? [413, 415] : []),
  ];
  return Object.fromEntries(
    statuses
      .sort((one, other) => one - other)
      .map((status) => [
        String(status),
        readsForm && status === 400 ? refusedForm() : { $ref: `#/components/responses/${componentOf(status)}` },
      ]),
  );
}

/** An invalid form is a result, not an error of the table (docs/contract/rest.md 1, Errors). */
const refusedForm = (): JsonObject => ({
  description: 'Bad Request: the form is invalid, or it cannot be read.',
  content: { 'application/json': { schema: { anyOf: [refusal, failureSchema(400)] } } },
});

const refusal: JsonSchema = {
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
export const failureResponses = (): JsonObject =>
  Object.fromEntries(
    [...new Set(entries.map(statusOf))]
      .sort((one, other) => one - other)
      .map((status) => [
        componentOf(status),
        {
          description: `${STATUS_CODES[status] ?? ''}: ${codesOf(status)
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
          content: { 'application/json': { schema: failureSchema(status) } },
        },
      ]),
  );

const failureSchema = (status: number): JsonSchema => ({
  type: 'object',
  properties: {
    error_code: { type: 'string', enum: codesOf(status), description: 'What went wrong, for programs.' },
    message: { type: 'string', description: 'What went wrong, for people.' },
    ...(status === 400 && {
      detail: {
        type: 'object',
        additionalProperties: { type: 'array', items: { type: 'string' } },
        description: 'Of `validation_error`: what is wrong with each field.',
      },
    }),
    ...(status === 500 && {
      trace_id: { type: 'string', format: 'uuid', description: 'Identifies the failure in the log.' },
    }),
  },
  required: ['error_code', 'message', ...(status === 500 ? ['trace_id'] : [])],
  additionalProperties: false,
});

const statusOf = ({ kind }: ErrorEntry): number => statusOfKind[kind];
const codesOf = (status: number): string[] => [
  ...new Set(entries.filter((entry) => statusOf(entry) === status).map(errorCodeOf)),
];
const componentOf = (status: number): string => (STATUS_CODES[status] ?? '').replaceAll(' ', '');
