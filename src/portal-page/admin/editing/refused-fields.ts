import { isRecord } from '#portal-page/json.ts';
import { GraphError } from '#portal-page/reader.ts';

/** The messages of an error by the path of the input. */
export function fieldsOf(error: Error): Readonly<Record<string, readonly string[]>> {
  const fields: unknown = error instanceof GraphError ? error.details['fields'] : undefined;
  if (!isRecord(fields)) return {};
  return Object.fromEntries(
    Object.entries(fields).map(([path, messages]) => [path, Array.isArray(messages) ? messages.map(String) : []]),
  );
}
