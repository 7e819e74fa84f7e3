import { csvExport } from '#engine/exports/csv-export.ts';
import { xlsxExport } from '#engine/exports/xlsx-export.ts';
import type { CatalogExportFormat } from './catalog-export-format.ts';
import { dataJsonCatalogExport } from './data-json-export.ts';
import { dublinCoreCatalogExport, rdfCatalogExport, rssCatalogExport, ttlCatalogExport } from './metadata-exports.ts';
import { jsonExport } from '#engine/exports/json-exports.ts';

/** One array, either of datasets as the Explore API lists them or of the rows that a query selects. */
const jsonCatalogExport = {
  description: 'One array of datasets.',
  mediaType: jsonExport.mediaType,
  extension: jsonExport.extension,
  writeRows: ({ rows }) => jsonExport.write({ rows }),
  hasWholeDatasets: true,
} as const satisfies CatalogExportFormat;

/** All formats of exports of the catalog, by the name that the graph and the Explore API give them. */
export const catalogExportFormats = Object.freeze({
  csv: {
    description: 'A line for each dataset, with a header (RFC 4180).',
    mediaType: csvExport.mediaType,
    extension: csvExport.extension,
    writeRows: (source) => csvExport.write(source),
  },
  xlsx: {
    description: 'A workbook with a row for each dataset, with typed cells.',
    mediaType: xlsxExport.mediaType,
    extension: xlsxExport.extension,
    writeRows: (source) => xlsxExport.write(source),
  },
  json: jsonCatalogExport,
  data_json: dataJsonCatalogExport,
  rdf: rdfCatalogExport,
  ttl: ttlCatalogExport,
  rss: rssCatalogExport,
  dublin_core: dublinCoreCatalogExport,
}) satisfies Readonly<Record<string, CatalogExportFormat>>;

/** The name of a format of exports of the catalog. */
export type CatalogFormatName = keyof typeof catalogExportFormats;
