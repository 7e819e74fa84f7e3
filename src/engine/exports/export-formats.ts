import { csvExport } from './csv-export.ts';
import type { ExportFormat, FormatName } from './export-format.ts';
import { geojsonExport } from './geojson-export.ts';
import { jsonExport, jsonLinesExport } from './json-exports.ts';

/** All formats of exports, by name. */
export const exportFormats: { readonly [Name in FormatName]: ExportFormat } = Object.freeze({
  csv: csvExport,
  json: jsonExport,
  jsonl: jsonLinesExport,
  geojson: geojsonExport,
});
