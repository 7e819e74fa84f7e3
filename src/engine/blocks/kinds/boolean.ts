import type { BlockKind } from '../block-kind.ts';

/** Yes or no; to be required is to be answered. */
export const boolean: BlockKind = {
  compared: 'boolean',
  read: (answer) => (typeof answer === 'boolean' ? { value: answer } : { problem: 'Give true or false.' }),
};
