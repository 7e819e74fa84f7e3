import { buffer } from 'node:stream/consumers';
import type { z } from 'zod';
import { fail } from '#kernel/fail.ts';
import { parseJson } from '#kernel/json.ts';
import type { Fetched } from '#platform/fetcher/fetcher.ts';

/** The size limit of a metadata response; responses that hold the data have limits of their own. */
export const maxMetadataBytes = 4 * 2 ** 20;

/**
 * Parses a JSON response and validates it by a schema. The response is held in memory, so the caller must limit its size. Fails
 * SOURCE_FAILED; the message quotes nothing of the response.
 */
export async function readJsonResponse<Value>(
  { body, url }: Pick<Fetched, 'body' | 'url'>,
  schema: z.ZodType<Value>,
): Promise<Value> {
  const { host } = new URL(url);
  const parsedBody =
    parse(await buffer(body)) ??
    fail('SOURCE_FAILED', { reason: `${host} did not answer with JSON. Check the address.` });
  const parsed = schema.safeParse(parsedBody.json);
  if (parsed.success) return parsed.data;
  const place = parsed.error.issues[0]?.path.slice(0, 5).join('.').slice(0, 100) || 'its beginning';
  return fail('SOURCE_FAILED', {
    reason: `${host} answered in an unexpected form, at ${place}. Check the address.`,
  });
}

/** Parses JSON in UTF-8 and wraps the value, because the value may be null; undefined for other bytes. */
function parse(bytes: Buffer): { readonly json: unknown } | undefined {
  try {
    return { json: parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return undefined;
  }
}
