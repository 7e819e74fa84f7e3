import { decode } from 'html-entities';
import { fieldSelection, changeFields, checkFieldSelection } from './change-fields.ts';
import { defineProcessor } from '../processor.ts';

/** Decodes HTML entities once: `&amp;lt;` becomes `&lt;`. */
export const decodeHtmlEntities = defineProcessor({
  type: 'decode_html_entities',
  label: 'Decode HTML entities',
  parameters: fieldSelection,
  check: checkFieldSelection,
  prepare: (params) => (record) => changeFields(record, params, (text) => decode(text)),
});
