import { changeText, maxMadeText, maxReplacement, refuseLength } from './change-text.ts';
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
    const replace = (text: string): string => {
      if (text.length * params.new.length > maxMadeText) refuseLength(lengthAfter(text, params));
      return text.replaceAll(params.old, () => params.new);
    };
    return (row) => {
      const room = { left: maxMadeText };
      for (const name of params.all_fields ? Object.keys(row) : [params.field]) {
        if (row[name] !== undefined) row[name] = changeText(row[name], replace, room);
      }
      return row;
    };
  },
});

/** How long a text gets, found out before it is made; 0 when nothing of it is replaced. */
function lengthAfter(text: string, { old, new: replacement }: { readonly old: string; readonly new: string }): number {
  let count = 0;
  for (let at = text.indexOf(old); at !== -1; at = text.indexOf(old, at + old.length)) count += 1;
  return count === 0 ? 0 : text.length + count * (replacement.length - old.length);
}
