import { h } from '#portal-page/dom/element.ts';
import type { Portal } from '#portal-page/portal.ts';
import { messageOf } from '../failure.ts';
import type { Dataset } from './dataset.ts';

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
            link(file.downloadPath, file.filename, file.filename),
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
