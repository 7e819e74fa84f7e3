import type { Readable } from 'node:stream';
import { type Columns, maxFields } from '#engine/records/columns.ts';
import { type DataRecord, isRecord, type Value } from '#engine/records/record.ts';
import { isHeader, TableRecords } from '../batches.ts';
import type { Extraction } from '../extractor.ts';
import { withFilename } from '../extraction.ts';
import { readJsonBatches } from './json-batches.ts';
import { Assembler } from 'stream-json/assembler.js';
import type { Token } from 'stream-json/parser.js';
import { fail } from '#kernel/fail.ts';

/** How the records of a JSON document are read. */
interface JsonRecordOptions {
  /** The path to the records, separated by dots. */
  readonly root: string;
  readonly recordsAre: RecordLocation;
  /** The path from an element to its record, separated by dots. */
  readonly object: string;
  /** Whether the first of records that are lists of cells holds the names of the fields. When undefined, the names that the document lists, or the cells, decide. */
  readonly hasHeader: boolean | undefined;
  readonly extractFilename: boolean;
}

const parsePath = (path: string): string[] => (path === '' ? [] : path.split('.'));

/** The value at a path; null where there is none. */
const valueAt = (element: Value, path: readonly string[]): Value =>
  path.reduce<Value>(
    (value, name) => (isRecord(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : null),
    element,
  );

/** The column that holds the name of each member, where the records are members. */
const keyColumn = 'Key';

/** The record of an element. A value that is not an object becomes the field `value`. */
function toRecord(element: Value, path: readonly string[], columns: Columns, key: string | undefined): DataRecord {
  const record = valueAt(element, path);
  const result: DataRecord = key === undefined ? {} : { [columns.nameOf(keyColumn)]: key };
  if (!isRecord(record)) {
    if (record !== null) result[columns.nameOf('value')] = record;
    return result;
  }
  for (const name of Object.keys(record)) result[columns.nameOf(name)] = record[name] ?? null;
  return result;
}

/** Converts records that are lists of cells. The columns are named by the first record, or by a list of columns elsewhere in the document. */
class CellLists {
  readonly #table: TableRecords;
  readonly #hasHeader: boolean | undefined;
  readonly #findNames: (count: number) => readonly string[] | undefined;
  #isFirst = true;

  constructor(
    columns: Columns,
    hasHeader: boolean | undefined,
    findNames: (count: number) => readonly string[] | undefined,
  ) {
    this.#table = new TableRecords(columns, false);
    this.#hasHeader = hasHeader;
    this.#findNames = findNames;
  }

  /** The record of a list; undefined for the header. */
  toRecord(cells: readonly Value[]): DataRecord | undefined {
    if (!this.#isFirst) return this.#table.toRecord(cells);
    this.#isFirst = false;
    const names = this.#hasHeader === true ? undefined : this.#findNames(cells.length);
    if (names) this.#table.nameColumns(names);
    else if (this.#hasHeader ?? isHeader(cells)) {
      this.#table.nameColumns(cells);
      return undefined;
    }
    return this.#table.toRecord(cells);
  }
}

/** The records of a JSON document, or of documents one after another, in batches. */
export async function* readJsonRecords(
  content: Readable,
  options: JsonRecordOptions,
  { filename, columns, losses }: Extraction,
): AsyncGenerator<DataRecord[]> {
  columns.typeByValue();
  const records = new JsonRecordPicker(parsePath(options.root), options.recordsAre);
  const objectPath = parsePath(options.object);
  const keyOf = options.recordsAre === 'members' ? () => records.memberName : undefined;
  const lists = new CellLists(columns, options.hasHeader, (count) => records.columnNames(count));
  const convert = (element: Value): DataRecord | undefined =>
    Array.isArray(element) && keyOf === undefined && objectPath.length === 0
      ? lists.toRecord(element)
      : toRecord(element, objectPath, columns, keyOf?.());
  for await (const batch of readJsonBatches(content, records, convert, losses))
    yield withFilename(batch, options.extractFilename, filename, columns);
}

/** The names of members that list the columns of a table. */
const listName = /^(?:columns|cols|fields|headers?|column_?names)$/i;

/** The members that name a column which is described by an object, the best first. */
const nameMembers: readonly string[] = ['name', 'label', 'title', 'id'];

const maxLists = 20;
const maxNameLength = 1_000;

/** A list that is being read. */
interface OpenList {
  readonly depth: number;
  readonly names: string[];
  /** Which of `nameMembers` named the last column. */
  rank: number;
}

/** Collects the names of columns that a document lists outside of its rows, as in `columns` or in `schema.fields`. */
class ListedColumns {
  readonly #lists: (readonly string[])[] = [];
  #list: OpenList | undefined;
  #depth = 0;
  #member = '';

  /** The last list of names of this length; undefined when there is none. */
  ofLength(length: number): readonly string[] | undefined {
    return this.#lists.findLast((names) => names.length === length);
  }

  /** Takes a token that is not of a row. */
  take(token: Token): void {
    if (token.name === 'keyValue') this.#member = token.value;
    else if (token.name === 'stringValue') this.#takeText(token.value.slice(0, maxNameLength));
    else if (token.name === 'startArray' || token.name === 'startObject') this.#start(token.name === 'startArray');
    else if (token.name === 'endArray' || token.name === 'endObject') this.#end();
  }

  #start(isArray: boolean): void {
    if (this.#list && !isArray && this.#depth === this.#list.depth + 1) this.#addName(this.#list, '');
    else if (!this.#list && isArray && listName.test(this.#member) && this.#lists.length < maxLists)
      this.#list = { depth: this.#depth, names: [], rank: nameMembers.length };
    this.#depth++;
    this.#member = '';
  }

  #end(): void {
    this.#depth--;
    this.#member = '';
    if (this.#list?.depth !== this.#depth) return;
    this.#lists.push(this.#list.names);
    this.#list = undefined;
  }

  #takeText(text: string): void {
    const list = this.#list;
    if (!list) return;
    const rank = nameMembers.indexOf(this.#member);
    if (this.#depth === list.depth + 1) this.#addName(list, text);
    else if (this.#depth === list.depth + 2 && rank >= 0 && rank < list.rank) {
      list.names[list.names.length - 1] = text;
      list.rank = rank;
    }
  }

  #addName(list: OpenList, name: string): void {
    if (list.names.length < maxFields) list.names.push(name);
    list.rank = nameMembers.length;
  }
}

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
type RecordLocation = 'elements' | 'members';

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
