import { GraphError } from './graph-error.ts';

/** The data of a GraphQL result. Throws its first error where it has any. */
export function dataOf(result: unknown): unknown {
  if (!isRecord(result)) throw new GraphError('The response is not JSON.', 'INTERNAL_ERROR');
  const [error] = Array.isArray(result['errors']) ? (result['errors'] as readonly unknown[]) : [];
  if (isRecord(error)) {
    const { message, extensions } = error;
    const code = isRecord(extensions) ? extensions['code'] : undefined;
    throw new GraphError(textOr(message, 'The request failed.'), textOr(code, 'INTERNAL_ERROR'));
  }
  return result['data'];
}

/** Whether a value is an object of JSON. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOr = (value: unknown, other: string): string => (typeof value === 'string' ? value : other);
