import type { BlockTypeDefinition } from '../block-type.ts';

/** Yes or no. A required block needs an answer, but either answer is valid. */
export const boolean: BlockTypeDefinition = {
  comparisonType: 'boolean',
  parse: (answer) => (typeof answer === 'boolean' ? { value: answer } : { problem: 'Give true or false.' }),
};

/** Consent. The answer to a required block must be true. */
export const legal: BlockTypeDefinition = {
  comparisonType: 'boolean',
  parse: (answer, { required }) => {
    if (typeof answer !== 'boolean') return { problem: 'Give true or false.' };
    return required && !answer ? { problem: 'This must be accepted.' } : { value: answer };
  },
};
