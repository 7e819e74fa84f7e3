import type { Readable } from 'node:stream';
import { CatalogError } from '#kernel/fail.ts';
import type { Fetched } from '#platform/fetcher/fetcher.ts';
import { toStatusFailure } from '#platform/fetcher/source-failure.ts';

/** Advice to the user for each of a provider's error codes. */
export type AdviceByCode = ReadonlyMap<string, string>;

/** Creates the failure for a provider's error code, or for the status alone when the code is unknown. */
export function toProviderFailure(
  { status, url }: Fetched,
  code: string | undefined,
  advice: AdviceByCode,
): CatalogError {
  const { host } = new URL(url);
  const hint = code !== undefined && advice.get(code);
  return hint
    ? new CatalogError('SOURCE_FAILED', { reason: `${host} answered ${code}. ${hint}` })
    : toStatusFailure(status, host);
}

const maxPrefixLength = 65_536;
const timeoutMs = 5_000;

/** Reads the beginning of an error response, to find its error code: at most 64 KiB, for at most 5 seconds. */
export async function readPrefix(body: Readable): Promise<string> {
  const timer = setTimeout(() => body.destroy(), timeoutMs);
  let beginning = '';
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      beginning += chunk.toString('latin1');
      if (beginning.length > maxPrefixLength) break;
    }
  } catch {
    /* The prefix received so far is enough. */
  }
  clearTimeout(timer);
  return beginning;
}
