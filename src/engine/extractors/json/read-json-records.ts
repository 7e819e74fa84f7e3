import type { Readable } from 'node:stream';
import { isJsonObject } from '../../../kernel/json.ts';
import type { Columns } from '../../records/columns.ts';
import type { DataRecord, Value } from '../../records/record.ts';
import type { Extraction } from '../extractor.ts';
import { withFilename } from '../extract-filename.ts';
import { jsonBatches } from './json-batches.ts';
import { JsonRecordPicker, type RecordLocation } from './json-record-picker.ts';

/** How the records of a JSON document are read. */
export interface JsonReading {
  /** The path to the records, separated by dots. */
  readonly root: string;
  readonly recordsAre: RecordLocation;
  /** The path from an element to its record, separated by dots. */
  readonly object: string;
  readonly extractFilename: boolean;
}

const pathOf = (path: string): string[] => (path === '' ? [] : path.split('.'));

/** The value at a path; null where there is none. */
const valueAt = (element: Value, path: readonly string[]): Value =>
  path.reduce<Value>(
    (value, name) => (isObject(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : null),
    element,
  );

const isObject = (value: Value): value is DataRecord => isJsonObject(value);

/** The column of the names of members that are records. */
const keyColumn = 'Key';

function toRow(element: Value, path: readonly string[], columns: Columns, key: string | undefined): DataRecord {
  const record = valueAt(element, path);
  const row: DataRecord = key === undefined ? {} : { [columns.of(keyColumn)]: key };
  if (!isObject(record)) {
    if (record !== null) row[columns.of('value')] = record;
    return row;
  }
  for (const name of Object.keys(record)) row[columns.of(name)] = record[name] ?? null;
  return row;
}

/** The records of a JSON document, or of documents one after another, in batches. */
export async function* readJsonRecords(
  content: Readable,
  reading: JsonReading,
  { filename, columns, losses }: Extraction,
): AsyncGenerator<DataRecord[]> {
  columns.typeByValue();
  const records = new JsonRecordPicker(pathOf(reading.root), reading.recordsAre);
  const objectPath = pathOf(reading.object);
  const nameOf = reading.recordsAre === 'members' ? () => records.memberName : undefined;
  const toRecord = (element: Value): DataRecord => toRow(element, objectPath, columns, nameOf?.());
  for await (const rows of jsonBatches(content, records, toRecord, losses))
    yield withFilename(rows, reading.extractFilename, filename, columns);
}
