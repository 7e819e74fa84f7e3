import type { RawParams } from '#engine/parameters.ts';
import { decodeText } from '#engine/encodings/text-encoding.ts';
import { memoizePerSample, type Sample } from '../extractor.ts';
import { detectXmlEncoding, type XmlEvent, XmlReader } from './xml-reader.ts';

/** The elements of the sample at a path. */
interface ElementCounts {
  count: number;
  /** Whether any of these elements has attributes or children. */
  hasParts: boolean;
}

/** The structure of a sample. */
interface XmlOutline {
  /** The elements by path, in order of appearance. */
  readonly elements: ReadonlyMap<string, ElementCounts>;
  /** Whether the sample is valid XML up to its end. */
  readonly isXml: boolean;
}

/** The length of the pieces that the parser receives: small, so that the elements before an error are kept. */
const pieceLength = 4_096;
/** The maximum length of a path. A path of this length may be truncated and is not used. */
const maxPath = 2_000;

/** The structure of the sample. */
export const outlineXml = memoizePerSample(({ bytes }): XmlOutline => {
  const elements = new Map<string, ElementCounts>();
  const open: string[] = [];
  const take = (event: XmlEvent): void => {
    if (event.kind === 'close') open.pop();
    if (event.kind !== 'open') return;
    const parentPath = open.at(-1);
    const path = parentPath === undefined ? event.name : `${parentPath}/${event.name}`.slice(0, maxPath);
    const parent = parentPath === undefined ? undefined : elements.get(parentPath);
    if (parent) parent.hasParts = true;
    open.push(path);
    const counts = elements.get(path) ?? { count: 0, hasParts: false };
    if (path.length < maxPath)
      elements.set(path, {
        count: counts.count + 1,
        hasParts: counts.hasParts || Object.keys(event.attributes).length > 0,
      });
  };
  try {
    const reader = new XmlReader();
    const text = decodeText(bytes, detectXmlEncoding(bytes));
    for (let start = 0; start < text.length; start += pieceLength)
      reader.read(text.slice(start, start + pieceLength)).forEach(take);
    return { elements, isXml: elements.size > 0 };
  } catch {
    return { elements, isXml: false };
  }
});

const depthOf = (path: string): number => path.split('/').length;

/** Parameters with the repeated element nearest to the document element. Elements with attributes or children are preferred. */
export function guessXml(sample: Sample): RawParams {
  const repeated = [...outlineXml(sample).elements].filter(([path, { count }]) => count > 1 && depthOf(path) > 1);
  const [found] = repeated.toSorted(
    ([a, one], [b, other]) =>
      Number(other.hasParts) - Number(one.hasParts) || depthOf(a) - depthOf(b) || other.count - one.count,
  );
  return { record_element: found?.[0] ?? '', extract_filename: false };
}

/** How likely the sample is XML that holds records, which HTML pages and SVG drawings do not. */
export function xmlConfidence(sample: Sample): number {
  // Without byte-order mark and zero bytes, the first characters are the same in every Unicode encoding.
  const beginning = sample.bytes
    .subarray(0, 100)
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(\xff\xfe|\xfe\xff|\xef\xbb\xbf)/, '');
  if (!/^\s*</.test(beginning)) return 0;
  const { elements, isXml } = outlineXml(sample);
  const [root = ''] = elements.keys();
  if (/^(html|svg)$/i.test(root)) return 0.05;
  const isNamed = /\.xml$/i.test(sample.filename) || /\bxml\b/.test(sample.mimetype ?? '');
  if (!isXml) return isNamed ? 0.3 : 0.05;
  return isNamed ? 0.9 : 0.7;
}
