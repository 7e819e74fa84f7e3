import { z } from 'zod';
import { CatalogError, fail } from '#kernel/fail.ts';
import type { Fetched, Fetcher, FetchRequest } from '../fetcher/fetcher.ts';
import { delay, fetchWithRetry, readJsonResponse } from './provider-requests.ts';
import type { SnowflakeSession } from './snowflake-session.ts';
import { type Cells, createCellWriter, SnowflakeRowParser } from './snowflake-values.ts';

/** The size limit of the response with the metadata and the first rows, in bytes. Other partitions are requested separately. */
const maxFirstBytes = 16 * 2 ** 20;
const maxRuntimeSeconds = 3_000;
const firstPauseMs = 100;
const maxPauseMs = 10_000;
const cancelTimeoutMs = 5_000;

const runningStatement = z.object({ statementHandle: z.string().regex(/^[\w-]{1,100}$/) });
const finishedStatement = runningStatement.extend({
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
const errorResponse = z.object({ code: z.string().max(20).catch(''), message: z.string().catch('') });

/** A finished statement with its first rows. */
type FinishedStatement = z.infer<typeof finishedStatement>;

/** The access to the SQL API for one statement. */
interface SnowflakeApi {
  readonly fetcher: Fetcher;
  readonly origin: string;
  readonly session: SnowflakeSession;
  /** The text of the statement. */
  readonly query: string;
  readonly signal: AbortSignal;
}

/** Runs a statement to its end; an abort cancels it. Fails SOURCE_FAILED with the warehouse's message. */
export async function runSnowflakeStatement(api: SnowflakeApi): Promise<FinishedStatement> {
  const content = JSON.stringify({ statement: api.query, timeout: maxRuntimeSeconds, ...api.session.statementContext });
  // The API returns the handle of an asynchronous statement at once, so that it can be cancelled.
  let response = await callApi(api, '?async=true', { method: 'POST', content });
  if (response.status !== 202) return readJsonResponse(response, finishedStatement);
  const { statementHandle } = await readJsonResponse(response, runningStatement);
  try {
    const abortOrTimeout = AbortSignal.any([api.signal, AbortSignal.timeout(maxRuntimeSeconds * 1000)]);
    for (let pauseMs = firstPauseMs; response.status === 202; pauseMs = Math.min(pauseMs * 1.5, maxPauseMs)) {
      await delay(pauseMs, abortOrTimeout);
      response = await callApi(api, `/${statementHandle}`);
      if (response.status === 202) response.body.destroy();
    }
    return await readJsonResponse(response, finishedStatement);
  } catch (error) {
    if (!(error instanceof CatalogError)) cancel(api, statementHandle);
    if (api.signal.aborted || error instanceof CatalogError) throw error;
    return fail('SOURCE_FAILED', { reason: `the query took longer than ${maxRuntimeSeconds / 60} minutes.` });
  }
}

/** Sends one request and returns its successful response. Fails SOURCE_FAILED when the warehouse refuses it. */
async function callApi(
  api: SnowflakeApi,
  path: string,
  request: Pick<FetchRequest, 'method' | 'content' | 'maxBytes'> = {},
): Promise<Fetched> {
  const { fetcher, origin, session, signal } = api;
  const headers = { accept: 'application/json', 'content-type': 'application/json', ...session.authorization() };
  const response = await fetchWithRetry(fetcher, `${origin}/api/v2/statements${path}`, {
    maxBytes: maxFirstBytes,
    ...request,
    headers,
    signal,
    acceptedStatuses: [400, 401, 403, 408, 422],
  });
  if (response.status < 300) return response;
  const { code, message } = await readJsonResponse(response, errorResponse).catch(() => ({ code: '', message: '' }));
  const advice = response.status === 401 || response.status === 403 ? ' Check the connection string.' : '';
  return fail('SOURCE_FAILED', {
    reason: `the warehouse refuses (status ${response.status}, code ${code || 'unknown'}): ${redactMessage(message, api)}${advice}`,
  });
}

/** The warehouse's message on one line, without the query and without secrets. */
function redactMessage(message: string, { session, query }: SnowflakeApi): string {
  const hidden = [query, ...session.secrets].reduce(
    (text, secret) => (secret.trim() === '' ? text : text.replaceAll(secret, '…')),
    message,
  );
  return (
    hidden
      .toWellFormed()
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim()
      .slice(0, 500) || 'it gives no reason.'
  );
}

/** Cancels a statement without waiting for the response: if the cancellation fails, the warehouse ends the statement at its timeout. */
function cancel({ fetcher, origin, session }: SnowflakeApi, handle: string): void {
  const request = {
    method: 'POST',
    headers: { ...session.authorization(), 'content-type': 'application/json' },
    content: '',
    signal: AbortSignal.timeout(cancelTimeoutMs),
  } as const;
  fetcher.fetch(`${origin}/api/v2/statements/${handle}/cancel`, request).then(
    ({ body }) => body.destroy(),
    () => {
      /* The statement has ended, or runs until its timeout. */
    },
  );
}

/** The maximum length of a row, in characters of the response. */
const maxRowLength = 16 * 2 ** 20;
/** The maximum size of a partition: the API documents 160 MB. */
const maxPartitionBytes = 2 ** 30;

/** The rows of a finished statement as JSON lines, partition by partition. */
export async function* readSnowflakeLines(
  api: SnowflakeApi,
  { statementHandle, resultSetMetaData, data }: FinishedStatement,
): AsyncGenerator<string> {
  const toLine = createLineWriter(resultSetMetaData);
  for (const [number, { rowCount }] of resultSetMetaData.partitionInfo.entries()) {
    let count = 0;
    for await (const rows of number === 0 ? [data] : readPartition(api, `/${statementHandle}?partition=${number}`)) {
      count += rows.length;
      if (rows.length > 0) yield rows.map(toLine).join('');
    }
    if (count !== rowCount)
      fail('SOURCE_FAILED', {
        reason: `the warehouse sent ${count} of ${rowCount} rows in part ${number + 1} of its answer. Try again.`,
      });
  }
}

/** Streams the rows of a partition, because a partition is too large for memory. */
async function* readPartition(api: SnowflakeApi, path: string): AsyncGenerator<readonly Cells[]> {
  const { body } = await callApi(api, path, { maxBytes: maxPartitionBytes });
  const rows = new SnowflakeRowParser();
  /** The length of the text since the last complete row. */
  let pendingLength = 0;
  try {
    for await (const text of decodeText(body)) {
      const complete = rows.read(text);
      pendingLength = complete.length > 0 ? 0 : pendingLength + text.length;
      if (pendingLength > maxRowLength)
        fail('SOURCE_FAILED', { reason: `a row of the warehouse is longer than ${maxRowLength} characters.` });
      yield complete;
    }
    rows.end();
  } catch (error) {
    if (error instanceof CatalogError || api.signal.aborted) throw error;
    fail('SOURCE_FAILED', { reason: 'the warehouse sent rows that are damaged. Try again.' });
  } finally {
    body.destroy();
  }
}

/** Decodes a body in UTF-8 to text, chunk by chunk. */
async function* decodeText(body: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of body) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** Creates the function that formats a row as a line. Repeated column names get a number. */
function createLineWriter({ rowType }: FinishedStatement['resultSetMetaData']): (cells: Cells) => string {
  const names = new Set<string>();
  const columns = rowType.map((column) => {
    let name = column.name;
    for (let number = 2; names.has(name); number++) name = `${column.name}_${number}`;
    names.add(name);
    return { key: `${JSON.stringify(name)}:`, write: createCellWriter(column) };
  });
  return (cells) => {
    if (cells.length !== columns.length)
      fail('SOURCE_FAILED', {
        reason: `the warehouse sent a row of ${cells.length} cells for ${columns.length} columns.`,
      });
    return `{${columns.map(({ key, write }, index) => key + write(cells[index] ?? null)).join(',')}}\n`;
  };
}
