import type { BlockKind } from '../block-kind.ts';

/** Consent; to be required is to be given. */
export const legal: BlockKind = {
  compared: 'boolean',
  read: (answer, { required }) => {
    if (typeof answer !== 'boolean') return { problem: 'Give true or false.' };
    return required && !answer ? { problem: 'This has to be accepted.' } : { value: answer };
  },
};
