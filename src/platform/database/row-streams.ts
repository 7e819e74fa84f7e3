import type { Pool } from 'pg';
import { CatalogError } from '../../kernel/fail.ts';
import type { ParameterValues, Sql } from '../../kernel/sql.ts';
import { withoutLiterals } from '../tracing/statement-text.ts';
import { noTracing, type Span, type Tracing } from '../tracing/tracing.ts';
import { copyOptions, type CopyForm } from './copy/copy-form.ts';
import { CopyQuery } from './copy/copy-query.ts';
import { collectBytes, collectTexts, type RowCollector } from './copy/row-collectors.ts';
import { withLiterals } from './copy/with-literals.ts';
import { cancelOnAbort } from './pool/cancel-on-abort.ts';
import { setLocal, type SessionSettings } from './pool/session-settings.ts';
import { takeConnection } from './pool/take-connection.ts';

/**
 * Streams the rows of a statement in batches, from one snapshot, as fast as the reader takes them. When the signal aborts, the query
 * ends. A batch has about 64 KiB, or one row.
 */
export interface RowStreams {
  /** The one text column of each row. */
  readonly streamTexts: (
    statement: Sql,
    parameters: ParameterValues,
    signal?: AbortSignal,
  ) => AsyncGenerator<readonly string[]>;
  /** The bytes of the rows in a form. Each batch has memory of its own, which its reader may transfer to a thread. */
  readonly streamBytes: (
    statement: Sql,
    parameters: ParameterValues,
    form: CopyForm,
    signal?: AbortSignal,
  ) => AsyncGenerator<Buffer<ArrayBuffer>>;
}

/** How slowly a reader may take rows: at the rate on average, and up to the time behind it. */
export interface ReaderPace {
  readonly bytesPerSecond: number;
  readonly maxBehindMs: number;
}

/** The pace of exports. A reader on a slow line gets there, one that holds a connection and a snapshot without need does not. */
const exportPace: ReaderPace = { bytesPerSecond: 8 * 1024, maxBehindMs: 60_000 };

/** How rows are streamed. */
interface RowStreamOptions {
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
 * the next row, and the connections of `openDatabase` end a COPY whose reader is gone. Dates are copied in the format of ISO 8601.
 */
const copySettings: SessionSettings = { statement_timeout: 0, datestyle: 'iso' };

/** Opens streams on the connections of a pool; a stream waits for a free connection. A reader that stops early, or that takes the rows too slowly, ends the query. */
export function createRowStreams(
  pool: Pool,
  { timeoutMs, waitMs = Infinity, pace = exportPace, settings, tracing = noTracing }: RowStreamOptions,
): RowStreams {
  const setUp = setLocal({ ...settings, ...copySettings });
  async function* stream<Batch>(
    [statement, parameters, form, signal]: Parameters<RowStreams['streamBytes']>,
    rows: RowCollector<Batch>,
  ): AsyncGenerator<Batch> {
    const text = `${setUp}; copy (${withLiterals(statement, parameters)}) to stdout (${copyOptions(form)})`;
    const deadline = Number.isFinite(waitMs) ? performance.now() + waitMs : undefined;
    const client = await takeConnection(pool, { signal, deadline });
    if (signal?.aborted) client.release();
    signal?.throwIfAborted();
    const ending = new AbortController();
    // Each signal cancels by itself: where a cancellation came before the query or failed, the next one repeats it.
    const cancellations = [signal, ending.signal].map((cause) => cancelOnAbort(client, cause));
    const query = new CopyQuery(text, rows);
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
  return {
    streamTexts: (statement, parameters, signal) =>
      stream([statement, parameters, { kind: 'texts', end: '' }, signal], collectTexts()),
    streamBytes: (...streamed) => stream(streamed, collectBytes(streamed[2])),
  };
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
function watchProgress(query: Pick<CopyQuery<unknown>, 'copied'>, ending: AbortController, timeoutMs: number) {
  let { copied } = query;
  return setInterval(() => {
    if (query.copied === copied) ending.abort();
    ({ copied } = query);
  }, timeoutMs);
}

/** Measures the time in which a reader holds the stream up. While the stream waits for the database, no time counts. */
class PacedReader {
  readonly #pace: ReaderPace;
  readonly #onTooSlow: () => unknown;
  #behindMs = 0;
  #bytes = 0;
  /** The time that the current rows may take. */
  #earnedMs = 0;
  #since = 0;
  #timer: NodeJS.Timeout | undefined;
  #isTooSlow = false;

  constructor(pace: ReaderPace, onTooSlow: () => unknown) {
    this.#pace = pace;
    this.#onTooSlow = onTooSlow;
  }

  /** The reader begins to take the next of the first `bytes` bytes. */
  begin(bytes: number): void {
    this.#earnedMs = (1_000 * (bytes - this.#bytes)) / this.#pace.bytesPerSecond;
    this.#bytes = bytes;
    this.#since = performance.now();
    const leftMs = this.#pace.maxBehindMs - this.#behindMs + this.#earnedMs;
    this.#timer = setTimeout(() => {
      this.#isTooSlow = true;
      this.#onTooSlow();
    }, leftMs).unref();
  }

  /** The reader has taken them. Fails as for a client that has left, where it was too slow. */
  end(): void {
    this.stop();
    this.#behindMs = Math.max(0, this.#behindMs + performance.now() - this.#since - this.#earnedMs);
    if (this.#isTooSlow) throw new CatalogError('CLIENT_DISCONNECTED');
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
