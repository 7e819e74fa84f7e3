import type { Readable } from 'node:stream';
import type { Columns } from '#engine/records/columns.ts';
import { isRecord, type DataRecord, type Value } from '#engine/records/record.ts';
import { isHeader } from '../batches/is-header.ts';
import { TableRecords } from '../batches/table-records.ts';
import type { Extraction } from '../extractor.ts';
import { withFilename } from '../extraction/filename-parameter.ts';
import { readJsonBatches } from './json-batches.ts';
import { JsonRecordPicker, type RecordLocation } from './json-record-picker.ts';

/** How the records of a JSON document are read. */
export interface JsonRecordOptions {
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
