import { datasetBody } from '../../../api/explore/dataset-body.ts';
import { exploreBasePath } from '../../../api/explore/explore-base.ts';
import { jsonExport } from '../../../engine/exports/json-exports.ts';
import type { CatalogExportFormat, DatasetSource } from './catalog-export-format.ts';

/** One array, either of datasets as the Explore API lists them or of the rows that a query selects. */
export const jsonCatalogExport = {
  description: 'One array of datasets.',
  mediaType: jsonExport.mediaType,
  extension: jsonExport.extension,
  writeRows: ({ rows }) => jsonExport.write({ rows }),
  writeDatasets: (source) => jsonExport.write({ rows: bodiesOf(source) }),
} as const satisfies CatalogExportFormat;

async function* bodiesOf({ datasets, address }: DatasetSource): AsyncGenerator<readonly string[]> {
  const options = { root: `${address}${exploreBasePath}`, hasLinks: false };
  for await (const batch of datasets) yield batch.map((dataset) => JSON.stringify(datasetBody(dataset, options)));
}
