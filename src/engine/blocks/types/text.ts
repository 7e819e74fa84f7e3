import { defineSettings, type BlockTypeDefinition } from '../block-type.ts';
import { parseText } from '../parse-text.ts';

const maxLength = { short: 255, long: 2000 };

/** A text, short or long (docs/contract/objects.md, Forms). */
export const text: BlockTypeDefinition = {
  comparisonType: 'text',
  settings: defineSettings('text', { defaults: { isLong: false }, check: () => ({}) }),
  parse: (answer, block) => parseText(answer, block.text?.isLong === true ? maxLength.long : maxLength.short),
};
