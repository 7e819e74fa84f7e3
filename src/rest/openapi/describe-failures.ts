import { STATUS_CODES } from 'node:http';
import { httpStatusByKind } from '#api/errors/describe-errors.ts';
import { errorCodes, type ErrorEntry, type ErrorKind } from '#kernel/error-codes.ts';
import type { JsonObject } from '#kernel/json.ts';
import type { FailureDescription } from '../route.ts';
import { type JsonSchema, type NamedSchemas, registerSchema, schemaReference } from './json-schema.ts';

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
  /** Whether requests may have an Idempotency-Key. */
  readonly isMutation: boolean;
  /** Whether the operation receives a form: all of its errors are listed. */
  readonly isForm: boolean;
  /** Whether the operation sends a stored file, of which requests may select a range. */
  readonly sendsFile: boolean;
}

const invalidFieldSchema: JsonSchema = {
  type: 'object',
  properties: {
    field: { type: 'string', description: 'The block, or the part of the request.' },
    message: { type: 'string', description: 'What is wrong, for people.' },
  },
  required: ['field', 'message'],
  additionalProperties: false,
};

const invalidFormSchema: JsonSchema = {
  type: 'object',
  properties: {
    is_valid: { const: false },
    errors: {
      type: 'array',
      minItems: 1,
      description: 'All faults, in the order of the blocks.',
      items: schemaReference('InvalidField'),
    },
  },
  required: ['is_valid', 'errors'],
  additionalProperties: false,
};

/** The responses of failures. Operations refer to them, and the components have those that an operation refers to. */
export class FailureResponses {
  readonly components = new Map<string, JsonObject>();

  constructor(
    private readonly failures: FailureDescription,
    private readonly names: NamedSchemas,
  ) {}

  /** The responses of the failures of an operation, by status. */
  of({ hasPathParameters, hasBody, hasRevisionCheck, isMutation, isForm, sendsFile }: FailureTraits): JsonObject {
    const statuses = [
      ...this.failures.statuses,
      ...(hasPathParameters ? [404] : []),
      ...(hasRevisionCheck ? [412] : []),
      ...(isMutation ? [409, 422] : []),
      ...(hasBody ? [413, 415] : []),
      ...(sendsFile ? [416] : []),
    ];
    return Object.fromEntries(
      statuses
        .sort((one, other) => one - other)
        .map((status) => [String(status), isForm && status === 400 ? this.invalidForm() : this.reference(status)]),
    );
  }

  /** An invalid form is a result, not an error of the table (docs/contract/rest.md 1, Errors). */
  private invalidForm(): JsonObject {
    registerSchema('InvalidField', invalidFieldSchema, this.names);
    const schema = { anyOf: [registerSchema('InvalidForm', invalidFormSchema, this.names), this.schemaOf(400)] };
    return {
      description: 'Bad Request: the form is invalid, or it cannot be read.',
      content: { 'application/json': { schema } },
    };
  }

  private reference(status: number): JsonObject {
    const name = componentOf(status);
    if (!this.components.has(name)) this.components.set(name, this.response(status));
    return { $ref: `#/components/responses/${name}` };
  }

  private response(status: number): JsonObject {
    const codes = this.codesOf(status).map((code) => `\`${code}\``);
    return {
      description: `${STATUS_CODES[status] ?? ''}: ${codes.join(', ')}.`,
      ...([409, 429, 503].includes(status) && {
        headers: {
          'Retry-After': {
            description: 'The number of seconds after which to try again.',
            schema: { type: 'integer' },
          },
        },
      }),
      content: { 'application/json': { schema: this.schemaOf(status) } },
    };
  }

  /** The schema of the failures with a status, such as `NotFoundFailure`. */
  private schemaOf(status: number): JsonSchema {
    const schema = this.failures.schemaOf(status, this.codesOf(status));
    return registerSchema(`${componentOf(status)}Failure`, schema, this.names);
  }

  private codesOf(status: number): string[] {
    const found = entries.filter(({ kind }) => httpStatusByKind[kind] === status);
    return [...new Set(found.map(this.failures.errorCodeOf))];
  }
}

const componentOf = (status: number): string => (STATUS_CODES[status] ?? '').replaceAll(' ', '');
