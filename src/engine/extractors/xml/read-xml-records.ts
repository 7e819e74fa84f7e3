import type { Readable } from 'node:stream';
import { fail } from '#kernel/fail.ts';
import type { DataRecord } from '#engine/records/record.ts';
import type { Extraction } from '../extractor.ts';
import { withFilename } from '../extraction/filename-parameter.ts';
import { maxBatchCharacters, maxBatchRecords, maxRecordSize } from '../batches/limits.ts';
import { XmlElementPicker, type XmlElement } from './xml-element-picker.ts';
import { XmlReader, type XmlEvent } from './xml-reader.ts';
import { decodeXml } from './xml-text.ts';

/** How the records of an XML document are read. */
export interface XmlRecordOptions {
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
