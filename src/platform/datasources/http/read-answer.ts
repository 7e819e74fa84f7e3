import { buffer } from 'node:stream/consumers';
import type { z } from 'zod';
import { fail } from '../../../kernel/fail.ts';
import { parseJson } from '../../../kernel/json.ts';
import type { Fetched } from '../../fetcher/fetcher.ts';

/** The most bytes of an answer that describes data; what holds the data itself has limits of its own. */
export const maxAnswerBytes = 4 * 2 ** 20;

/**
 * The JSON of an answer in the shape that the API's description gives it. It is read whole, so whoever asks limits its
 * size. Fails SOURCE_FAILED, without a word of the answer.
 */
export async function readAnswer<Shape>(
  { body, url }: Pick<Fetched, 'body' | 'url'>,
  shape: z.ZodType<Shape>,
): Promise<Shape> {
  const { host } = new URL(url);
  const answer =
    parse(await buffer(body)) ??
    fail('SOURCE_FAILED', { reason: `${host} did not answer with JSON. Check the address.` });
  const reading = shape.safeParse(answer.json);
  if (reading.success) return reading.data;
  const place = reading.error.issues[0]?.path.slice(0, 5).join('.').slice(0, 100) || 'its beginning';
  return fail('SOURCE_FAILED', {
    reason: `${host} did not answer as such a source does, at ${place}. Check the address.`,
  });
}

function parse(bytes: Buffer): { readonly json: unknown } | undefined {
  try {
    return { json: parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return undefined;
  }
}
