import type { PoolClient, QueryConfig } from 'pg';
import type { RowBytes } from '../database-client.ts';
import { ResultBudget } from '../result-budget.ts';

/** The type of the message that contains a row. */
const dataRow = 'D'.charCodeAt(0);

/** Every message begins with its type, in one byte, and the length of the rest, in four. */
const headerBytes = 5;

/** Runs a statement on a connection and returns the columns of its first row; undefined without a row. */
export type ReadRow = (client: PoolClient, statement: QueryConfig) => Promise<RowBytes | undefined>;

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
function interceptRows({ connection: { stream } }: PoolClient): RowReader {
  const [receive] = stream.listeners('data');
  if (!receive) throw new Error('The driver does not listen to its connection.');
  const reader = new RowReader(receive, (failure) => stream.destroy(failure));
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
  return Array.from({ length: message.readInt16BE(headerBytes) }, () => {
    const length = message.readInt32BE(offset);
    const start = offset + 4;
    offset = start + Math.max(0, length);
    return length === -1 ? null : message.subarray(start, offset);
  });
}
