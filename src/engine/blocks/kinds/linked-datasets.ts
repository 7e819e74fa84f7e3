import type { BlockKind } from '../block-kind.ts';
import { readTexts } from './read-text.ts';

/** Datasets by uid; whether the submitter sees them only the catalog tells. */
export const linkedDatasets: BlockKind = {
  compared: 'list',
  read: (answer) => readTexts(answer, { most: 100, longest: 255 }),
};
