import { failFields } from '#kernel/fail.ts';
import { csvfile } from './csv/csvfile.ts';
import type { Extractor } from './extractor.ts';
import { feed } from './xml/feed.ts';
import { file } from './file.ts';
import { flatgeobuf, geopackage } from './geographic/threaded-features.ts';
import { federated, gbfs, jcdecaux, realtime } from './services.ts';
import { geojsonfile } from './geographic/geojsonfile.ts';
import { gpxfile } from './geographic/gpxfile.ts';
import { jsondict, jsonfile } from './json/jsonfile.ts';
import { kmlfile } from './geographic/kmlfile.ts';
import { parquetfile } from './parquet/parquetfile.ts';
import { shapefile } from './geographic/shapefile.ts';
import { topojsonfile } from './geographic/topojsonfile.ts';
import { xlsfile } from './xlsx/xlsfile.ts';
import { xmlfile } from './xml/xmlfile.ts';

/** All formats that records can be extracted from. */
export const extractors: readonly Extractor[] = Object.freeze([
  csvfile,
  jsonfile,
  jsondict,
  geojsonfile,
  topojsonfile,
  shapefile,
  geopackage,
  flatgeobuf,
  kmlfile,
  gpxfile,
  xlsfile,
  parquetfile,
  xmlfile,
  feed,
  file,
  realtime,
  jcdecaux,
  gbfs,
  federated,
]);

/** The extractor of a type; undefined when there is none. */
export const findExtractor = (type: string): Extractor | undefined =>
  extractors.find((extractor) => extractor.type === type);

/** The extractor of a type; fails INVALID_INPUT at `type` when there is none. */
export const extractorOf = (type: string): Extractor =>
  findExtractor(type) ??
  failFields({ type: [`Choose one of: ${extractors.map((extractor) => extractor.type).join(', ')}.`] });
