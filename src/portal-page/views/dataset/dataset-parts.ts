import { type Child, h, plainText } from '#portal-page/dom.ts';
import {
  type DatasetPageQuery,
  DatasetRecordsDocument,
  type FieldType,
  type HopsFragment,
} from '#portal-page/generated/operations.ts';
import type { Portal, Showing } from '#portal-page/portal.ts';
import { failureNote, messageOf } from '../view-parts.ts';
import type { Language } from '#portal-page/messages/language.ts';
import { datasetPath } from '#portal-page/address.ts';
import { type LineageBox, lineageGraph } from '#portal-page/drawing/lineage-graph.ts';
import { layoutLineage } from '#portal-page/drawing/geometry.ts';
import { isRecord } from '#portal-page/json.ts';

const pageSize = 10;

/** The records of a dataset, ten at a time. */
export function recordTable({ portal, signal }: Showing, { datasetId, schema }: Dataset): HTMLElement {
  const language = portal.language();
  const { messages, number } = language;
  const body = h('tbody', {});
  const shown = h('p', { class: 'quiet', role: 'status' }, messages.loading);
  let offset = 0;
  const show = async (first: number): Promise<void> => {
    const { catalogDataset } = await portal.graph.query(
      DatasetRecordsDocument,
      { datasetId, first: pageSize, offset: first },
      signal,
    );
    const { nodes, totalCount } = catalogDataset?.records ?? { nodes: [], totalCount: 0 };
    offset = first;
    body.replaceChildren(
      ...nodes.map(({ values }) =>
        h(
          'tr',
          {},
          schema.map(({ name, type }) =>
            h('td', { class: isNumeric(type) ? 'number' : undefined }, cellText(language, values[name])),
          ),
        ),
      ),
    );
    shown.textContent = messages.recordsShown(
      number(Math.min(first + 1, totalCount)),
      number(first + nodes.length),
      number(totalCount),
    );
    previous.disabled = first === 0;
    next.disabled = first + nodes.length >= totalCount;
  };
  const step = (by: number) => () => {
    show(Math.max(0, offset + by)).catch(fail);
  };
  const previous = h('button', { type: 'button', disabled: true, on: { click: step(-pageSize) } }, messages.previous);
  const next = h('button', { type: 'button', disabled: true, on: { click: step(pageSize) } }, messages.next);
  const part = section(
    'records',
    messages.recordsTitle,
    scrollBox(
      messages.recordsTitle,
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            schema.map(({ label, type }) =>
              h('th', { scope: 'col', class: isNumeric(type) ? 'number' : undefined }, label),
            ),
          ),
        ),
        body,
      ),
    ),
    h('div', { class: 'table-foot' }, shown, h('div', { class: 'buttons' }, previous, next)),
  );
  const fail = (error: unknown): void => {
    if (!signal.aborted) shown.replaceChildren(failureNote(error));
  };
  show(0).catch(fail);
  return part;
}

/** The fields of a dataset with their types and descriptions. */
export function fieldTable({ messages }: Language, fields: Dataset['schema']): HTMLElement {
  const heads = [messages.field, messages.type, messages.description];
  return scrollBox(
    messages.fields,
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          heads.map((head) => h('th', { scope: 'col' }, head)),
        ),
      ),
      h(
        'tbody',
        {},
        fields.map(({ name, label, type, unit, description }) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, label, label !== name && h('code', { class: 'field-name' }, name)),
            h('td', {}, messages.types[type], unit !== null && ` (${unit})`),
            h('td', {}, plainText(description ?? '')),
          ),
        ),
      ),
    ),
  );
}

/** The exports and attachments of a dataset. With a key they are requested with it, because a link cannot send one. */
export function downloadList(portal: Portal, dataset: Dataset): HTMLElement | undefined {
  const { messages, bytes } = portal.language();
  const exports = dataset.hasRecords && dataset.dataAccess.isDataVisible ? dataset.exports : [];
  const { nodes: attachments } = dataset.attachments;
  if (exports.length + attachments.length === 0) return undefined;
  const link = (href: string, filename: string, text: string): HTMLElement =>
    h(
      'a',
      {
        href,
        download: filename,
        on: {
          click: (event) => {
            if (portal.keys.read() === undefined) return;
            event.preventDefault();
            void downloadWithKey(portal, href, filename).catch((error: unknown) => {
              portal.notify(messageOf(error));
            });
          },
        },
      },
      text,
    );
  return h(
    'section',
    { class: 'panel', 'aria-labelledby': 'downloads-title' },
    h('h2', { id: 'downloads-title' }, messages.downloads),
    exports.length > 0 &&
      h(
        'ul',
        { class: 'formats' },
        exports.map(({ format, filename, url }) => h('li', {}, link(url, filename, nameOf(format)))),
      ),
    attachments.length > 0 && [
      h('h3', {}, messages.attachments),
      h(
        'ul',
        { class: 'files' },
        attachments.map((file) =>
          h(
            'li',
            {},
            link(file.url, file.filename, file.filename),
            ' ',
            h('span', { class: 'quiet' }, bytes(file.bytes)),
          ),
        ),
      ),
    ],
  );
}

const names: Readonly<Record<string, string>> = {
  csv: 'CSV',
  xlsx: 'Excel',
  json: 'JSON',
  jsonl: 'JSON Lines',
  parquet: 'Parquet',
  geojson: 'GeoJSON',
  shp: 'Shapefile',
  kml: 'KML',
  gpx: 'GPX',
  fgb: 'FlatGeobuf',
  jsonld: 'JSON-LD',
  n3: 'N3',
  rdfxml: 'RDF/XML',
  turtle: 'Turtle',
};
const nameOf = (format: string): string => names[format] ?? format;

