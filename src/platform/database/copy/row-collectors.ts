import type { CopyForm } from './copy-form.ts';

/** Collects the rows that COPY sends, one message each, into a batch. */
export interface RowCollector<Batch> {
  /** The number of bytes collected since the last batch was taken. */
  readonly length: number;
  /** Adds the row in a message. The message is not kept. */
  add(message: Buffer): void;
  /** Returns the collected rows and starts the next batch. */
  take(): Batch;
}

/** The signature, the flags and the length of the extension, before the first row of the binary format. */
const headerLength = 19;

/** The numbers of columns and of bytes, before the value of a row with one column. */
const valueOffset = 6;

/** The size of the buffer of a batch. A batch with longer rows gets a larger one. */
const bufferSize = 160 * 1024;

/** Collects texts, each in a row with one text column, in the binary format. */
export function collectTexts(): RowCollector<readonly string[]> {
  const startOf = binaryRowStart();
  let texts: string[] = [];
  let length = 0;
  return {
    get length() {
      return length;
    },
    add(message) {
      const start = startOf(message);
      if (start < 0) return;
      texts.push(message.toString('utf8', start + valueOffset));
      length += message.length;
    },
    take() {
      const taken = texts;
      [texts, length] = [[], 0];
      return taken;
    },
  };
}

/** Collects the bytes of rows in a form. */
export function collectBytes(form: CopyForm): RowCollector<Buffer<ArrayBuffer>> {
  let buffer = Buffer.allocUnsafeSlow(bufferSize);
  let length = 0;
  const end = Buffer.from(endOf(form));
  const startOf = form.kind === 'csv' ? () => 0 : binaryRowStart();
  const offset = form.kind === 'texts' ? valueOffset : 0;
  // COPY ends the lines of CSV with LF.
  const cut = form.kind === 'csv' ? 1 : 0;
  return {
    get length() {
      return length;
    },
    add(message) {
      const start = startOf(message);
      if (start < 0) return;
      const rowEnd = message.length - cut;
      const needed = length + rowEnd - start + end.length;
      if (needed > buffer.length) buffer = enlarged(buffer, length, needed);
      length += message.copy(buffer, length, start + offset, rowEnd);
      length += end.copy(buffer, length);
    },
    take() {
      const taken = buffer.subarray(0, length);
      [buffer, length] = [Buffer.allocUnsafeSlow(bufferSize), 0];
      return taken;
    },
  };
}

function endOf(form: CopyForm): string {
  if (form.kind === 'texts') return form.end;
  return form.kind === 'csv' ? '\r\n' : '';
}

function enlarged(buffer: Buffer, length: number, needed: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(Math.max(2 * buffer.length, needed));
  buffer.copy(larger, 0, 0, length);
  return larger;
}

/** Where the row starts in each message of the binary format; -1 for the trailer. The header precedes the first row in its message. */
function binaryRowStart(): (message: Buffer) => number {
  let isFirst = true;
  return (message) => {
    const start = isFirst ? headerLength : 0;
    isFirst = false;
    return message.readInt16BE(start) < 0 ? -1 : start;
  };
}
