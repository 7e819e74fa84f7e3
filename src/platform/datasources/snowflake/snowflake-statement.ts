import { z } from 'zod';
import { CatalogError, fail } from '../../../kernel/fail.ts';
import type { Fetched, Fetcher, FetchRequest } from '../../fetcher/fetcher.ts';
import { ask, pause } from '../http/ask.ts';
import { readAnswer } from '../http/read-answer.ts';
import type { SnowflakeSession } from './snowflake-session.ts';

/** The most bytes of the answer that brings the description and the first rows; the others come by themselves. */
const maxFirstBytes = 16 * 2 ** 20;
/** The longest that a statement may run, in seconds. */
const longest = 3_000;
const firstPause = 100;
const longestPause = 10_000;
const cancelTimeout = 5_000;

const running = z.object({ statementHandle: z.string().regex(/^[\w-]{1,100}$/) });
const finished = running.extend({
  resultSetMetaData: z.object({
    rowType: z
      .array(
        z.object({
          name: z.string(),
          type: z.string().transform((type) => type.toLowerCase()),
          scale: z
            .number()
            .nullish()
            .transform((scale) => scale ?? null),
        }),
      )
      .min(1),
    partitionInfo: z.array(z.object({ rowCount: z.number() })).min(1),
  }),
  data: z.array(z.array(z.string().nullable())),
});
const refusal = z.object({ code: z.string().max(20).catch(''), message: z.string().catch('') });

/** A statement that has run, with its first rows. */
export type FinishedStatement = z.infer<typeof finished>;

/** Where and how the API is asked. */
export interface SnowflakeApi {
  readonly fetcher: Fetcher;
  readonly origin: string;
  readonly session: SnowflakeSession;
  /** The statement. */
  readonly query: string;
  readonly signal: AbortSignal;
}

/** Runs a statement to its end; called off, it is cancelled. Fails SOURCE_FAILED with what the warehouse says about it. */
export async function runStatement(api: SnowflakeApi): Promise<FinishedStatement> {
  const content = JSON.stringify({ statement: api.query, timeout: longest, ...api.session.place });
  // Asynchronous, so that there is a handle to cancel it by from the beginning.
  let answer = await askApi(api, '?async=true', { method: 'POST', content });
  if (answer.status !== 202) return readAnswer(answer, finished);
  const { statementHandle } = await readAnswer(answer, running);
  try {
    const end = AbortSignal.any([api.signal, AbortSignal.timeout(longest * 1000)]);
    for (let wait = firstPause; answer.status === 202; wait = Math.min(wait * 1.5, longestPause)) {
      await pause(wait, end);
      answer = await askApi(api, `/${statementHandle}`);
      if (answer.status === 202) answer.body.destroy();
    }
    return await readAnswer(answer, finished);
  } catch (error) {
    if (!(error instanceof CatalogError)) cancel(api, statementHandle);
    if (api.signal.aborted || error instanceof CatalogError) throw error;
    return fail('SOURCE_FAILED', { reason: `the query took longer than ${longest / 60} minutes.` });
  }
}

/** The answer to one request, successful; what the warehouse refuses fails SOURCE_FAILED. */
export async function askApi(
  api: SnowflakeApi,
  path: string,
  request: Pick<FetchRequest, 'method' | 'content' | 'maxBytes'> = {},
): Promise<Fetched> {
  const { fetcher, origin, session, signal } = api;
  const headers = { accept: 'application/json', 'content-type': 'application/json', ...session.authorization() };
  const answer = await ask(fetcher, `${origin}/api/v2/statements${path}`, {
    maxBytes: maxFirstBytes,
    ...request,
    headers,
    signal,
    acceptedStatuses: [400, 401, 403, 408, 422],
  });
  if (answer.status < 300) return answer;
  const { code, message } = await readAnswer(answer, refusal).catch(() => ({ code: '', message: '' }));
  const advice = answer.status === 401 || answer.status === 403 ? ' Check the connection string.' : '';
  return fail('SOURCE_FAILED', {
    reason: `the warehouse refuses (status ${answer.status}, code ${code || 'unknown'}): ${shown(message, api)}${advice}`,
  });
}

/** What the warehouse says on one line, without the query and without secrets. */
function shown(message: string, { session, query }: SnowflakeApi): string {
  const hidden = [query, ...session.secrets].reduce(
    (text, secret) => (secret.trim() === '' ? text : text.replaceAll(secret, '…')),
    message,
  );
  return (
    hidden
      .toWellFormed()
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim()
      .slice(0, 500) || 'it does not say why.'
  );
}

/** Nobody waits for it: a warehouse that does not hear it ends the statement after its time. */
function cancel({ fetcher, origin, session }: SnowflakeApi, handle: string): void {
  const request = {
    method: 'POST',
    headers: { ...session.authorization(), 'content-type': 'application/json' },
    content: '',
    signal: AbortSignal.timeout(cancelTimeout),
  } as const;
  fetcher.fetch(`${origin}/api/v2/statements/${handle}/cancel`, request).then(
    ({ body }) => body.destroy(),
    () => {
      /* It has ended, or goes on until its time is over. */
    },
  );
}
