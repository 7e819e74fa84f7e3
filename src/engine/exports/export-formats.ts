import { csvExport } from './csv-export.ts';
import type { ExportFormat } from './export-format.ts';
import { geojsonExport, jsonExport, jsonLinesExport } from './json-exports.ts';
import { fgbExport } from './geographic/fgb-export.ts';
import { gpxExport } from './geographic/gpx-export.ts';
import { kmlExport } from './geographic/kml-export.ts';
import { shapefileExport } from './geographic/shapefile-export.ts';
import { parquetExport } from './parquet-export.ts';
import { jsonLdExport, n3Export, rdfXmlExport, turtleExport } from './rdf/rdf-exports.ts';
import { xlsxExport } from './xlsx-export.ts';

/** All formats of exports, by the name that the graph and the Explore API give them. */
export const exportFormats = Object.freeze({
  csv: csvExport,
  json: jsonExport,
  jsonl: jsonLinesExport,
  geojson: geojsonExport,
  parquet: parquetExport,
  xlsx: xlsxExport,
  kml: kmlExport,
  gpx: gpxExport,
  shp: shapefileExport,
  fgb: fgbExport,
  rdfxml: rdfXmlExport,
  turtle: turtleExport,
  n3: n3Export,
  jsonld: jsonLdExport,
}) satisfies Readonly<Record<string, ExportFormat>>;

/** The name of a format of exports. */
export type FormatName = keyof typeof exportFormats;
