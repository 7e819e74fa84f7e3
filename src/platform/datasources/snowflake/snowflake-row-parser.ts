import { isMany, none } from 'stream-chain/defs.js';
import { jsonParser, type Token } from 'stream-json/parser.js';

/** One row of a result: a string or null for each column. */
export type Cells = readonly (string | null)[];

/** The depth of the cells of a row in `{"data": [[…]]}`. */
const rowDepth = 3;

/**
 * Parses the rows of a partition incrementally. Throws on invalid JSON, and on a row that is not an array of strings and nulls.
 */
export class SnowflakeRowParser {
  readonly #parse = jsonParser({ streamValues: false });
  #depth = 0;
  /** Whether the current member of the response is `data`, which holds the rows. */
  #isData = false;
  #cells: (string | null)[] = [];

  /** The rows that the next piece of text completes. */
  read(text: string): Cells[] {
    return this.#tokenize(text).flatMap((token) => this.#process(token) ?? []);
  }

  /** Ends the input. */
  end(): void {
    this.#tokenize(none);
  }

  #tokenize(text: string | typeof none): readonly Token[] {
    // The parser takes `none` as the end of input, which its declared type does not include.
    const parsed = this.#parse(text as string);
    return isMany(parsed) ? parsed.values : [];
  }

  /** Processes the next token. Returns the row that the token completes; undefined when it completes none. */
  #process(token: Token): readonly [Cells] | undefined {
    if (token.name === 'keyValue') {
      if (this.#depth === 1) this.#isData = token.value === 'data';
    } else if (token.name === 'startArray' || token.name === 'startObject') {
      this.#depth++;
      if (this.#isData && (token.name === 'startObject' || this.#depth > rowDepth)) throw unexpectedToken(token);
      this.#cells = [];
    } else if (token.name === 'endArray' || token.name === 'endObject') {
      return this.#depth-- === rowDepth && this.#isData ? [this.#cells] : undefined;
    } else if (this.#isData) {
      this.#addCell(token);
    }
    return undefined;
  }

  #addCell(token: Token): void {
    if (this.#depth !== rowDepth || (token.name !== 'stringValue' && token.name !== 'nullValue'))
      throw unexpectedToken(token);
    this.#cells.push(token.value);
  }
}

const unexpectedToken = ({ name }: Token): TypeError =>
  new TypeError(`A row consists of strings and nulls, not of ${name}.`);
