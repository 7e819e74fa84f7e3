import type { Connection, Submittable } from 'pg';
import type { RowCollector } from './row-collectors.ts';

/** The size of a batch, in bytes. The first batch has what has arrived, so that the reader need not wait. */
const batchLength = 64 * 1024;

/** The size of the collected rows beyond which the connection is paused, in bytes. */
const maxWaitingLength = 128 * 1024;

/** A COPY statement that the driver runs. Its rows are taken in batches; the connection pauses while the reader handles them. */
export class CopyQuery<Batch> implements Submittable {
  readonly #text: string;
  readonly #rows: RowCollector<Batch>;
  #connection: Connection | undefined;
  #minLength = 1;
  #failure: Error | undefined;
  #isDone = false;
  #wake: (() => void) | undefined;
  #copied = 0;
  #copiedBytes = 0;

  constructor(text: string, rows: RowCollector<Batch>) {
    this.#text = text;
    this.#rows = rows;
  }

  /** Whether the statement has ended, so that the connection is free. */
  get isDone(): boolean {
    return this.#isDone;
  }

  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** The number of messages that have arrived. */
  get copied(): number {
    return this.#copied;
  }

  /** The number of bytes that have arrived. */
  get copiedBytes(): number {
    return this.#copiedBytes;
  }

  /** The next batch; undefined after the last one. Fails with the error of the statement. */
  async next(): Promise<Batch | undefined> {
    this.#connection?.stream.resume();
    while (!this.#isDone && this.#rows.length < this.#minLength)
      await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#minLength = batchLength;
    if (this.#failure) throw this.#failure;
    return this.#rows.length > 0 ? this.#rows.take() : undefined;
  }

  /* The methods that the driver calls. */

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.query(this.#text);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.#copied += 1;
    this.#copiedBytes += chunk.length;
    this.#rows.add(chunk);
    if (this.#rows.length >= this.#minLength) this.#notify();
    if (this.#rows.length >= maxWaitingLength) this.#connection?.stream.pause();
  }

  handleError(error: Error): void {
    this.#failure ??= error;
    this.#isDone = true;
    this.#notify();
  }

  handleReadyForQuery(): void {
    this.#isDone = true;
    // the next statement of the connection needs its answers
    this.#connection?.stream.resume();
    this.#notify();
  }

  /** The statements that precede COPY, and COPY itself. */
  handleCommandComplete(): void {
    // nothing depends on them
  }

  #notify(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}
