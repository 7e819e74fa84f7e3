import { jsonExport } from '#engine/exports/json-exports.ts';
import type { CatalogExportFormat } from './catalog-export-format.ts';

/** One array, either of datasets as the Explore API lists them or of the rows that a query selects. */
export const jsonCatalogExport = {
  description: 'One array of datasets.',
  mediaType: jsonExport.mediaType,
  extension: jsonExport.extension,
  writeRows: ({ rows }) => jsonExport.write({ rows }),
  hasWholeDatasets: true,
} as const satisfies CatalogExportFormat;
