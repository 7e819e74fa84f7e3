import { setImmediate } from 'node:timers/promises';
import { CatalogError, fail } from '#kernel/fail.ts';
import { truncate } from '#kernel/text.ts';
import {
  localName,
  type XmlElement,
  XmlElementPicker,
  type XmlOpening,
  XmlReader,
} from '../extractors/xml/xml-reader.ts';
import { type HarvestSource, shortUrl, type SourceRequest } from './harvest-source.ts';
import { elementsBelow } from './xml-values.ts';

/** An XML document of a service, of which the elements that were asked for are kept. */
interface XmlAnswer {
  /** The document element without its content. */
  readonly root: XmlOpening;
  readonly elements: readonly XmlElement[];
  /** The first element with each of the names asked for, without its content. */
  readonly openings: ReadonlyMap<string, XmlOpening>;
}

/** What is kept of a document. Names are local names. */
interface KeptParts {
  /** The elements to keep whole, by their path from the document element, whose own name is left out. */
  readonly elements: RegExp;
  /** The elements of which attributes are needed alone. */
  readonly openings?: readonly string[];
}

/** The characters that are parsed at once; other work goes on between them. */
const pieceLength = 2 ** 18;

/** Reads XML as `readXml` does; XML that is broken or exceeds the limits of an element is SOURCE_FAILED as well. */
export async function fetchXml(...input: Parameters<typeof readXml>): Promise<XmlAnswer> {
  try {
    return await readXml(...input);
  } catch (error) {
    if (!isBroken(error)) throw error;
    return fail('SOURCE_FAILED', { reason: `its XML cannot be read. ${error.message}` });
  }
}

/** Whether a failure is that of XML which is broken, or of an element that is too large. */
export const isBroken = (error: unknown): error is CatalogError =>
  error instanceof CatalogError && error.code === 'EXTRACTION_FAILED';

/**
 * Reads XML of an OGC service. Nothing that a document refers to is read, and entities of its own are errors. Fails SOURCE_FAILED for a page,
 * for something else than XML, and with the reason of a report of exceptions; EXTRACTION_FAILED for XML that is broken or exceeds the limits of
 * an element.
 */
export async function readXml(
  source: HarvestSource,
  url: string,
  { elements, openings: names = [] }: KeptParts,
  request: SourceRequest = {},
): Promise<XmlAnswer> {
  const {
    text,
    status,
    url: finalUrl,
  } = await source.fetchText(url, {
    ...request,
    headers: { accept: 'application/xml, text/xml;q=0.9, */*;q=0.5', ...request.headers },
    acceptedStatuses: [400],
  });
  const beginning = text.slice(0, 1_000).trimStart();
  if (!beginning.startsWith('<') || /^<(?:!doctype\s+html|html)\b/i.test(beginning))
    fail('SOURCE_FAILED', {
      reason: `${shortUrl(finalUrl)} answered with ${beginning.startsWith('<') ? 'a page' : 'something else'} in place of XML. Check the address.`,
    });
  const openings = new Map<string, XmlOpening>();
  const kept: XmlElement[] = [];
  let root: XmlOpening | undefined;
  const picker = new XmlElementPicker(
    (path) => isReport(path) || elements.test(path.slice(1).map(localName).join('/')),
  );
  const reader = new XmlReader();
  const take = (events: ReturnType<XmlReader['read']>): void => {
    for (const event of events) {
      if (event.kind === 'open') {
        root ??= event;
        const name = localName(event.name);
        if (names.includes(name) && !openings.has(name)) openings.set(name, event);
      }
      const element = picker.take(event);
      if (element) kept.push(element);
    }
  };
  for (let start = 0; start < text.length; start += pieceLength) {
    take(reader.read(text.slice(start, start + pieceLength)));
    await setImmediate();
  }
  take(reader.end());
  if (!root) fail('SOURCE_FAILED', { reason: `${shortUrl(finalUrl)} answered with an empty document.` });
  const [report] = kept;
  if (report && isReport([root.name])) failWithReport(report);
  if (status >= 400) fail('SOURCE_FAILED', { reason: `${shortUrl(finalUrl)} answered with the status ${status}.` });
  return { root, elements: kept, openings };
}

const isReport = (path: readonly string[]): boolean =>
  path.length === 1 && /^(?:Service)?ExceptionReport$/.test(localName(path[0] ?? ''));

/** Fails with what a report of exceptions says. */
function failWithReport(report: XmlElement): never {
  const texts = ['ExceptionText', 'ServiceException'].flatMap((name) => elementsBelow(report, name));
  const said = texts.map(({ text }) => text.trim()).find((text) => text !== '');
  const code = elementsBelow(report, 'Exception')[0]?.attributes['exceptionCode'];
  return fail('SOURCE_FAILED', {
    reason: `the service answered with an exception: ${truncate((said ?? code ?? 'without a reason').replace(/\s+/g, ' '), 300)}`,
  });
}
