import type { BlockTypeDefinition } from '../block-type.ts';
import { parseTexts } from '../parse-text.ts';

/** Free keywords. */
export const keywords: BlockTypeDefinition = {
  comparisonType: 'list',
  parse: (answer) => parseTexts(answer, { maxItems: 100, maxLength: 255 }),
};

/** Datasets by uid. The catalog checks whether they are visible to the submitter. */
export const linkedDatasets: BlockTypeDefinition = {
  comparisonType: 'list',
  parse: (answer) => parseTexts(answer, { maxItems: 100, maxLength: 255 }),
};
