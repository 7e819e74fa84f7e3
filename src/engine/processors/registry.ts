import { failFields } from '#kernel/fail.ts';
import { addField, concat, copyField, split } from './fields.ts';
import { createGeopoint, geoDistance } from './geo/points.ts';
import { dateNormalizer, setTimezone } from './dates.ts';
import { decodeHtmlEntities, stringReplace, unicodeNormalize } from './change-text.ts';
import { deduplicateMultivalued, expandMultivalued } from './multivalued.ts';
import { deleteRecord, skipRecord } from './match-records.ts';
import { expandJsonArray, extractFromJson, jsonArrayToMultivalued } from './json.ts';
import { expression } from './expression.ts';
import { extractHtml } from './extract-html.ts';
import { extractUrl, normalizeUrl } from './urls.ts';
import { geohashToGeojson, transformCoordinates, wkbToGeojson, wktToGeojson } from './geo/conversions.ts';
import { geojoin } from './geo/geojoin.ts';
import { geomasking } from './geo/geomasking.ts';
import { joinDatasets } from './joins.ts';
import { polygonFilter, simplifyGeoShape } from './geo/shapes.ts';
import type { Processor } from './processor.ts';
import { regexpReplace, stringExtractor } from './patterns.ts';
import { transposeColumnsToRows } from './transpose-columns-to-rows.ts';

/** All processors. */
export const processors: readonly Processor[] = Object.freeze([
  addField,
  concat,
  copyField,
  createGeopoint,
  dateNormalizer,
  decodeHtmlEntities,
  deduplicateMultivalued,
  deleteRecord,
  expandJsonArray,
  expandMultivalued,
  expression,
  extractFromJson,
  extractHtml,
  extractUrl,
  geoDistance,
  geohashToGeojson,
  geojoin,
  geomasking,
  joinDatasets,
  jsonArrayToMultivalued,
  normalizeUrl,
  polygonFilter,
  regexpReplace,
  setTimezone,
  simplifyGeoShape,
  skipRecord,
  split,
  stringExtractor,
  stringReplace,
  transformCoordinates,
  transposeColumnsToRows,
  unicodeNormalize,
  wkbToGeojson,
  wktToGeojson,
]);

/** The processor of a type; undefined when there is none. */
export const findProcessor = (type: string): Processor | undefined =>
  processors.find((processor) => processor.type === type);

/** The processor of a type; fails INVALID_INPUT at `type` when there is none. */
export const processorOf = (type: string): Processor =>
  findProcessor(type) ??
  failFields({ type: [`Choose one of: ${processors.map((processor) => processor.type).join(', ')}.`] });
