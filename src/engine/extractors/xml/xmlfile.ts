import type { Readable } from 'node:stream';
import { fail } from '#kernel/fail.ts';
import type { ParamsOf } from '#engine/parameters.ts';
import type { DataRecord, Value } from '#engine/records/record.ts';
import { defineExtractor, type Extraction } from '../extractor.ts';
import { extractFilename, withFilename } from '../extraction.ts';
import { guessXml, xmlConfidence } from './xml-guess.ts';
import { maxBatchCharacters, maxBatchRecords, maxRecordSize } from '../batches.ts';
import { decodeXml, type XmlElement, XmlElementPicker, type XmlEvent, XmlReader } from './xml-reader.ts';
import type { Columns } from '#engine/records/columns.ts';

const parameters = [
  {
    name: 'record_element',
    type: 'text',
    label: 'Record element',
    description:
      'The element that is a record: its name, or the names that lead to it from the document element, with slashes between them; every child of the document element when empty.',
    isMandatory: false,
    default: '',
    trim: 'true',
    hasImpactOnGuesses: true,
  },
  extractFilename,
] as const;

/** Creates the test whether a path of names leads to a record. */
function recordMatcher(element: string): (path: readonly string[]) => boolean {
  const names = element.split('/').filter((name) => name !== '');
  if (names.length === 0) return (path) => path.length === 2;
  if (names.length === 1 && !element.startsWith('/')) return (path) => path.at(-1) === names[0];
  return (path) => path.length === names.length && names.every((name, position) => path[position] === name);
}

async function* extract(
  content: Readable,
  params: ParamsOf<typeof parameters>,
  extraction: Extraction,
): AsyncGenerator<DataRecord[]> {
  let found = 0;
  const batches = readXmlRecords(
    content,
    {
      isRecord: recordMatcher(params.record_element),
      toRecord: (element) => toXmlRecord(element, extraction.columns),
      extractFilename: params.extract_filename,
    },
    extraction,
  );
  for await (const batch of batches) {
    found += batch.length;
    yield batch;
  }
  if (found === 0 && params.record_element !== '')
    fail('EXTRACTION_FAILED', { reason: `there is no element ${params.record_element}` });
}

/** An XML document with an element for each record. */
export const xmlfile = defineExtractor({
  type: 'xmlfile',
  label: 'XML file',
  parameters,
  extensions: ['xml'],
  content: 'xml',
  acceptsMarkup: true,
  confidence: xmlConfidence,
  guess: guessXml,
  extract,
});

/** How the records of an XML document are read. */
interface XmlRecordOptions {
  /** Whether the element at a path of names, from the document element, is a record. */
  readonly isRecord: (path: readonly string[]) => boolean;
  readonly toRecord: (element: XmlElement) => DataRecord;
  readonly extractFilename: boolean;
}

/** The records of an XML document in batches. */
export async function* readXmlRecords(
  content: Readable,
  { isRecord, toRecord, extractFilename }: XmlRecordOptions,
  { filename, columns, losses }: Extraction,
): AsyncGenerator<DataRecord[]> {
  const reader = new XmlReader();
  const elements = new XmlElementPicker(isRecord);
  let records: DataRecord[] = [];
  let batchCharacters = 0;
  let recordCharacters = 0;
  const takeEvents = (events: readonly XmlEvent[]): void => {
    for (const event of events) {
      const element = elements.take(event);
      if (element) records.push(toRecord(element));
      if (!elements.isInRecord) recordCharacters = 0;
    }
    if (recordCharacters > maxRecordSize)
      fail('EXTRACTION_FAILED', {
        reason: `the record at line ${reader.line} is larger than ${maxRecordSize} characters`,
      });
  };
  const takeBatch = (): DataRecord[] => {
    const batch = withFilename(records, extractFilename, filename, columns);
    records = [];
    batchCharacters = 0;
    return batch;
  };
  try {
    for await (const text of decodeXml(content, losses)) {
      recordCharacters += text.length;
      batchCharacters += text.length;
      takeEvents(reader.read(text));
      if (records.length >= maxBatchRecords || (records.length > 0 && batchCharacters >= maxBatchCharacters))
        yield takeBatch();
    }
    takeEvents(reader.end());
    if (records.length > 0) yield takeBatch();
  } finally {
    content.destroy();
  }
}

const isLeaf = ({ attributes, children }: XmlElement): boolean =>
  Object.keys(attributes).length === 0 && children.length === 0;

const textOf = ({ text }: XmlElement): string | null => text.trim() || null;

/** The value of an element in a list: its text, or an object of its attributes and children, with its text as `value`. */
function valueOf(element: XmlElement): Value {
  if (isLeaf(element)) return textOf(element);
  const parts = new Map<string, Value>(Object.entries(element.attributes));
  for (const [name, children] of Map.groupBy(element.children, (child) => child.name)) {
    const [only] = children;
    parts.set(name, only && children.length === 1 ? valueOf(only) : children.map(valueOf));
  }
  const text = textOf(element);
  if (text !== null) parts.set('value', text);
  // The object is not built by assignment, so that a name such as __proto__ becomes a member.
  return Object.fromEntries(parts);
}

/**
 * The record of an element: a field for each attribute and each child, named by its path with dots
 * between the names. Several children of the same name become a list, of texts or of objects.
 */
function toXmlRecord(element: XmlElement, columns: Columns): DataRecord {
  const record: DataRecord = {};
  addFields(record, element, '', columns);
  return record;
}

/** Adds the fields of an element and of its only children to a record. */
function addFields(record: DataRecord, element: XmlElement, path: string, columns: Columns): void {
  const pathTo = (name: string): string => (path === '' ? name : `${path}.${name}`);
  for (const [name, value] of Object.entries(element.attributes)) record[columns.nameOf(pathTo(name))] = value;
  for (const [name, children] of Map.groupBy(element.children, (child) => child.name)) {
    const [only] = children;
    if (only && children.length === 1) addFields(record, only, pathTo(name), columns);
    else record[columns.nameOf(pathTo(name))] = children.map(valueOf).filter((value) => value !== null);
  }
  const text = textOf(element);
  if (text !== null || isLeaf(element)) record[columns.nameOf(path || element.name)] = text;
}
