import { changedFields, changeFields, checkChangedFields } from './change-fields.ts';
import { maxReplacement } from './change-text.ts';
import { defineProcessor } from '../processor.ts';
import { replaceText } from './replace-text.ts';

/** Replaces every occurrence of a text in one field, or in all fields. */
export const stringReplace = defineProcessor({
  type: 'string_replace',
  label: 'Replace text',
  parameters: [
    ...changedFields,
    { name: 'old', type: 'text', label: 'Old text', isMandatory: true },
    { name: 'new', type: 'text', label: 'New text', isMandatory: false, default: '' },
  ],
  check: (params) => ({
    ...checkChangedFields(params),
    ...(params.new.length > maxReplacement ? { new: [`Give at most ${maxReplacement} characters.`] } : {}),
  }),
  prepare: (params) => (row) => changeFields(row, params, (text) => replaceText(text, params.old, params.new)),
});
