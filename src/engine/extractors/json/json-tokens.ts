import { isMany, none, type Many } from 'stream-chain/defs.js';
import { jsonParser, type Token } from 'stream-json/parser.js';
import { fail } from '#kernel/fail.ts';
import { describeLibraryError } from '../extraction/library-failure.ts';

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
