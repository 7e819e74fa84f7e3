import { settingsNamed, type BlockKind } from '../block-kind.ts';
import { readText } from './read-text.ts';

const [short, long] = [255, 2000];

/** A text, short or long (docs/contract/objects.md, Forms). */
export const text: BlockKind = {
  compared: 'text',
  settings: settingsNamed('text', { unlessTold: { isLong: false }, check: () => ({}) }),
  read: (answer, block) => readText(answer, block.text?.isLong === true ? long : short),
};
