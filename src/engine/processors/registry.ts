import { failFields } from '#kernel/fail.ts';
import { addField } from './records/add-field.ts';
import { concat } from './text/concat.ts';
import { copyField } from './records/copy-field.ts';
import { createGeopoint } from './geo/create-geopoint.ts';
import { dateNormalizer } from './dates/date-normalizer.ts';
import { decodeHtmlEntities } from './text/decode-html-entities.ts';
import { deduplicateMultivalued } from './records/deduplicate-multivalued.ts';
import { deleteRecord } from './records/delete-record.ts';
import { expandJsonArray } from './json/expand-json-array.ts';
import { expandMultivalued } from './records/expand-multivalued.ts';
import { expression } from './expression/expression.ts';
import { extractFromJson } from './json/extract-from-json.ts';
import { extractHtml } from './html/extract-html.ts';
import { extractUrl } from './text/extract-url.ts';
import { geoDistance } from './geo/geo-distance.ts';
import { geohashToGeojson } from './geo/geohash-to-geojson.ts';
import { geojoin } from './geo/geojoin.ts';
import { geomasking } from './geo/geomasking.ts';
import { joinDatasets } from './records/join-datasets.ts';
import { jsonArrayToMultivalued } from './json/json-array-to-multivalued.ts';
import { normalizeUrl } from './text/normalize-url.ts';
import { polygonFilter } from './geo/polygon-filter.ts';
import type { Processor } from './processor.ts';
import { regexpReplace } from './text/regexp-replace.ts';
import { setTimezone } from './dates/set-timezone.ts';
import { simplifyGeoShape } from './geo/simplify-geo-shape.ts';
import { skipRecord } from './records/skip-record.ts';
import { split } from './text/split.ts';
import { stringExtractor } from './text/string-extractor.ts';
import { stringReplace } from './text/string-replace.ts';
import { transformCoordinates } from './geo/transform-coordinates.ts';
import { transposeColumnsToRows } from './records/transpose-columns-to-rows.ts';
import { unicodeNormalize } from './text/unicode-normalize.ts';
import { wkbToGeojson } from './geo/wkb-to-geojson.ts';
import { wktToGeojson } from './geo/wkt-to-geojson.ts';

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
