import { decode } from 'html-entities';
import { changedFields, changeFields, checkChangedFields } from './change-fields.ts';
import { defineProcessor } from '../processor.ts';

/** Writes the characters that HTML entities stand for; `&amp;lt;` becomes `&lt;`, one step at a time. */
export const decodeHtmlEntities = defineProcessor({
  type: 'decode_html_entities',
  label: 'Decode HTML entities',
  parameters: changedFields,
  check: checkChangedFields,
  prepare: (params) => (row) => changeFields(row, params, (text) => decode(text)),
});
