import type { BlockKind } from '../block-kind.ts';

/** Yes or no. A required block needs an answer, either one. */
export const boolean: BlockKind = {
  compared: 'boolean',
  read: (answer) => (typeof answer === 'boolean' ? { value: answer } : { problem: 'Give true or false.' }),
};
