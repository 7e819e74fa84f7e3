import type { Readable } from 'node:stream';
import type { DecodingLosses } from '#engine/encodings/decoding-losses.ts';
import { XmlReader, type XmlEvent, type XmlOpening } from './xml-reader.ts';
import { decodeXml } from './xml-text.ts';

/** The events of an XML document in batches, as its content arrives. */
export async function* readXmlEvents(content: Readable, losses?: DecodingLosses): AsyncGenerator<readonly XmlEvent[]> {
  const reader = new XmlReader();
  try {
    for await (const text of decodeXml(content, losses)) yield reader.read(text);
    yield reader.end();
  } finally {
    content.destroy();
  }
}

/** A name without its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The value of an attribute by its local name. An attribute without a prefix is preferred to those with one. */
export function attributeOf({ attributes }: XmlOpening, localName: string): string | undefined {
  const value = attributes[localName];
  if (value !== undefined) return value;
  for (const name in attributes) {
    if (name.endsWith(`:${localName}`)) return attributes[name];
  }
  return undefined;
}
