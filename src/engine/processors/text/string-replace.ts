import { fieldSelection, changeFields, checkFieldSelection } from './change-fields.ts';
import { maxReplacementLength } from './change-text.ts';
import { defineProcessor } from '../processor.ts';
import { replaceText } from './replace-text.ts';

/** Replaces every occurrence of a text in one field, or in all fields. */
export const stringReplace = defineProcessor({
  type: 'string_replace',
  label: 'Replace text',
  parameters: [
    ...fieldSelection,
    { name: 'old', type: 'text', label: 'Old text', isMandatory: true },
    { name: 'new', type: 'text', label: 'New text', isMandatory: false, default: '' },
  ],
  check: (params) => ({
    ...checkFieldSelection(params),
    ...(params.new.length > maxReplacementLength ? { new: [`Give at most ${maxReplacementLength} characters.`] } : {}),
  }),
  prepare: (params) => {
    const replace = (text: string) => replaceText(text, params.old, params.new);
    return (record) => changeFields(record, params, replace);
  },
});
