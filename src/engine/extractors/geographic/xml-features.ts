import type { Readable } from 'node:stream';
import { fail } from '../../../kernel/fail.ts';
import { streamOf } from '../../archives/stream-of.ts';
import type { DecodingLosses } from '../../encodings/decoding-losses.ts';
import type { Feature } from '../../geo/feature-rows.ts';
import type { Sample } from '../extractor.ts';
import { batchSize } from '../limits.ts';
import { limitBytes } from '../limit-bytes.ts';
import { localName, xmlEvents } from '../xml/xml-events.ts';
import { xmlOutline } from '../xml/xml-guess.ts';
import type { XmlEvent, XmlOpening } from '../xml/xml-reader.ts';

/** Converts the elements of a format to features. */
export interface XmlFeatureReader {
  open(element: XmlOpening): void;
  /** Adds text to the element opened last. */
  text(text: string): void;
  /** Ends the element opened last. Returns a feature when that completes one. */
  close(): Feature | undefined;
}

/** The features of an XML file of at most 64 MB, in batches as the content arrives. Fails EXTRACTION_FAILED. */
export async function* xmlFeatures(
  content: Readable,
  root: string,
  reader: XmlFeatureReader,
  losses?: DecodingLosses,
): AsyncGenerator<Feature[]> {
  let batch: Feature[] = [];
  let isBegun = false;
  const take = (event: XmlEvent): void => {
    if (event.kind === 'text') return reader.text(event.text);
    if (event.kind === 'close') {
      const feature = reader.close();
      if (feature) batch.push(feature);
      return;
    }
    if (!isBegun && localName(event.name) !== root)
      fail('EXTRACTION_FAILED', {
        reason: `the file begins with the element ${event.name.slice(0, 50)} instead of ${root}`,
      });
    isBegun = true;
    reader.open(event);
  };
  for await (const events of xmlEvents(streamOf(limitBytes(content)), losses)) {
    events.forEach(take);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** How likely the sample is of an XML format whose files begin with this element. */
export function xmlFeatureConfidence(sample: Sample, root: string): number {
  const [first = ''] = xmlOutline(sample).elements.keys();
  return localName(first) === root ? 0.98 : 0;
}
