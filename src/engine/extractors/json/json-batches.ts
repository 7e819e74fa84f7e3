import type { Readable } from 'node:stream';
import type { Token } from 'stream-json/parser.js';
import { fail } from '#kernel/fail.ts';
import type { Value } from '#engine/records/record.ts';
import type { DecodingLosses } from '#engine/encodings/decoding-losses.ts';
import { decodeUnicodeStream } from '#engine/encodings/text-encoding.ts';
import { JsonTokens } from './json-tokens.ts';
import { maxBatchCharacters, maxBatchRecords, maxRecordSize } from '../batches/limits.ts';

/** Picks records from the tokens of JSON text. */
export interface RecordPicker {
  /** Whether a record is being read. */
  readonly isInRecord: boolean;
  /** Takes the next token. Returns a value when it completes a record, else undefined. */
  take(token: Token): Value | undefined;
  /** Ends the document. Fails when no record was found. */
  end(): void;
}

/** Picks records from JSON text and maps them by `toItem`, in batches as the content arrives. A record without an item is left out. Fails EXTRACTION_FAILED. */
export async function* readJsonBatches<T>(
  content: Readable,
  picker: RecordPicker,
  toItem: (record: Value) => T | undefined,
  losses?: DecodingLosses,
): AsyncGenerator<T[]> {
  const tokens = new JsonTokens();
  let batch: T[] = [];
  let recordCharacters = 0;
  let batchCharacters = 0;
  const takeTokens = (pieceTokens: readonly Token[], characters: number): void => {
    recordCharacters += characters;
    batchCharacters += characters;
    if (recordCharacters > maxRecordSize)
      fail('EXTRACTION_FAILED', {
        reason: `the record at line ${tokens.line} is larger than ${maxRecordSize} characters`,
      });
    for (const token of pieceTokens) {
      const record = picker.take(token);
      const item = record === undefined ? undefined : toItem(record);
      if (item !== undefined) batch.push(item);
      if (!picker.isInRecord) recordCharacters = 0;
    }
  };
  try {
    for await (const text of decodeUnicodeStream(content, losses)) {
      tokens.read(text, takeTokens);
      if (batch.length < maxBatchRecords && (batch.length === 0 || batchCharacters < maxBatchCharacters)) continue;
      yield batch;
      batch = [];
      batchCharacters = 0;
    }
    takeTokens(tokens.end(), 0);
    picker.end();
    if (batch.length > 0) yield batch;
  } finally {
    content.destroy();
  }
}
