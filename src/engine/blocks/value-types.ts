import { answerErrors, answerProblem } from './answer-errors.ts';
import { type BlockTypeDefinition, canonicalDate, defineSettings, parseText, parseTexts } from './block-type.ts';
import type { FieldErrors } from '#kernel/fail.ts';
import type { BlockSettings } from './block.ts';

/** A number, with decimals or without. */
export const number: BlockTypeDefinition = {
  comparisonType: 'number',
  settings: defineSettings('number', {
    defaults: { isInteger: false, min: null, max: null },
    check: ({ min, max }) =>
      min !== null && max !== null && min > max ? { max: ['The maximum is below the minimum.'] } : {},
  }),
  parse: (answer, { number: settings }) => {
    if (typeof answer !== 'number' || !Number.isFinite(answer)) return { problem: answerProblem('NOT_A_NUMBER') };
    if (settings?.isInteger === true && !Number.isSafeInteger(answer)) return { problem: answerProblem('NOT_WHOLE') };
    if (settings?.min != null && answer < settings.min)
      return { problem: answerProblem('NUMBER_TOO_SMALL', { min: settings.min }) };
    if (settings?.max != null && answer > settings.max)
      return { problem: answerProblem('NUMBER_TOO_LARGE', { max: settings.max }) };
    // -0 becomes 0: JSON text has no negative zero.
    return { value: answer === 0 ? 0 : answer };
  },
};

/** Yes or no. A required block needs an answer, but either answer is valid. */
export const boolean: BlockTypeDefinition = {
  comparisonType: 'boolean',
  parse: (answer) => (typeof answer === 'boolean' ? { value: answer } : { problem: answerProblem('NOT_A_BOOLEAN') }),
};

/** Consent. The answer to a required block must be true. */
export const legal: BlockTypeDefinition = {
  comparisonType: 'boolean',
  parse: (answer, { required }) => {
    if (typeof answer !== 'boolean') return { problem: answerProblem('NOT_A_BOOLEAN') };
    return required && !answer ? { problem: answerProblem('NOT_ACCEPTED') } : { value: answer };
  },
};

/** A day or an instant, stored in canonical form: `2026-01-31`, `2026-01-31T08:00:00Z`. */
export const dateTime: BlockTypeDefinition = {
  comparisonType: 'date',
  settings: defineSettings('dateTime', { defaults: { hasTime: false, min: null, max: null }, check: checkRange }),
  parse: (answer, { dateTime: settings }) => {
    const hasTime = settings?.hasTime === true;
    const parsed = parseText(answer, 40);
    const value = 'value' in parsed ? canonicalDate(parsed.value, hasTime) : undefined;
    if (value === undefined) return { problem: answerProblem(formatCode(hasTime)) };
    const [earliest, latest] = [boundOf(settings?.min, hasTime), boundOf(settings?.max, hasTime)];
    if (earliest !== undefined && value < earliest) return { problem: answerProblem('TOO_EARLY', { min: earliest }) };
    return latest !== undefined && value > latest ? { problem: answerProblem('TOO_LATE', { max: latest }) } : { value };
  },
};

/** The error of a text that is not in the required format. */
const formatCode = (hasTime: boolean) => (hasTime ? 'NOT_AN_INSTANT' : 'NOT_A_DAY');

const boundOf = (bound: string | null | undefined, hasTime: boolean): string | undefined =>
  bound == null ? undefined : canonicalDate(bound, hasTime);

function checkRange({ hasTime, min, max }: BlockSettings['dateTime']): FieldErrors {
  const [earliest, latest] = [boundOf(min, hasTime), boundOf(max, hasTime)];
  return {
    ...(min !== null && earliest === undefined && { min: [answerErrors[formatCode(hasTime)].message] }),
    ...(max !== null && latest === undefined && { max: [answerErrors[formatCode(hasTime)].message] }),
    ...(earliest !== undefined &&
      latest !== undefined &&
      earliest > latest && { max: ['The maximum is before the minimum.'] }),
  };
}

const maxOptions = 1000;
const maxOptionLength = 255;

/** One or several options, and another text when the form allows it. */
export const choice: BlockTypeDefinition = {
  comparisonType: 'list',
  settings: defineSettings('choice', { check: ({ options }) => checkOptions(options) }),
  parse: (answer, { choice: settings }) => {
    const parsed = parseTexts(answer, { maxItems: maxOptions, maxLength: maxOptionLength });
    if ('problem' in parsed) return parsed;
    if (settings?.isMultiple !== true && parsed.value.length > 1) return { problem: answerProblem('MORE_THAN_ONE') };
    const options = new Set(settings?.options);
    const others = parsed.value.filter((value) => !options.has(value));
    if (others.length > (settings?.allowsOther === true ? 1 : 0)) {
      return {
        problem:
          settings?.allowsOther === true ? answerProblem('TOO_MANY_OTHER_TEXTS') : answerProblem('NOT_AN_OPTION'),
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
      const parsed = parseText(option, maxOptionLength);
      if ('problem' in parsed) return [[`options.${index}`, [parsed.problem.message]]];
      return parsed.value !== option || option === ''
        ? [[`options.${index}`, ['Give a text without leading or trailing spaces.']]]
        : [];
    }),
  );
}

const maxNameLength = 250;
const maxChosen = 100;
const maxChosenLength = 2000;

/** One or several values of a field of a dataset. The existence of the values is not checked here. */
export const advancedChoice: BlockTypeDefinition = {
  comparisonType: 'list',
  settings: defineSettings('advancedChoice', {
    check: ({ datasetUid, field }) => ({
      ...((datasetUid === '' || datasetUid.length > maxNameLength) && { datasetUid: ['Give the uid of a dataset.'] }),
      ...((field === '' || field.length > maxNameLength) && { field: ['Give the name of a field.'] }),
    }),
  }),
  parse: (answer, { advancedChoice: settings }) => {
    const parsed = parseTexts(answer, { maxItems: maxChosen, maxLength: maxChosenLength });
    return 'value' in parsed && settings?.isMultiple !== true && parsed.value.length > 1
      ? { problem: answerProblem('MORE_THAN_ONE') }
      : parsed;
  },
};
