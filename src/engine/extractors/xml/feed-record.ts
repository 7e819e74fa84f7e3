import { DateTime } from 'luxon';
import type { Columns } from '../../records/columns.ts';
import type { DataRecord, Value } from '../../records/record.ts';
import type { XmlElement } from './xml-element-picker.ts';

/** A field of every feed, and how it is read from an entry. */
interface FeedField {
  readonly label: string;
  readonly read: (entry: XmlElement) => Value;
}

/** The children by the first of the names that occurs. */
const all = (entry: XmlElement, ...names: readonly string[]): XmlElement[] =>
  names
    .map((name) => entry.children.filter((child) => child.name.replace(/^atom:/, '') === name))
    .find((found) => found.length > 0) ?? [];

const attribute = (element: XmlElement | undefined, name: string): string | null =>
  element?.attributes[name]?.trim() || null;

/** The text of an element without its markup (Atom's xhtml content). */
const textOf = (element: XmlElement | undefined): string =>
  element ? `${element.text}${element.children.map((child) => ` ${textOf(child)}`).join('')}`.trim() : '';

const text =
  (...names: readonly string[]) =>
  (entry: XmlElement): string | null =>
    names.map((name) => textOf(all(entry, name)[0])).find(Boolean) ?? null;

/** Atom has links of several kinds in attributes; RSS has one link as text. */
function link(entry: XmlElement): Value {
  const links = all(entry, 'link');
  const best = links.find((each) => ['alternate', null].includes(attribute(each, 'rel'))) ?? links[0];
  return attribute(best, 'href') ?? (textOf(best) || null);
}

/** As ISO in UTC; a date of unknown format stays as it is. */
const date =
  (...names: readonly string[]) =>
  (entry: XmlElement): Value => {
    const source = text(...names)(entry);
    if (source === null) return null;
    const read = [DateTime.fromRFC2822(source, { setZone: true }), DateTime.fromISO(source, { zone: 'utc' })].find(
      ({ isValid }) => isValid,
    );
    return read?.toUTC().toISO({ suppressMilliseconds: true }) ?? source;
  };

function author(entry: XmlElement): Value {
  const names = all(entry, 'author', 'dc:creator')
    .map((each) => textOf(all(each, 'name')[0]) || textOf(each))
    .filter(Boolean);
  return names.join(', ') || null;
}

function categories(entry: XmlElement): Value {
  const names = all(entry, 'category', 'dc:subject')
    .map((each) => attribute(each, 'label') ?? attribute(each, 'term') ?? textOf(each))
    .filter(Boolean);
  return names.length > 0 ? names : null;
}

/** The enclosure of an entry: an element with a `url` in RSS and Media RSS, a link in Atom. */
const enclosed = (entry: XmlElement): XmlElement | undefined =>
  all(entry, 'enclosure')[0] ??
  all(entry, 'link').find((each) => attribute(each, 'rel') === 'enclosure') ??
  all(entry, 'media:content')[0] ??
  all(all(entry, 'media:group')[0] ?? entry, 'media:content')[0];

function point(entry: XmlElement): Value {
  const source =
    text('georss:point', 'point')(entry) ?? textOf(all(all(entry, 'georss:where')[0] ?? entry, 'gml:Point')[0]);
  const pair = source || `${text('geo:lat')(entry) ?? ''} ${text('geo:long')(entry) ?? ''}`;
  const [lat = NaN, lon = NaN, ...others] = pair
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return others.length === 0 && Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null;
}

const fields: readonly FeedField[] = [
  { label: 'Title', read: text('title') },
  { label: 'Link', read: link },
  { label: 'Description', read: text('description', 'summary', 'media:description') },
  { label: 'Content', read: text('content:encoded', 'content') },
  { label: 'Author', read: author },
  { label: 'Categories', read: categories },
  { label: 'Published', read: date('pubDate', 'published', 'dc:date', 'issued') },
  { label: 'Updated', read: date('updated', 'modified', 'dcterms:modified') },
  { label: 'Id', read: (entry) => text('guid', 'id')(entry) ?? attribute(entry, 'rdf:about') },
  { label: 'Comments', read: text('comments') },
  { label: 'Enclosure', read: (entry) => attribute(enclosed(entry), 'url') ?? attribute(enclosed(entry), 'href') },
  { label: 'Enclosure type', read: (entry) => attribute(enclosed(entry), 'type') },
  {
    label: 'Image',
    read: (entry) =>
      attribute(all(entry, 'media:thumbnail')[0], 'url') ?? attribute(all(entry, 'itunes:image')[0], 'href'),
  },
  { label: 'Geo point', read: point },
];

/** The record of an item of RSS or an entry of Atom: the same fields for all feeds. */
export function feedRecord(entry: XmlElement, columns: Columns): DataRecord {
  const record: DataRecord = {};
  for (const { label, read } of fields) record[columns.of(label)] = read(entry);
  return record;
}
