import type { Pool } from 'pg';
import { exportPace, PacedReader, type ReaderPace } from '#kernel/paced-reader.ts';
import type { ParameterValues, Sql } from '#kernel/sql.ts';
import { noTracing, type Span, type Tracing, withoutLiterals } from '../telemetry.ts';
import { copyOptions, CopyQuery, withLiterals } from './copy-query.ts';
import { cancelOnAbort, takeConnection } from './pool-client.ts';
import { type SessionSettings, setLocal } from './session-settings.ts';

/**
 * Streams the one text column of a statement's rows in batches, from one snapshot, as fast as the reader takes them. When the signal aborts,
 * the query ends. A batch has about 64 KiB, or one row.
 */
export interface RowStreams {
  readonly streamTexts: (
    statement: Sql,
    parameters: ParameterValues,
    signal?: AbortSignal,
  ) => AsyncGenerator<readonly string[]>;
}

/** How rows are streamed. */
interface RowStreamOptions {
  /** The schema of a catalog with one schema. */
  readonly schema?: string | undefined;
  /** The settings of a COPY where the session does not have them. */
  readonly settings?: SessionSettings;
  /** How long the reader waits for the next row before the query is cancelled. */
  readonly timeoutMs: number;
  /** How long a stream waits for a free connection. Default: without limit. */
  readonly waitMs?: number;
  /** Default: that of exports. */
  readonly pace?: ReaderPace;
  /** Default: no traces. */
  readonly tracing?: Tracing;
}

/**
 * The settings of a COPY. Statements have a time limit, but a COPY lasts as long as its reader takes; the reader limits the time until
 * the next row, and the connections of `openDatabase` end a COPY whose reader is gone.
 */
const copySettings: SessionSettings = { statement_timeout: 0 };

/** Opens streams on the connections of a pool; a stream waits for a free connection. A reader that stops early, or that takes the rows too slowly, ends the query. */
export function createRowStreams(
  pool: Pool,
  { schema, timeoutMs, waitMs = Infinity, pace = exportPace, settings, tracing = noTracing }: RowStreamOptions,
): RowStreams {
  const setUp = setLocal({ ...settings, ...copySettings });
  async function* streamTexts(
    ...[statement, parameters, signal]: Parameters<RowStreams['streamTexts']>
  ): ReturnType<RowStreams['streamTexts']> {
    const text = `${setUp}; copy (${withLiterals(statement, parameters, schema)}) to stdout (${copyOptions})`;
    const deadline = Number.isFinite(waitMs) ? performance.now() + waitMs : undefined;
    const client = await takeConnection(pool, { signal, deadline });
    if (signal?.aborted) client.release();
    signal?.throwIfAborted();
    const ending = new AbortController();
    // Each signal cancels by itself: where a cancellation came before the query or failed, the next one repeats it.
    const cancellations = [signal, ending.signal].map((cause) => cancelOnAbort(client, cause));
    const query = new CopyQuery(text);
    let span: Span | undefined;
    const release = async (): Promise<void> => {
      const isEarly = !query.isDone;
      if (isEarly) ending.abort();
      const isCancelled = (await Promise.all(cancellations.map((end) => end()))).includes(true);
      client.release(query.hasFailed || isEarly || isCancelled);
      span?.end();
    };
    let released: Promise<void> | undefined;
    const reader = new PacedReader(pace, () => (released ??= release()));
    try {
      span = startCopySpan(tracing, statement);
      client.query(query);
      for (;;) {
        const timer = watchProgress(query, ending, timeoutMs);
        const batch = await query.next().finally(() => {
          clearInterval(timer);
        });
        if (batch === undefined) return;
        reader.begin(query.copiedBytes);
        yield batch;
        reader.end();
      }
    } catch (error) {
      span?.fail(error);
      throw error;
    } finally {
      reader.stop();
      await (released ??= release());
    }
  }
  return { streamTexts };
}

/** Starts the span of a COPY, which lasts as long as its reader takes. */
const startCopySpan = (tracing: Tracing, statement: Sql): Span | undefined =>
  tracing.isEnabled
    ? tracing.startSpan('copy', {
        attributes: {
          'db.system.name': 'postgresql',
          'db.query.text': withoutLiterals(`copy (${statement.render().text}) to stdout`),
        },
        isCall: true,
      })
    : undefined;

/** Ends a query while no row arrives for a time. */
function watchProgress(query: Pick<CopyQuery, 'copied'>, ending: AbortController, timeoutMs: number) {
  let { copied } = query;
  return setInterval(() => {
    if (query.copied === copied) ending.abort();
    ({ copied } = query);
  }, timeoutMs);
}
