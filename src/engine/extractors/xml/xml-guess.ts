import type { RawParams } from '../../parameters/parameter.ts';
import { decodeText } from '../../encodings/text-encoding.ts';
import type { Sample } from '../extractor.ts';
import { memoizePerSample } from '../memoize-per-sample.ts';
import { XmlReader, type XmlEvent } from './xml-reader.ts';
import { xmlEncoding } from './xml-text.ts';

/** What is known of the elements that a path of names leads to. */
interface Met {
  count: number;
  /** Whether one of them has attributes or children. */
  hasParts: boolean;
}

interface XmlOutline {
  /** By path, in order of appearance. */
  readonly elements: ReadonlyMap<string, Met>;
  /** Whether the sample is XML as far as it goes. */
  readonly isXml: boolean;
}

/** Read piece by piece, so that what precedes a fault counts. */
const pieceLength = 4_096;
/** The characters of a path that are remembered; one that has as many may be cut, and is no path to records. */
const maxPath = 2_000;

/** What the sample holds where. */
export const xmlOutline = memoizePerSample(({ bytes }): XmlOutline => {
  const elements = new Map<string, Met>();
  const open: string[] = [];
  const take = (event: XmlEvent): void => {
    if (event.kind === 'close') open.pop();
    if (event.kind !== 'open') return;
    const above = open.at(-1);
    const path = above === undefined ? event.name : `${above}/${event.name}`.slice(0, maxPath);
    const parent = above === undefined ? undefined : elements.get(above);
    if (parent) parent.hasParts = true;
    open.push(path);
    const met = elements.get(path) ?? { count: 0, hasParts: false };
    if (path.length < maxPath)
      elements.set(path, { count: met.count + 1, hasParts: met.hasParts || Object.keys(event.attributes).length > 0 });
  };
  try {
    const reader = new XmlReader();
    const text = decodeText(bytes, xmlEncoding(bytes));
    for (let start = 0; start < text.length; start += pieceLength)
      reader.read(text.slice(start, start + pieceLength)).forEach(take);
    return { elements, isXml: elements.size > 0 };
  } catch {
    return { elements, isXml: false };
  }
});

const depthOf = (path: string): number => path.split('/').length;

/** The element that is repeated, as near to the document element as there is one; those with parts first. */
export function guessXml(sample: Sample): RawParams {
  const repeated = [...xmlOutline(sample).elements].filter(([path, { count }]) => count > 1 && depthOf(path) > 1);
  const [found] = repeated.toSorted(
    ([a, one], [b, other]) =>
      Number(other.hasParts) - Number(one.hasParts) || depthOf(a) - depthOf(b) || other.count - one.count,
  );
  return { record_element: found?.[0] ?? '', extract_filename: false };
}

/** How likely the sample is XML that holds records: pages for people are none. */
export function xmlConfidence(sample: Sample): number {
  if (
    !/^(\xef\xbb\xbf)?\s*</.test(
      sample.bytes
        .subarray(0, 100)
        .toString('latin1')
        .replaceAll('\0', '')
        .replace(/^(\xff\xfe|\xfe\xff)/, ''),
    )
  )
    return 0;
  const { elements, isXml } = xmlOutline(sample);
  const [root = ''] = elements.keys();
  if (/^(html|svg)$/i.test(root)) return 0.05;
  const isNamed = /\.xml$/i.test(sample.filename) || /\bxml\b/.test(sample.mimetype ?? '');
  if (!isXml) return isNamed ? 0.3 : 0.05;
  return isNamed ? 0.9 : 0.7;
}
