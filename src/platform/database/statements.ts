import { hash, randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { isStalePlan } from './errors.ts';
import { closeStatements, parsedStatements, preparedNames } from './lost-connections.ts';
import { commandOf, type Span, type Tracing, withoutLiterals } from '../telemetry.ts';
import { CatalogError } from '#kernel/fail.ts';
import { maxAnswerMebibytes } from '#kernel/json.ts';

/** The limits on the prepared statements of one connection. They bound the memory of the database server, which each statement uses in proportion to the length of its text. */
interface PreparedLimits {
  readonly maxStatements: number;
  /** The maximum size of the texts of all statements together, at one byte per character. */
  readonly maxBytes: number;
}

const preparedLimits: PreparedLimits = { maxStatements: 500, maxBytes: 2 * 1024 * 1024 };

/** The maximum size of all texts that a pool remembers, and of one text. A statement with a longer text is never prepared. */
const maxSeenBytes = 4 * 1024 * 1024;
const maxTextBytes = 128 * 1024;

/**
 * The maximum number of attempts, more than any statement needs: an attempt fails only when a table that the statement
 * reads has changed again since the previous attempt.
 */
const maxAttempts = 5;

type QueryCallback = (failure: Error | undefined, result: QueryResult) => void;

/**
 * Prepares every statement with values when the pool runs it for the second time, inside transactions as well, so that
 * PostgreSQL parses and plans its text once for each connection. A statement that runs only once uses no memory of the
 * server and evicts no other. The least recently used statements are closed. When a statement is out of date
 * (`isStalePlan`), all connections prepare their statements again, and the statement runs again. Inside a transaction only
 * the caller can retry the statement.
 */
export function prepareStatements(pool: Pool, { maxStatements, maxBytes }: PreparedLimits = preparedLimits): void {
  /** Part of the name and of the text of each statement. It changes when a table has changed. */
  let generation = '';
  const seen = new LRUCache<string, true>({
    maxSize: maxSeenBytes,
    maxEntrySize: maxTextBytes,
    sizeCalculation: (_isSeen, text) => Math.max(1, text.length),
  });
  pool.on('connect', (client) => {
    const query = client.query.bind(client);
    const evicted = new Set<string>();
    /** The names that are being closed. Until that has ended, their statements run without a name. */
    const leaving = new Set<string>();
    const names = new LRUCache<string, string>({
      max: maxStatements,
      maxSize: maxBytes,
      sizeCalculation: (_name, text) => Math.max(1, text.length),
      dispose: (name, _text, reason) => {
        if (reason === 'evict') evicted.add(name);
      },
    });
    let preparedIn = generation;

    /** Adds the name under which the statement is prepared. A statement without a name is not prepared, as on its first use. */
    function withName(statement: QueryConfig): QueryConfig {
      if (preparedIn !== generation) {
        preparedIn = generation;
        names.clear();
        evicted.clear();
        closeStatements(client, query, preparedNames(client), leaving);
      }
      if (!names.has(statement.text) && !seen.has(statement.text)) {
        seen.set(statement.text, true);
        return statement;
      }
      const name = names.get(statement.text) ?? statementName(statement.text, preparedIn);
      if (leaving.has(name)) return statement;
      names.set(statement.text, name);
      evicted.delete(name);
      if (evicted.size > 0) closeEvicted(client, query, evicted, leaving);
      return { ...statement, name, text: preparedText(statement.text, preparedIn) };
    }

    function run(statement: QueryConfig, callback: QueryCallback, attempt = 1): void {
      query(withName(statement), (failure: Error | undefined, result) => {
        const isStale = isStalePlan(failure);
        if (isStale && preparedIn === generation) generation = randomUUID();
        if (isStale && client.getTransactionStatus() === 'I' && attempt < maxAttempts)
          run(statement, callback, attempt + 1);
        else callback(failure, result);
      });
    }

    Reflect.set(client, 'query', (...args: unknown[]): unknown => {
      const statement = statementIn(args);
      if (!statement) return Reflect.apply<undefined, unknown[], unknown>(query, undefined, args);
      const callback = args.find(isCallback);
      if (callback) return run(statement, callback);
      return new Promise((resolve, reject) => {
        run(statement, (failure, result) => {
          if (failure) reject(failure);
          else resolve(result);
        });
      });
    });
  });
}

/** The name of a prepared statement: the same on every connection until a table changes. */
const statementName = (text: string, generation: string): string => hash('sha1', `${generation} ${text}`, 'base64url');

/** The text of a prepared statement. A pooler shares a statement among all who prepare the same text, so an outdated one needs another text. */
const preparedText = (text: string, generation: string): string =>
  generation === '' ? text : `/* ${generation} */ ${text}`;

/** The statement in the arguments of a query; undefined for a statement without values. */
function statementIn([first, values]: readonly unknown[]): QueryConfig | undefined {
  const config = typeof first === 'string' ? { text: first, values } : first;
  return isStatement(config) ? config : undefined;
}

const isStatement = (config: unknown): config is QueryConfig =>
  typeof config === 'object' &&
  config !== null &&
  'text' in config &&
  'values' in config &&
  Array.isArray(config.values) &&
  !('submit' in config);

const isCallback = (argument: unknown): argument is QueryCallback => typeof argument === 'function';

/** Closes the evicted statements that are prepared. A statement that a waiting query prepares later stays in `evicted` for the next time. */
function closeEvicted(
  client: PoolClient,
  query: PoolClient['query'],
  evicted: Set<string>,
  leaving: Set<string>,
): void {
  const prepared = parsedStatements(client);
  const names = [...evicted].filter((name) => Object.hasOwn(prepared, name));
  for (const name of names) evicted.delete(name);
  closeStatements(client, query, names, leaving);
}

/**
 * Records a span for each statement of a pool, with its text and without its values; nothing is installed without traces. The span lasts
 * until the result has arrived, behind earlier statements of a pipeline. What handles the connection itself records its own span: COPY.
 */
export function traceStatements(pool: Pool, tracing: Tracing): void {
  if (!tracing.isEnabled) return;
  pool.on('connect', (client) => {
    const query = client.query.bind(client);
    Reflect.set(client, 'query', (...args: unknown[]): unknown => {
      const text = textIn(args);
      const span = text === undefined ? undefined : startSpan(tracing, text);
      if (!span) return Reflect.apply<undefined, unknown[], unknown>(query, undefined, args);
      const callback = args.findIndex((arg) => typeof arg === 'function');
      const given: unknown = args[callback];
      if (typeof given !== 'function')
        return endWith(span, Reflect.apply<undefined, unknown[], unknown>(query, undefined, args));
      const ending = (failure: unknown, result: unknown): unknown => {
        endSpan(span, failure);
        return Reflect.apply(given, undefined, [failure, result]);
      };
      return Reflect.apply<undefined, unknown[], unknown>(query, undefined, args.with(callback, ending));
    });
  });
}

const startSpan = (tracing: Tracing, text: string): Span | undefined =>
  tracing.startSpan(commandOf(text), {
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': withoutLiterals(text) },
    isCall: true,
  });

function endSpan(span: Span, failure: unknown): void {
  if (failure) span.fail(failure);
  span.end();
}

/** Ends the span with the result of a statement. */
function endWith(span: Span, result: unknown): unknown {
  if (!(result instanceof Promise)) {
    span.end();
    return result;
  }
  result.then(
    () => endSpan(span, undefined),
    (error: unknown) => endSpan(span, error ?? new Error('unknown')),
  );
  return result;
}

/** The text of a statement; undefined for a query that handles the connection itself. */
function textIn([first]: readonly unknown[]): string | undefined {
  if (typeof first === 'string') return first;
  if (typeof first !== 'object' || first === null || 'submit' in first) return undefined;
  return 'text' in first && typeof first.text === 'string' ? first.text : undefined;
}

/** The type of the message that contains a row. */
const dataRow = 'D'.charCodeAt(0);

/** Every message begins with its type, in one byte, and the length of the rest, in four. */
const headerBytes = 5;

/** Runs a statement on a connection and returns the columns of its first row; undefined without a row. */
type ReadRow = (client: PoolClient, statement: QueryConfig) => Promise<RowBytes | undefined>;

/**
 * Creates the function that reads a row as bytes. The driver makes a string of each column that it receives, so during such a
 * statement it receives all messages of the server but the rows. No other statement may run on the connection at the same time.
 */
export function createReadRow(): ReadRow {
  const readers = new WeakMap<PoolClient, RowReader>();
  return async (client, statement) => {
    const reader = readers.get(client) ?? interceptRows(client);
    readers.set(client, reader);
    reader.start();
    try {
      await client.query(statement);
      return reader.row;
    } finally {
      reader.stop();
    }
  };
}

/** Places a reader between a connection and the driver, which listened to the connection first. */
function interceptRows({ connection }: PoolClient): RowReader {
  const { stream } = connection;
  const [receive] = stream.listeners('data');
  if (!receive) throw new Error('The driver does not listen to its connection.');
  const reader = new RowReader(receive, (failure) => stream.destroy(failure));
  // The driver asks for a description of the columns, which it needs to parse a row, and parses it with each statement.
  const describe = connection.describe.bind(connection);
  connection.describe = (portal, more) => {
    if (!reader.isReading) describe(portal, more);
  };
  stream.off('data', receive).prependListener('data', (chunk: Buffer) => {
    reader.read(chunk);
  });
  return reader;
}

const noBytes = Buffer.alloc(0);

/** Takes the rows out of the messages of a connection while a statement runs, and forwards all other bytes. */
export class RowReader {
  /** The first row of the running statement. */
  row: RowBytes | undefined;
  readonly #forward: (bytes: Buffer) => void;
  readonly #refuse: (failure: Error) => void;
  #isReading = false;
  /** Whether the current message contains a row. */
  #isRow = false;
  /** The row that arrives in several parts, with its header. */
  #message: Buffer | undefined;
  /** The number of bytes of the current message that have not arrived. */
  #missing = 0;
  /** The beginning of a header that has not arrived completely. */
  #header: Buffer = noBytes;

  constructor(forward: (bytes: Buffer) => void, refuse: (failure: Error) => void) {
    this.#forward = forward;
    this.#refuse = refuse;
  }

  /** Whether a statement whose row is read runs. */
  get isReading(): boolean {
    return this.#isReading;
  }

  start(): void {
    this.#isReading = true;
    this.row = undefined;
  }

  /** Ends the statement and drops its row, which an idle connection would otherwise hold until its next statement. */
  stop(): void {
    this.#isReading = false;
    this.row = undefined;
  }

  read(chunk: Buffer): void {
    // A message that began while a statement ran is read to its end.
    if (this.#isReading || this.#missing > 0 || this.#header.length > 0)
      this.#readMessages(this.#header.length === 0 ? chunk : Buffer.concat([this.#header, chunk]));
    else this.#forward(chunk);
  }

  #readMessages(bytes: Buffer): void {
    let [start, forwarded] = [0, 0];
    while (this.#missing > 0 ? start < bytes.length : start + headerBytes <= bytes.length) {
      if (this.#missing === 0) this.#begin(bytes, start);
      const end = Math.min(start + this.#missing, bytes.length);
      const part = bytes.subarray(start, end);
      this.#missing -= part.length;
      if (this.#isRow) {
        if (forwarded < start) this.#forward(bytes.subarray(forwarded, start));
        this.#addToRow(part);
        forwarded = end;
      }
      start = end;
    }
    this.#header = start < bytes.length ? bytes.subarray(start) : noBytes;
    if (forwarded < start) this.#forward(bytes.subarray(forwarded, start));
  }

  /** Begins the message whose header is at `start`. Refuses a row beyond the limit before it arrives. */
  #begin(bytes: Buffer, start: number): void {
    this.#missing = 1 + bytes.readUInt32BE(start + 1);
    this.#isRow = this.#isReading && bytes[start] === dataRow;
    const failure = this.#isRow ? new ResultBudget().spend(this.#missing) : undefined;
    if (failure) {
      this.#refuse(failure);
      this.#isRow = false;
    }
  }

  /** Adds a part to the row. A row that arrives in one part is not copied. */
  #addToRow(part: Buffer): void {
    if (this.#missing > 0) this.#message ??= Buffer.allocUnsafe(part.length + this.#missing);
    const message = this.#message ?? part;
    if (this.#message) part.copy(message, message.length - this.#missing - part.length);
    if (this.#missing > 0) return;
    this.#message = undefined;
    this.row ??= columnsOf(message);
  }
}

/** The columns of a row's message: their number in two bytes, then for each column its length in four bytes, -1 for null, and its text. */
function columnsOf(message: Buffer): RowBytes {
  let offset = headerBytes + 2;
  const columns: (Buffer | null)[] = [];
  for (let count = message.readInt16BE(headerBytes); count > 0; count -= 1) {
    const length = message.readInt32BE(offset);
    const start = offset + 4;
    offset = start + Math.max(0, length);
    columns.push(length === -1 ? null : message.subarray(start, offset));
  }
  return columns;
}

/** The number of bytes that the result of a statement, or the results of all statements of an operation together, may take. */
export class ResultBudget {
  #bytesLeft: number;

  /** Default: the maximum of an answer. */
  constructor(bytes = maxAnswerMebibytes * 1024 * 1024) {
    this.#bytesLeft = bytes;
  }

  /** The bytes that may still be spent. */
  get bytesLeft(): number {
    return Math.max(0, this.#bytesLeft);
  }

  /** Spends bytes of the budget. Returns the error ANSWER_TOO_LARGE when more bytes are spent than the budget has. */
  spend(bytes: number): CatalogError | undefined {
    this.#bytesLeft -= bytes;
    return this.#bytesLeft < 0 ? new CatalogError('ANSWER_TOO_LARGE', { limit: maxAnswerMebibytes }) : undefined;
  }
}

/** The columns of a row, each as the bytes of its text in UTF-8. */
export type RowBytes = readonly (Buffer | null)[];
