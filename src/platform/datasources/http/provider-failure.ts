import type { Readable } from 'node:stream';
import { CatalogError } from '../../../kernel/fail.ts';
import type { Fetched } from '../../fetcher/fetcher.ts';
import { statusFailure } from '../../fetcher/source-failure.ts';

/** What to do about the codes by which a provider names its failures. */
export type Advice = ReadonlyMap<string, string>;

/** The failure of a provider by the code that it gives, or by its status alone where nothing is known about the code. */
export function providerFailure({ status, url }: Fetched, code: string | undefined, advice: Advice): CatalogError {
  const { host } = new URL(url);
  const found = code !== undefined && advice.get(code);
  return found
    ? new CatalogError('SOURCE_FAILED', { reason: `${host} answered ${code}. ${found}` })
    : statusFailure(status, host);
}

const enough = 65_536;
const patience = 5_000;

/** The beginning of an answer that is read for its code only: what comes of it in 64 KiB and 5 seconds. */
export async function beginningOf(body: Readable): Promise<string> {
  const timer = setTimeout(() => body.destroy(), patience);
  let beginning = '';
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      beginning += chunk.toString('latin1');
      if (beginning.length > enough) break;
    }
  } catch {
    /* What came before is all there is. */
  }
  clearTimeout(timer);
  return beginning;
}
