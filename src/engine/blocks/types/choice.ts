import type { FieldErrors } from '#kernel/fail.ts';
import { defineSettings, type BlockTypeDefinition } from '../block-type.ts';
import { parseText, parseTexts } from '../parse-text.ts';

const maxOptions = 1000;
const maxLength = 255;

/** One or several options, and another text when the form allows it. */
export const choice: BlockTypeDefinition = {
  comparisonType: 'list',
  settings: defineSettings('choice', { check: ({ options }) => checkOptions(options) }),
  parse: (answer, { choice: settings }) => {
    const parsed = parseTexts(answer, { maxItems: maxOptions, maxLength });
    if ('problem' in parsed) return parsed;
    if (settings?.isMultiple !== true && parsed.value.length > 1) return { problem: 'Choose one.' };
    const options = new Set(settings?.options);
    const others = parsed.value.filter((value) => !options.has(value));
    if (others.length > (settings?.allowsOther === true ? 1 : 0)) {
      return {
        problem:
          settings?.allowsOther === true
            ? 'Choose among the options, and give at most one other text.'
            : 'Choose among the options.',
      };
    }
    return parsed;
  },
};

function checkOptions(options: readonly string[]): FieldErrors {
  if (options.length === 0) return { options: ['Give at least one option.'] };
  if (options.length > maxOptions) return { options: [`Give at most ${maxOptions} options.`] };
  if (new Set(options).size < options.length) return { options: ['Give each option once.'] };
  return Object.fromEntries(
    options.flatMap((option, index) => {
      const parsed = parseText(option, maxLength);
      if ('problem' in parsed) return [[`options.${index}`, [parsed.problem]]];
      return parsed.value !== option || option === ''
        ? [[`options.${index}`, ['Give a text without leading or trailing spaces.']]]
        : [];
    }),
  );
}
