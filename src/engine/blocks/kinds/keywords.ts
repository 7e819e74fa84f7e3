import type { BlockKind } from '../block-kind.ts';
import { readTexts } from './read-text.ts';

/** Free keywords. */
export const keywords: BlockKind = {
  compared: 'list',
  read: (answer) => readTexts(answer, { most: 100, longest: 255 }),
};
