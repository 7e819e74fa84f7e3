import { expect } from '@jest/globals';
import { httpStatusByKind } from '#api/errors/describe-errors.ts';
import type { ErrorCode } from '#kernel/error-codes.ts';
import { CatalogError } from '#kernel/fail.ts';
import { errorBody } from '#rest/route.ts';

/** The REST answer that refuses these fields, with one message for each. */
export const invalid = (...fields: string[]) => ({
  status: 400,
  body: {
    error_code: 'validation_error',
    message: 'Invalid input',
    detail: Object.fromEntries(fields.map((field) => [field, [expect.any(String)]])),
  },
});

/** The REST answer of an error of the table: its status, its `error_code` and its message or fields. */
export function failureOf(code: ErrorCode, details: CatalogError['details'] = {}) {
  const failure = new CatalogError(code, details);
  return { status: httpStatusByKind[failure.entry.kind], body: errorBody(failure, {}) };
}

/** The message of an error of the table. */
export const messageOf = (code: ErrorCode, details: CatalogError['details'] = {}): string =>
  new CatalogError(code, details).message;
