import { csvExport } from '../../../engine/exports/csv-export.ts';
import type { CatalogExportFormat } from './catalog-export-format.ts';
import { jsonCatalogExport } from './json-catalog-export.ts';

/** All formats of exports of the catalog, by the name that the graph and the Explore API give them. */
export const catalogExportFormats = Object.freeze({
  csv: {
    description: 'A line for each dataset, with a header (RFC 4180).',
    mediaType: csvExport.mediaType,
    extension: csvExport.extension,
    writeRows: (source) => csvExport.write(source),
  },
  json: jsonCatalogExport,
}) satisfies Readonly<Record<string, CatalogExportFormat>>;

/** The name of a format of exports of the catalog. */
export type CatalogFormatName = keyof typeof catalogExportFormats;
