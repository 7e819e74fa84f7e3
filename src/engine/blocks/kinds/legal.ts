import type { BlockKind } from '../block-kind.ts';

/** Consent. A required block must be accepted. */
export const legal: BlockKind = {
  compared: 'boolean',
  read: (answer, { required }) => {
    if (typeof answer !== 'boolean') return { problem: 'Give true or false.' };
    return required && !answer ? { problem: 'This must be accepted.' } : { value: answer };
  },
};
