import type { Readable } from 'node:stream';
import { fail } from '#kernel/fail.ts';
import type { ParamsOf } from '#engine/parameters/parameter.ts';
import type { DataRecord } from '#engine/records/record.ts';
import { defineExtractor, type Extraction } from '../extractor.ts';
import { extractFilename } from '../extraction/filename-parameter.ts';
import { guessXml, xmlConfidence } from './xml-guess.ts';
import { toXmlRecord } from './xml-record.ts';
import { readXmlRecords } from './read-xml-records.ts';

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
    impactsGuessedParameters: true,
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
