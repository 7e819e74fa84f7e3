import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { send } from '../publishing/publish-file.ts';
import type { Server } from '../servers/server.ts';
import { datasetsOfRecords, listingOfRecords } from './make-listings.ts';
import { recordFacets, recordFields } from './make-records.ts';

const annotations = [
  { field: 'reading', annotation: 'id' },
  { field: 'quantity', annotation: 'sortable' },
];

/** A dataset with a CSV as its only resource, its types and facets configured; returns its uid. */
export async function createRecordsDataset(
  server: Server,
  path: string,
  datasetId: string = datasetsOfRecords[0],
): Promise<string> {
  const facets = recordFacets.map((field) => ({ field_name: field }));
  const { theme, description, ...texts } = listingOfRecords;
  const { uid } = await send(server, '/datasets/', {
    dataset_id: datasetId,
    metadata: {
      default: {
        ...Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, { value }])),
        description: { value: `<p>${description}</p>` },
      },
      internal: { theme_id: { value: theme } },
      asset_content_configuration: { facets: { value: facets } },
    },
  });
  const dataset = `/datasets/${String(uid)}`;
  const form = new FormData();
  form.set('file', await openAsBlob(path), basename(path));
  await send(server, `${dataset}/resources/files/`, form);
  await send(server, `${dataset}/resources/`, {
    type: 'csvfile',
    title: 'Readings',
    datasource: { type: 'uploaded_file', file: { uid: basename(path) } },
  });
  for (const [field, type] of Object.entries(recordFields))
    if (type !== 'text') await send(server, `${dataset}/fields/`, { type: 'type', label: '', field, type_param: type });
  for (const annotation of annotations)
    await send(server, `${dataset}/fields/`, { type: 'annotate', label: '', args: [], ...annotation });
  return String(uid);
}
