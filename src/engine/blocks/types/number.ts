import { defineSettings, type BlockTypeDefinition } from '../block-type.ts';

/** A number, with decimals or without. */
export const number: BlockTypeDefinition = {
  comparisonType: 'number',
  settings: defineSettings('number', {
    defaults: { isInteger: false, min: null, max: null },
    check: ({ min, max }) =>
      min !== null && max !== null && min > max ? { max: ['The maximum is below the minimum.'] } : {},
  }),
  parse: (answer, { number: settings }) => {
    if (typeof answer !== 'number' || !Number.isFinite(answer)) return { problem: 'Give a number.' };
    if (settings?.isInteger === true && !Number.isSafeInteger(answer)) return { problem: 'Give a whole number.' };
    if (settings?.min != null && answer < settings.min)
      return { problem: `Give a number of at least ${settings.min}.` };
    if (settings?.max != null && answer > settings.max) return { problem: `Give a number of at most ${settings.max}.` };
    // -0 becomes 0: JSON text has no negative zero.
    return { value: answer === 0 ? 0 : answer };
  },
};
