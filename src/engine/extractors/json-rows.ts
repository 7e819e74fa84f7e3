import type { Readable } from 'node:stream';
import { fail } from '../../kernel/fail.ts';
import { isJsonObject } from '../../kernel/json.ts';
import type { Columns } from '../columns.ts';
import type { Row, Value } from '../row.ts';
import { unicodeText } from '../text-encoding.ts';
import type { Extraction } from './extractor.ts';
import { withFilename } from './extract-filename.ts';
import { JsonRecords, type RecordsAre } from './json-records.ts';
import { JsonTokens } from './json-tokens.ts';
import { batchLength, batchSize, maxRecordSize } from './limits.ts';

/** How the records of a JSON document are read. */
export interface JsonReading {
  /** Names, with dots between them, that lead to the records. */
  readonly root: string;
  readonly recordsAre: RecordsAre;
  /** Names, with dots between them, that lead from what was found to the record. */
  readonly object: string;
  readonly extractFilename: boolean;
}

const pathOf = (path: string): string[] => (path === '' ? [] : path.split('.'));

/** The value at a path of names; null where it leads nowhere. */
const valueAt = (element: Value, path: readonly string[]): Value =>
  path.reduce<Value>((value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] ?? null : null), element);

const isObject = (value: Value): value is Row => isJsonObject(value);

/** Of the name of a member that is a record. */
const keyColumn = 'Key';

function toRow(element: Value, path: readonly string[], columns: Columns, key: string | undefined): Row {
  const record = valueAt(element, path);
  const row: Row = key === undefined ? {} : { [columns.of(keyColumn)]: key };
  if (!isObject(record)) {
    if (record !== null) row[columns.of('value')] = record;
    return row;
  }
  for (const name of Object.keys(record)) row[columns.of(name)] = record[name] ?? null;
  return row;
}

/** The records of a JSON document, or of documents one after another, in batches. */
export async function* jsonRows(content: Readable, reading: JsonReading, { filename, columns }: Extraction): AsyncGenerator<Row[]> {
  const records = new JsonRecords(pathOf(reading.root), reading.recordsAre);
  const objectPath = pathOf(reading.object);
  const nameOf = reading.recordsAre === 'members' ? () => records.memberName : undefined;
  const tokens = new JsonTokens();
  let rows: Row[] = [];
  let pending = 0;
  let length = 0;
  const take: Parameters<JsonTokens['read']>[1] = (pieceTokens, characters) => {
    pending += characters;
    length += characters;
    if (pending > maxRecordSize) fail('EXTRACTION_FAILED', { reason: `the record at line ${tokens.line} is larger than ${maxRecordSize} characters` });
    for (const token of pieceTokens) {
      const element = records.take(token);
      if (element !== undefined) rows.push(toRow(element, objectPath, columns, nameOf?.()));
      if (!records.isInRecord) pending = 0;
    }
  };
  const ready = (): Row[] => {
    const batch = withFilename(rows, reading.extractFilename, filename, columns);
    rows = [];
    length = 0;
    return batch;
  };
  try {
    for await (const text of unicodeText(content)) {
      tokens.read(text, take);
      if (rows.length >= batchSize || (rows.length > 0 && length >= batchLength)) yield ready();
    }
    take(tokens.end(), 0);
    records.end();
    if (rows.length > 0) yield ready();
  } finally {
    content.destroy();
  }
}
