import { expect } from '@jest/globals';

/** The REST answer that refuses these fields, with one message for each. */
export const invalid = (...fields: string[]) => ({
  status: 400,
  body: {
    error_code: 'validation_error',
    message: 'Invalid input',
    detail: Object.fromEntries(fields.map((field) => [field, [expect.any(String)]])),
  },
});
