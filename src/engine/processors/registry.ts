import { failFields } from '../../kernel/fail.ts';
import { addField } from './add-field.ts';
import { concat } from './concat.ts';
import { copyField } from './copy-field.ts';
import { createGeopoint } from './create-geopoint.ts';
import { dateNormalizer } from './date-normalizer.ts';
import { decodeHtmlEntities } from './decode-html-entities.ts';
import { deduplicateMultivalued } from './deduplicate-multivalued.ts';
import { deleteRecord } from './delete-record.ts';
import { expandJsonArray } from './expand-json-array.ts';
import { expandMultivalued } from './expand-multivalued.ts';
import { expression } from './expression.ts';
import { extractFromJson } from './extract-from-json.ts';
import { extractHtml } from './extract-html.ts';
import { extractUrl } from './extract-url.ts';
import { geoDistance } from './geo-distance.ts';
import { geohashToGeojson } from './geohash-to-geojson.ts';
import { geojoin } from './geojoin.ts';
import { geomasking } from './geomasking.ts';
import { joinDatasets } from './join-datasets.ts';
import { jsonArrayToMultivalued } from './json-array-to-multivalued.ts';
import { normalizeUrl } from './normalize-url.ts';
import { polygonFilter } from './polygon-filter.ts';
import type { Processor } from './processor.ts';
import { regexpReplace } from './regexp-replace.ts';
import { setTimezone } from './set-timezone.ts';
import { simplifyGeoShape } from './simplify-geo-shape.ts';
import { skipRecord } from './skip-record.ts';
import { split } from './split.ts';
import { stringExtractor } from './string-extractor.ts';
import { stringReplace } from './string-replace.ts';
import { transformCoordinates } from './transform-coordinates.ts';
import { transposeColumnsToRows } from './transpose-columns-to-rows.ts';
import { unicodeNormalize } from './unicode-normalize.ts';
import { wkbToGeojson } from './wkb-to-geojson.ts';
import { wktToGeojson } from './wkt-to-geojson.ts';

/** All transformations of rows. */
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

/** The processor of a type; fails INVALID_INPUT at `type` when there is none. */
export const processorOf = (type: string): Processor =>
  processors.find((processor) => processor.type === type) ??
  failFields({ type: [`Choose one of: ${processors.map((processor) => processor.type).join(', ')}.`] });
