import { type Connection, escapeLiteral, type Submittable } from 'pg';
import { bindValue, type ParameterValues, type Sql } from '#kernel/sql.ts';

/** The size of a batch, in bytes. The first batch has what has arrived, so that the reader need not wait. */
const batchLength = 64 * 1024;

/** The size of the collected rows beyond which the connection is paused, in bytes. */
const maxWaitingLength = 128 * 1024;

/** The options of a COPY whose rows a `CopyQuery` reads. */
export const copyOptions = 'format binary';

/** The signature, the flags and the length of the extension, before the first row of the binary format. */
const headerLength = 19;

/** The numbers of columns and of bytes, before the value of a row with one column. */
const valueOffset = 6;

/**
 * A COPY statement with one text column that the driver runs. Its rows are taken in batches; the connection pauses while the reader handles
 * them.
 */
export class CopyQuery implements Submittable {
  readonly #text: string;
  #texts: string[] = [];
  /** The bytes of the texts that were not taken yet. */
  #length = 0;
  #connection: Connection | undefined;
  #minLength = 1;
  #failure: Error | undefined;
  #isDone = false;
  #wake: (() => void) | undefined;
  #copied = 0;
  #copiedBytes = 0;

  constructor(text: string) {
    this.#text = text;
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
  async next(): Promise<readonly string[] | undefined> {
    this.#connection?.stream.resume();
    while (!this.#isDone && this.#length < this.#minLength)
      await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#minLength = batchLength;
    if (this.#failure) throw this.#failure;
    const texts = this.#texts;
    [this.#texts, this.#length] = [[], 0];
    return texts.length > 0 ? texts : undefined;
  }

  /* The methods that the driver calls. */

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.query(this.#text);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    // The header precedes the first row in its message.
    const start = this.#copied === 0 ? headerLength : 0;
    this.#copied += 1;
    this.#copiedBytes += chunk.length;
    // The trailer has a negative number of columns.
    if (chunk.readInt16BE(start) < 0) return;
    this.#texts.push(chunk.toString('utf8', start + valueOffset));
    this.#length += chunk.length;
    if (this.#length >= this.#minLength) this.#notify();
    if (this.#length >= maxWaitingLength) this.#connection?.stream.pause();
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

/**
 * The text of a statement with its values as quoted literals, for COPY, which takes no parameters. An untyped literal gets its type from
 * its context, as a parameter does.
 */
export const withLiterals = (statement: Sql, parameters: ParameterValues, schema: string | undefined): string =>
  statement.write((value) => literalOf(bindValue(value, parameters)), schema);

/** A value as a literal. The driver quotes it. */
function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return escapeLiteral(Array.isArray(value) ? arrayText(value) : textOf(value));
}

const arrayText = (items: readonly unknown[]): string => `{${items.map(itemText).join(',')}}`;

function itemText(item: unknown): string {
  if (item === null || item === undefined) return 'null';
  return Array.isArray(item) ? arrayText(item) : `"${textOf(item).replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

function textOf(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  // PostgreSQL reads a statement up to its first NUL.
  if (typeof value !== 'string' || value.includes('\0'))
    throw new TypeError('A value of a copied statement is a number, a truth value, or a text without NUL.');
  return value;
}