async function downloadWithKey(portal: Portal, href: string, filename: string): Promise<void> {
  const response = await portal.fetch(href);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  const url = URL.createObjectURL(await response.blob());
  h('a', { href: url, download: filename }).click();
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 60_000);
}

type Hop = HopsFragment['hops'][number];
const flat = (hops: readonly Hop[]) => hops.map((hop) => ({ ...hop, uid: hop.asset.uid }));

/** What a dataset is made of and what uses it, drawn, and as sentences for screen readers; undefined without relations. */
export function lineageSection({ messages }: Language, dataset: Dataset, title: string): HTMLElement | undefined {
  const { upstream, downstream, uid } = dataset;
  if (!upstream || !downstream || upstream.hops.length + downstream.hops.length === 0) return undefined;
  const { columns, edges } = layoutLineage(uid, flat(upstream.hops), flat(downstream.hops));
  const boxes = columns.map((column) =>
    column.map(({ uid: name, hop }): LineageBox => ({
      uid: name,
      title: hop?.asset.title ?? title,
      note: messages.assetTypes[hop?.asset.assetType ?? 'dataset'],
      href: hop && hrefOf(hop.asset),
      isRoot: hop === undefined,
    })),
  );
  const titles = new Map(boxes.flat().map((each) => [each.uid, each.title]));
  return section(
    'lineage',
    messages.lineage,
    showingRoot(scrollBox(messages.lineage, lineageGraph(boxes, edges, messages.lineageOf(title)))),
    h(
      'ul',
      { class: 'visually-hidden' },
      edges.map(({ from, to }) => h('li', {}, messages.lineageUses(titles.get(from) ?? '', titles.get(to) ?? ''))),
    ),
    (upstream.isTruncated || downstream.isTruncated) && h('p', { class: 'quiet' }, messages.lineageTruncated),
  );
}

/** Scrolls a drawing, once it is on the page, so that the dataset is in the middle. */
function showingRoot(drawing: HTMLElement): HTMLElement {
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    const root = drawing.querySelector('.root')?.getBoundingClientRect();
    const { left, width } = drawing.getBoundingClientRect();
    if (root) drawing.scrollLeft = root.left + root.width / 2 - left - width / 2;
  });
  observer.observe(drawing);
  return drawing;
}

/** Where an asset leads: to a dataset of this page, or to an address on the web. */
const hrefOf = ({ dataset, url }: Hop['asset']): string | undefined => {
  if (dataset) return datasetPath(dataset.datasetId);
  return url !== null && /^https?:\/\//i.test(url) ? url : undefined;
};

/** The facts about a dataset: publisher, license, dates, themes and keywords, which lead to searches. */
export function detailList({ messages, date, dateTime, number }: Language, dataset: Dataset): HTMLElement {
  const links = (facet: string, values: readonly string[]): Child =>
    values.length > 0 &&
    h(
      'ul',
      { class: 'tags' },
      values.map((value) => h('li', {}, h('a', { href: `/?${new URLSearchParams({ [facet]: value })}` }, value))),
    );
  const rows: readonly (readonly [string, Child])[] = [
    [messages.publisher, dataset.publisher],
    [messages.license, dataset.license],
    [messages.recordsTitle, dataset.recordCount === null ? null : number(dataset.recordCount)],
    [messages.modified, dataset.modifiedAt && date(dataset.modifiedAt)],
    [messages.published, dataset.dataProcessedAt && dateTime(dataset.dataProcessedAt)],
    [messages.themes, links('theme', dataset.themes)],
    [messages.keywords, links('keyword', dataset.keywords)],
    [messages.identifier, h('code', {}, dataset.datasetId)],
  ];
  return h(
    'section',
    { class: 'panel', 'aria-labelledby': 'details-title' },
    h('h2', { id: 'details-title' }, messages.details),
    h(
      'dl',
      {},
      rows
        .filter(([, value]) => value !== null && value !== false && value !== '')
        .map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
    ),
  );
}

/** Whether the values of a field are aligned as numbers. */
export const isNumeric = (type: FieldType): boolean => type === 'int' || type === 'double';

/** A value of a record as a short text. */
function cellText(language: Language, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return language.number(value);
  if (typeof value === 'string') return textOf(language, value);
  if (Array.isArray(value)) return value.map((each) => cellText(language, each)).join(', ');
  if (isRecord(value)) {
    const { lat, lon, filename, type, geometry } = value;
    if (typeof lat === 'number' && typeof lon === 'number')
      return language.messages.position(lat.toFixed(4), lon.toFixed(4));
    if (typeof filename === 'string') return filename;
    if (isRecord(geometry) && typeof geometry['type'] === 'string') return geometry['type'];
    if (typeof type === 'string') return type;
  }
  return JSON.stringify(value);
}

function textOf(language: Language, value: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return language.date(value);
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(value)) return language.dateTime(value);
  return value;
}

/** A titled part of a dataset, which screen readers list as a landmark. */
export const section = (id: string, title: string, ...children: readonly Child[]): HTMLElement =>
  h(
    'section',
    { class: 'part', id, 'aria-labelledby': `${id}-title` },
    h('h2', { id: `${id}-title` }, title),
    children,
  );

/** A box that scrolls sideways, which the keyboard can reach. */
const scrollBox = (label: string, ...children: readonly Child[]): HTMLElement =>
  h('div', { class: 'scroll', role: 'group', tabindex: '0', 'aria-label': label }, children);

/** A published dataset. */
export type Dataset = NonNullable<DatasetPageQuery['catalogDataset']>;
