import { defineSettings, type BlockKind } from '../block-kind.ts';
import { parseText } from '../parse-text.ts';

const [short, long] = [255, 2000];

/** A text, short or long (docs/contract/objects.md, Forms). */
export const text: BlockKind = {
  comparisonType: 'text',
  settings: defineSettings('text', { defaults: { isLong: false }, check: () => ({}) }),
  parse: (answer, block) => parseText(answer, block.text?.isLong === true ? long : short),
};
