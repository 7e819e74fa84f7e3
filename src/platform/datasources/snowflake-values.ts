import { tryParseJson } from '#kernel/json.ts';
import { isMany, none } from 'stream-chain/defs.js';
import { jsonParser, type Token } from 'stream-json/parser.js';

/** One column of a result, as the SQL API describes it. */
interface SnowflakeColumn {
  readonly name: string;
  /** The type in lower case: `fixed`, `text`, `timestamp_tz`, … */
  readonly type: string;
  /** The number of digits after the decimal point. */
  readonly scale: number | null;
}

/** Formats a cell as JSON; undefined for a cell that does not match its type, which then becomes a string. */
type FormatCell = (cell: string) => string | undefined;

const secondsPerDay = 86_400;
const minutesPerDay = 1_440;
/** The number of significant digits with which any decimal survives conversion to a double and back. */
const maxDigits = 15;

/** Creates the function that formats a column's cells as JSON: exact numbers, times in ISO 8601, semi-structured values unchanged. */
export function createCellWriter({ type, scale }: SnowflakeColumn): (cell: string | null) => string {
  const write = type === 'fixed' && (scale ?? 0) === 0 ? integer : writers.get(type);
  return (cell) => (cell === null ? 'null' : (write?.(cell) ?? JSON.stringify(cell)));
}

const integer: FormatCell = (cell) =>
  /^-?\d+$/.test(cell) && Number.isSafeInteger(Number(cell)) ? String(Number(cell)) : undefined;

const decimal: FormatCell = (cell) =>
  /^-?\d+(\.\d+)?$/.test(cell) && cell.replace(/^-?[0.]*|\./g, '').length <= maxDigits
    ? String(Number(cell))
    : undefined;

/** Formats a floating-point number. NaN and infinities, which JSON does not have, become null. */
const real: FormatCell = (cell) => {
  if (cell.trim() === '') return undefined;
  return /^(nan|-?inf(inity)?)$/i.test(cell) ? 'null' : numberText(Number(cell));
};

const numberText = (number: number): string | undefined => (Number.isFinite(number) ? String(number) : undefined);

const boolean: FormatCell = (cell) => booleans.get(cell.toLowerCase());

const booleans = new Map([
  ['true', 'true'],
  ['1', 'true'],
  ['false', 'false'],
  ['0', 'false'],
]);

/** Writes JSON on one line. Valid JSON contains line breaks only between tokens, so replacing them changes no value. */
const json: FormatCell = (cell) => (tryParseJson(cell) === undefined ? undefined : cell.replace(/[\r\n]+/g, ' '));

const date: FormatCell = (cell) => (/^-?\d{1,7}$/.test(cell) ? quote(isoDate(Number(cell))) : undefined);

const time: FormatCell = (cell) => {
  const instant = readInstant(cell);
  return instant && instant.seconds >= 0 && instant.seconds < secondsPerDay ? quote(isoTime(instant)) : undefined;
};

const timestamp =
  (zone: string): FormatCell =>
  (cell) => {
    const instant = readInstant(cell);
    return instant && quote(isoDateTime(instant) + zone);
  };

/** Formats a cell of two numbers: the seconds since 1970, and 1,440 plus the number of minutes that the zone is ahead of UTC. */
const zonedTimestamp: FormatCell = (cell) => {
  const [seconds = '', zone = '', ...rest] = cell.split(' ');
  const instant = readInstant(seconds);
  const offsetMinutes = Number(zone) - minutesPerDay;
  if (!instant || rest.length > 0 || !/^\d{1,4}$/.test(zone) || Math.abs(offsetMinutes) >= minutesPerDay)
    return undefined;
  const [hours, minutes] = [Math.floor(Math.abs(offsetMinutes) / 60), Math.abs(offsetMinutes) % 60].map((part) =>
    String(part).padStart(2, '0'),
  );
  const local = isoDateTime({ ...instant, seconds: instant.seconds + offsetMinutes * 60 });
  return quote(local + (offsetMinutes === 0 ? 'Z' : `${offsetMinutes < 0 ? '-' : '+'}${hours}:${minutes}`));
};

const writers = new Map<string, FormatCell>([
  ['fixed', decimal],
  ['real', real],
  ['boolean', boolean],
  ['date', date],
  ['time', time],
  ['timestamp_ntz', timestamp('')],
  ['timestamp_ltz', timestamp('Z')],
  ['timestamp_tz', zonedTimestamp],
  ...['variant', 'object', 'array', 'map', 'vector', 'geography', 'geometry'].map((type) => [type, json] as const),
]);

/** A time as the API writes it. */
interface Instant {
  /** Whole seconds since 1970, rounded down. */
  readonly seconds: number;
  /** The digits of the fraction of a second, without trailing zeros. */
  readonly fraction: string;
}

/** Parses a decimal number of seconds; undefined for any other text. */
function readInstant(text: string): Instant | undefined {
  const [, sign, whole, fraction = ''] = /^(-?)(\d{1,12})(?:\.(\d{1,9}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const nanos = BigInt(`${sign}1`) * (BigInt(whole) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0')));
  const nanosOfSecond = ((nanos % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  return {
    seconds: Number((nanos - nanosOfSecond) / 1_000_000_000n),
    fraction: String(nanosOfSecond).padStart(9, '0').replace(/0+$/, ''),
  };
}

const isoDate = (days: number): string => new Date(days * secondsPerDay * 1000).toISOString().replace(/T.*/, '');

const isoTime = ({ seconds, fraction }: Instant): string =>
  new Date(seconds * 1000)
    .toISOString()
    .replace(/^.*T/, '')
    .replace(/\..*$/, fraction === '' ? '' : `.${fraction}`);

const isoDateTime = (instant: Instant): string =>
  `${isoDate(Math.floor(instant.seconds / secondsPerDay))}T${isoTime(instant)}`;

const quote = (text: string): string => `"${text}"`;

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
