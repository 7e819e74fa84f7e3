import type { BlockKind } from '../block-kind.ts';
import { readTexts } from './read-text.ts';

/** Datasets by uid. The catalog checks whether they are visible to the submitter. */
export const linkedDatasets: BlockKind = {
  compared: 'list',
  read: (answer) => readTexts(answer, { most: 100, longest: 255 }),
};
