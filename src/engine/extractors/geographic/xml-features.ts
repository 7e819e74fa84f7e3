import type { Readable } from 'node:stream';
import { fail } from '#kernel/fail.ts';
import { toReadable } from '#engine/archives/inflate.ts';
import type { DecodingLosses } from '#engine/encodings/text-encoding.ts';
import { FeatureRecords, type Feature } from '#engine/geo/feature-records.ts';
import { extractFilename, withFilename } from '../extraction.ts';
import { defineExtractor, type Extractor, type Sample } from '../extractor.ts';
import { limitBytes, maxBatchRecords } from '../batches.ts';
import { localName, readXmlEvents, type XmlEvent, type XmlOpening } from '../xml/xml-reader.ts';
import { outlineXml } from '../xml/xml-guess.ts';

/** Converts the elements of a format to features. */
export interface XmlFeatureReader {
  /** Begins an element. */
  open(element: XmlOpening): void;
  /** Adds text to the element opened last. */
  text(text: string): void;
  /** Ends the element opened last. Returns the feature that the element completes, if any. */
  close(): Feature | undefined;
}

/** An XML format of features. */
interface XmlFeatureFormat {
  readonly type: string;
  readonly label: string;
  /** The local name of the document element, which is also the extension of the files. */
  readonly root: string;
  readonly createReader: () => Promise<XmlFeatureReader>;
}

/** Defines the extractor of an XML format of features. */
export const defineXmlFeatureExtractor = ({ type, label, root, createReader }: XmlFeatureFormat): Extractor =>
  defineExtractor({
    type,
    label,
    parameters: [extractFilename],
    extensions: [root],
    content: 'xml',
    acceptsMarkup: true,
    confidence: (sample) => confidenceOf(sample, root),
    guess: () => ({ extract_filename: false }),
    async *extract(content, params, { filename, columns, report, losses }) {
      const featureRecords = new FeatureRecords(columns, report);
      for await (const batch of readXmlFeatures(content, root, await createReader(), losses)) {
        const records = batch.map((feature) => featureRecords.record(feature));
        yield withFilename(records, params.extract_filename, filename, columns);
      }
    },
  });

/** The features of an XML file of at most 64 MB, in batches as the content arrives. Fails EXTRACTION_FAILED. */
async function* readXmlFeatures(
  content: Readable,
  root: string,
  reader: XmlFeatureReader,
  losses?: DecodingLosses,
): AsyncGenerator<Feature[]> {
  let batch: Feature[] = [];
  let hasBegun = false;
  const take = (event: XmlEvent): void => {
    if (event.kind === 'text') return reader.text(event.text);
    if (event.kind === 'close') {
      const feature = reader.close();
      if (feature) batch.push(feature);
      return;
    }
    if (!hasBegun && localName(event.name) !== root)
      fail('EXTRACTION_FAILED', {
        reason: `the file begins with the element ${event.name.slice(0, 50)} instead of ${root}`,
      });
    hasBegun = true;
    reader.open(event);
  };
  for await (const events of readXmlEvents(toReadable(limitBytes(content)), losses)) {
    events.forEach(take);
    if (batch.length < maxBatchRecords) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** How likely the sample is of an XML format whose files begin with this element. */
function confidenceOf(sample: Sample, root: string): number {
  const [first = ''] = outlineXml(sample).elements.keys();
  return localName(first) === root ? 0.98 : 0;
}
