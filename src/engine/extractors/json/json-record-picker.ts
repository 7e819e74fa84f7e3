import { Assembler } from 'stream-json/assembler.js';
import type { Token } from 'stream-json/parser.js';
import { fail } from '#kernel/fail.ts';
import type { Value } from '#engine/records/record.ts';
import { ListedColumns } from './listed-columns.ts';

const maxDepth = 200;
/** The maximum number of values in one record: an empty list takes fifty times as much memory as text. */
const maxValues = 1_000_000;
const nonValueTokens = new Set<Token['name']>(['keyValue', 'endObject', 'endArray']);
const maxNamesShown = 10;

/** Assembles values. A number that a JavaScript number would round becomes a text with its digits. */
class ExactAssembler extends Assembler<Value> {
  override numberValue(literal: string): void {
    const number = Number(literal);
    const isExact = /[.eE]/.test(literal)
      ? Number.isFinite(number)
      : Number.isSafeInteger(number) || String(number) === literal;
    if (isExact) super.numberValue(literal);
    else this.stringValue(literal);
  }

  override endArray(): void {
    if (Array.isArray(this.current)) this.current = trimCapacity(this.current);
    super.endArray();
  }
}

/**
 * Copies a list to release its spare capacity, which is several times the size of a position. A pair of numbers is created as `[x, y]`: V8
 * then stores the numbers in the list itself, while it stores each number of a list that grew separately.
 */
function trimCapacity(list: Value[]): Value[] {
  const [x, y] = list;
  return list.length === 2 && typeof x === 'number' && typeof y === 'number' ? [x, y] : list.slice();
}

/** An array or object around the records. */
interface Frame {
  readonly isArray: boolean;
  /** In an object, the name of the member being read. */
  name: string;
}

/** Which parts of the value at the root path are the records. */
export type RecordLocation = 'elements' | 'members';

/**
 * Picks the records from the tokens of a document: the elements of the array at the root path, or the object at that
 * path, or the members of that object. The path consists of names of members. The empty path is the document, or each of several
 * documents.
 */
export class JsonRecordPicker {
  readonly #root: readonly string[];
  readonly #recordsAre: RecordLocation;
  readonly #open: Frame[] = [];
  /** The names of the members at the top, for the error message. */
  readonly #names = new Set<string>();
  readonly #listedColumns = new ListedColumns();
  #record: ExactAssembler | null = null;
  #isRootFound = false;
  /** The count of values in the current record. */
  #values = 0;

  constructor(root: readonly string[], recordsAre: RecordLocation = 'elements') {
    this.#root = root;
    this.#recordsAre = recordsAre;
  }

  /** The name of the last record, where records are members. */
  get memberName(): string {
    return this.#open[this.#root.length]?.name ?? '';
  }

  /** The names that the document lists for its columns outside of its records; undefined when it lists none of this number. */
  columnNames(count: number): readonly string[] | undefined {
    return this.#listedColumns.ofLength(count);
  }

  /** Whether a record is being read. */
  get isInRecord(): boolean {
    return this.#record !== null;
  }

  /** Takes the next token. Returns a value when it completes a record, else undefined. */
  take(token: Token): Value | undefined {
    if (this.#record) return this.#continue(this.#record, token);
    let record: Value | undefined;
    if (token.name === 'keyValue') this.#takeName(token.value);
    else if (token.name === 'endArray' || token.name === 'endObject') this.#open.pop();
    else record = this.#start(token);
    if (record === undefined && !this.isInRecord) this.#listedColumns.take(token);
    return record;
  }

  /** Fails when there was no value at the root path. */
  end(): void {
    if (this.#isRootFound) return;
    if (this.#root.length === 0) fail('EXTRACTION_FAILED', { reason: 'the file is empty' });
    fail('EXTRACTION_FAILED', {
      reason: `there is no value at ${this.#root.join('.')}; the members at the top are ${[...this.#names].join(', ') || 'none'}`,
    });
  }

  #takeName(name: string): void {
    const frame = this.#open.at(-1);
    if (frame) frame.name = name;
    if (this.#open.length === 1 && this.#names.size < maxNamesShown) this.#names.add(name.slice(0, 100));
  }

  #start(token: Token): Value | undefined {
    const depth = this.#open.length;
    const isRoot = depth === this.#root.length && this.#isBelowRoot(depth);
    const areElements = this.#recordsAre === 'elements';
    const isRecordPosition =
      depth === this.#root.length + 1 && this.#open[depth - 1]?.isArray === areElements && this.#isBelowRoot(depth - 1);
    if (isRoot) this.#isRootFound = true;
    if (isRoot && !areElements && token.name !== 'startObject')
      fail('EXTRACTION_FAILED', {
        reason: `the value at ${this.#root.join('.') || 'the top'} must be an object of records`,
      });
    if (isRecordPosition || (isRoot && areElements && token.name !== 'startArray')) {
      this.#record = new ExactAssembler();
      this.#values = 0;
      return this.#continue(this.#record, token);
    }
    if (token.name === 'startArray' || token.name === 'startObject') {
      if (depth >= maxDepth) fail('EXTRACTION_FAILED', { reason: `values are nested more than ${maxDepth} deep` });
      this.#open.push({ isArray: token.name === 'startArray', name: '' });
    }
    return undefined;
  }

  /** Whether the open objects follow the root path down to a depth. */
  #isBelowRoot(depth: number): boolean {
    return this.#root.every(
      (name, level) => level >= depth || (this.#open[level]?.isArray === false && this.#open[level].name === name),
    );
  }

  #continue(record: ExactAssembler, token: Token): Value | undefined {
    record.consume(token);
    if (!nonValueTokens.has(token.name)) this.#values++;
    if (this.#values > maxValues) fail('EXTRACTION_FAILED', { reason: `a record holds more than ${maxValues} values` });
    if (record.depth > maxDepth) fail('EXTRACTION_FAILED', { reason: `values are nested more than ${maxDepth} deep` });
    if (!record.done) return undefined;
    this.#record = null;
    return record.current;
  }
}
