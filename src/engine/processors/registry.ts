import { failFields } from '../../kernel/fail.ts';
import { addField } from './add-field.ts';
import { concat } from './concat.ts';
import { copyField } from './copy-field.ts';
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
import { jsonArrayToMultivalued } from './json-array-to-multivalued.ts';
import { normalizeUrl } from './normalize-url.ts';
import type { Processor } from './processor.ts';
import { regexpReplace } from './regexp-replace.ts';
import { setTimezone } from './set-timezone.ts';
import { skipRecord } from './skip-record.ts';
import { split } from './split.ts';
import { stringExtractor } from './string-extractor.ts';
import { stringReplace } from './string-replace.ts';
import { transposeColumnsToRows } from './transpose-columns-to-rows.ts';
import { unicodeNormalize } from './unicode-normalize.ts';

/** All transformations of rows. */
export const processors: readonly Processor[] = Object.freeze([
  addField,
  concat,
  copyField,
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
  jsonArrayToMultivalued,
  normalizeUrl,
  regexpReplace,
  setTimezone,
  skipRecord,
  split,
  stringExtractor,
  stringReplace,
  transposeColumnsToRows,
  unicodeNormalize,
]);

/** The processor of a type; fails INVALID_INPUT at `type` when there is none. */
export const processorOf = (type: string): Processor =>
  processors.find((processor) => processor.type === type)
  ?? failFields({ type: [`Choose one of: ${processors.map((processor) => processor.type).join(', ')}.`] });
