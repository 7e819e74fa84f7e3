import { fail } from '#kernel/fail.ts';
import { defineExtractor, type Sample } from '../extractor.ts';
import { extractFilename } from '../extraction.ts';
import { outlineXml, xmlConfidence } from './xml-guess.ts';
import { readXmlRecords } from './xmlfile.ts';
import { DateTime } from 'luxon';
import type { Columns } from '#engine/records/columns.ts';
import type { DataRecord, Value } from '#engine/records/record.ts';
import type { XmlElement } from './xml-reader.ts';

const parameters = [extractFilename] as const;

/** The greatest depth of entries. */
const entryDepth = 3;
/** The paths of entries: RSS 0.9x and 2.0, RSS 1.0 (RDF), Atom. */
const entryPaths = new Set(['rss/channel/item', 'rdf:RDF/item', 'feed/entry', 'atom:feed/atom:entry']);
const documentElements = new Set([...entryPaths].map((path) => path.split('/')[0]));

function confidence(sample: Sample): number {
  const likely = xmlConfidence(sample);
  const [root] = likely > 0 ? outlineXml(sample).elements.keys() : [];
  return documentElements.has(root) ? 0.95 : 0;
}

function isRecord(path: readonly string[]): boolean {
  const [root] = path;
  if (path.length === 1 && !documentElements.has(root))
    fail('EXTRACTION_FAILED', {
      reason: `the file is not a feed: it begins with ${root} instead of rss, rdf:RDF or feed`,
    });
  return path.length <= entryDepth && entryPaths.has(path.join('/'));
}

/** A news feed: RSS 0.9x, 1.0 and 2.0, and Atom, all with the same fields. */
export const feed = defineExtractor({
  type: 'feed',
  label: 'RSS or Atom feed',
  parameters,
  extensions: ['rss', 'atom', 'rdf', 'xml'],
  content: 'xml',
  acceptsMarkup: true,
  confidence,
  guess: () => ({ extract_filename: false }),
  extract: (content, params, extraction) =>
    readXmlRecords(
      content,
      {
        isRecord,
        toRecord: (entry) => toFeedRecord(entry, extraction.columns),
        extractFilename: params.extract_filename,
      },
      extraction,
    ),
});

/** A field of every feed, and how it is read from an entry. */
interface FeedField {
  readonly label: string;
  readonly read: (entry: XmlElement) => Value;
}

/** The children with the first of these names that any child has. */
const childrenNamed = (entry: XmlElement, ...names: readonly string[]): XmlElement[] =>
  names
    .map((name) => entry.children.filter((child) => child.name.replace(/^atom:/, '') === name))
    .find((found) => found.length > 0) ?? [];

const readAttribute = (element: XmlElement | undefined, name: string): string | null =>
  element?.attributes[name]?.trim() || null;

/** The text of an element without its markup (Atom's xhtml content). */
const textOf = (element: XmlElement | undefined): string =>
  element ? `${element.text}${element.children.map((child) => ` ${textOf(child)}`).join('')}`.trim() : '';

/** Creates the reader of the first text in elements of these names. */
const textField =
  (...names: readonly string[]) =>
  (entry: XmlElement): string | null =>
    names.map((name) => textOf(childrenNamed(entry, name)[0])).find(Boolean) ?? null;

/** Reads the link of an entry: in Atom the one without `rel` of those in attributes, in RSS the text. */
function readLink(entry: XmlElement): Value {
  const links = childrenNamed(entry, 'link');
  const mainLink = links.find((link) => ['alternate', null].includes(readAttribute(link, 'rel'))) ?? links[0];
  return readAttribute(mainLink, 'href') ?? (textOf(mainLink) || null);
}

/** Creates the reader of a date, in ISO 8601 and UTC; a date of unknown format stays as it is. */
const dateField =
  (...names: readonly string[]) =>
  (entry: XmlElement): Value => {
    const source = textField(...names)(entry);
    if (source === null) return null;
    const read = [DateTime.fromRFC2822(source, { setZone: true }), DateTime.fromISO(source, { zone: 'utc' })].find(
      ({ isValid }) => isValid,
    );
    return read?.toUTC().toISO({ suppressMilliseconds: true }) ?? source;
  };

function readAuthor(entry: XmlElement): Value {
  const names = childrenNamed(entry, 'author', 'dc:creator')
    .map((author) => textOf(childrenNamed(author, 'name')[0]) || textOf(author))
    .filter(Boolean);
  return names.join(', ') || null;
}

function readCategories(entry: XmlElement): Value {
  const names = childrenNamed(entry, 'category', 'dc:subject')
    .map((category) => readAttribute(category, 'label') ?? readAttribute(category, 'term') ?? textOf(category))
    .filter(Boolean);
  return names.length > 0 ? names : null;
}

/** The enclosure of an entry: an element with a `url` in RSS and Media RSS, a link in Atom. */
const findEnclosure = (entry: XmlElement): XmlElement | undefined =>
  childrenNamed(entry, 'enclosure')[0] ??
  childrenNamed(entry, 'link').find((link) => readAttribute(link, 'rel') === 'enclosure') ??
  childrenNamed(entry, 'media:content')[0] ??
  childrenNamed(childrenNamed(entry, 'media:group')[0] ?? entry, 'media:content')[0];

function readPoint(entry: XmlElement): Value {
  const source =
    textField('georss:point', 'point')(entry) ??
    textOf(childrenNamed(childrenNamed(entry, 'georss:where')[0] ?? entry, 'gml:Point')[0]);
  const pair = source || `${textField('geo:lat')(entry) ?? ''} ${textField('geo:long')(entry) ?? ''}`;
  const [lat = NaN, lon = NaN, ...others] = pair
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return others.length === 0 && Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null;
}

const fields: readonly FeedField[] = [
  { label: 'Title', read: textField('title') },
  { label: 'Link', read: readLink },
  { label: 'Description', read: textField('description', 'summary', 'media:description') },
  { label: 'Content', read: textField('content:encoded', 'content') },
  { label: 'Author', read: readAuthor },
  { label: 'Categories', read: readCategories },
  { label: 'Published', read: dateField('pubDate', 'published', 'dc:date', 'issued') },
  { label: 'Updated', read: dateField('updated', 'modified', 'dcterms:modified') },
  { label: 'Id', read: (entry) => textField('guid', 'id')(entry) ?? readAttribute(entry, 'rdf:about') },
  { label: 'Comments', read: textField('comments') },
  {
    label: 'Enclosure',
    read: (entry) => readAttribute(findEnclosure(entry), 'url') ?? readAttribute(findEnclosure(entry), 'href'),
  },
  { label: 'Enclosure type', read: (entry) => readAttribute(findEnclosure(entry), 'type') },
  {
    label: 'Image',
    read: (entry) =>
      readAttribute(childrenNamed(entry, 'media:thumbnail')[0], 'url') ??
      readAttribute(childrenNamed(entry, 'itunes:image')[0], 'href'),
  },
  { label: 'Geo point', read: readPoint },
];

/** The record of an item of RSS or an entry of Atom: the same fields for all feeds. */
function toFeedRecord(entry: XmlElement, columns: Columns): DataRecord {
  const record: DataRecord = {};
  for (const { label, read } of fields) record[columns.nameOf(label)] = read(entry);
  return record;
}
