import { changeText, maxReplacement } from './change-text.ts';
import { defineProcessor } from './processor.ts';

/** Replaces a text wherever it occurs in one field, or in all. */
export const stringReplace = defineProcessor({
  type: 'string_replace',
  label: 'Replace text',
  parameters: [
    { name: 'field', type: 'field', label: 'Field', isMandatory: false },
    { name: 'all_fields', type: 'boolean', label: 'All fields', isMandatory: false, default: 'false' },
    { name: 'old', type: 'text', label: 'Old text', isMandatory: true },
    { name: 'new', type: 'text', label: 'New text', isMandatory: false, default: '' },
  ],
  check: (params) => ({
    ...(params.field === '' && !params.all_fields ? { field: ['Name a field, or set all_fields.'] } : {}),
    ...(params.new.length > maxReplacement ? { new: [`Give at most ${maxReplacement} characters.`] } : {}),
  }),
  prepare: (params) => {
    const replace = (text: string): string => text.replaceAll(params.old, () => params.new);
    return (row) => {
      for (const name of params.all_fields ? Object.keys(row) : [params.field]) {
        if (row[name] !== undefined) row[name] = changeText(row[name], replace);
      }
      return row;
    };
  },
});
