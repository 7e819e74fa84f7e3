import type { Readable } from 'node:stream';
import { isJsonObject } from '../../kernel/json.ts';
import { fail } from '../../kernel/fail.ts';
import type { Columns } from '../columns.ts';
import type { ParamsOf } from '../parameters.ts';
import type { Row, Value } from '../row.ts';
import { defineExtractor, type Extraction } from './extractor.ts';
import { extractFilename, withFilename } from './extract-filename.ts';
import { guessJson, jsonConfidence } from './json-guess.ts';
import { JsonRecords } from './json-records.ts';
import { JsonTokens } from './json-tokens.ts';
import { batchLength, batchSize, maxRecordSize } from './limits.ts';

const parameters = [
  { name: 'json_root', type: 'text', label: 'JSON root', description: 'Names, with dots between them, that lead to the array of records; empty when the document is the array or the only record.', isMandatory: false, default: '', trim: 'true', impactsGuessedParameters: true },
  { name: 'json_object', type: 'text', label: 'JSON object', description: 'Names, with dots between them, that lead from an element of the array to the object that is the record; empty when the element is the record.', isMandatory: false, default: '', trim: 'true' },
  extractFilename,
] as const;

type JsonParams = ParamsOf<typeof parameters>;

const pathOf = (path: string): string[] => (path === '' ? [] : path.split('.'));

/** The value at a path of names; null where it leads nowhere. */
const valueAt = (element: Value, path: readonly string[]): Value =>
  path.reduce<Value>((value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] ?? null : null), element);

const isObject = (value: Value): value is Row => isJsonObject(value);

function toRow(element: Value, path: readonly string[], columns: Columns): Row {
  const record = valueAt(element, path);
  if (!isObject(record)) return record === null ? {} : { [columns.of('value')]: record };
  const row: Row = {};
  for (const name of Object.keys(record)) row[columns.of(name)] = record[name] ?? null;
  return row;
}

async function* extract(content: Readable, params: JsonParams, { filename, columns }: Extraction): AsyncGenerator<Row[]> {
  const records = new JsonRecords(pathOf(params.json_root));
  const objectPath = pathOf(params.json_object);
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
      if (element !== undefined) rows.push(toRow(element, objectPath, columns));
      if (!records.isInRecord) pending = 0;
    }
  };
  const ready = (): Row[] => {
    const batch = withFilename(rows, params.extract_filename, filename, columns);
    rows = [];
    length = 0;
    return batch;
  };
  try {
    for await (const text of textOf(content)) {
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

/** The content as text: JSON is UTF-8, and a byte-order mark no part of it. */
async function* textOf(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of content) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** A JSON document with an array of objects somewhere in it, or documents one after another. */
export const jsonfile = defineExtractor({
  type: 'jsonfile',
  label: 'JSON file',
  parameters,
  extensions: ['json', 'jsonl', 'ndjson'],
  confidence: jsonConfidence,
  guess: guessJson,
  extract,
});
