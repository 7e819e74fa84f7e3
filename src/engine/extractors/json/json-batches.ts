import type { Readable } from 'node:stream';
import { jsonParser, type Token } from 'stream-json/parser.js';
import { fail } from '#kernel/fail.ts';
import type { Value } from '#engine/records/record.ts';
import { decodeUnicodeStream, type DecodingLosses } from '#engine/encodings/text-encoding.ts';
import { maxBatchCharacters, maxBatchRecords, maxRecordSize } from '../batches.ts';
import { isMany, type Many, none } from 'stream-chain/defs.js';
import { describeLibraryError } from '../library-failure.ts';

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

/** The maximum length of the pieces that the parser receives: small, so that an error is near the reported line. */
const pieceLength = 2048;

/** The character that may precede each document of a sequence (RFC 8142). */
const recordSeparator = '\x1e';

const tokensOf = (parsed: Many<Token> | typeof none): readonly Token[] => (isMany(parsed) ? parsed.values : []);

/** A reader of JSON text in chunks; several documents may follow one another. Fails EXTRACTION_FAILED with a line. */
export class JsonTokens {
  readonly #parse = jsonParser({ streamValues: false, jsonStreaming: true });
  #line = 1;

  /** The line, from 1, at which the last piece began. */
  get line(): number {
    return this.#line;
  }

  /** Passes the tokens of each piece to `take`, with the length of the piece. A piece ends at a line end if it contains one. */
  read(text: string, take: (tokens: readonly Token[], length: number) => void): void {
    for (let start = 0; start < text.length;) {
      const lineEnd = text.indexOf('\n', start);
      const end = lineEnd !== -1 && lineEnd - start < pieceLength ? lastLineEnd(text, start) : start + pieceLength;
      const piece = text.slice(start, end).replaceAll(recordSeparator, ' ');
      take(this.#tokens(piece), piece.length);
      for (let index = piece.indexOf('\n'); index !== -1; index = piece.indexOf('\n', index + 1)) this.#line++;
      start = end;
    }
  }

  /** The last tokens, when the text has ended. */
  end(): readonly Token[] {
    return this.#tokens(none);
  }

  #tokens(piece: string | typeof none): readonly Token[] {
    try {
      // The parser takes `none` as the end of input, which its declared type does not include.
      return tokensOf(this.#parse(piece as string));
    } catch (error) {
      const what = describeLibraryError(error)
        .replace(/^Parser (has|cannot parse input:) ?/, '')
        .replace(/^unexpected token /, 'unexpected ');
      return fail('EXTRACTION_FAILED', { reason: `the file is not JSON near line ${this.#line}: ${what}` });
    }
  }
}

/** The position after the last line end of the piece that begins at `start`. */
function lastLineEnd(text: string, start: number): number {
  return text.lastIndexOf('\n', Math.min(start + pieceLength, text.length) - 1) + 1;
}
