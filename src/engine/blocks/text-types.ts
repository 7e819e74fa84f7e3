import { answerProblem } from './answer-errors.ts';
import { type BlockTypeDefinition, defineSettings, parseText, parseTexts } from './block-type.ts';
import validator from 'validator';
import { validate } from 'stdnum/lib/cjs/fr/siret.js';
import type { Json } from '#kernel/json.ts';
import { isStorableJson } from '../records/record.ts';

const textLengths = { short: 255, long: 2000 };

/** A text, short or long (docs/contract/objects.md, Forms). */
export const text: BlockTypeDefinition = {
  comparisonType: 'text',
  settings: defineSettings('text', { defaults: { isLong: false }, check: () => ({}) }),
  parse: (answer, block) => parseText(answer, block.text?.isLong === true ? textLengths.long : textLengths.short),
};

/** Free keywords. */
export const keywords: BlockTypeDefinition = {
  comparisonType: 'list',
  parse: (answer) => parseTexts(answer, { maxItems: 100, maxLength: 255 }),
};

/** Datasets by uid. The catalog checks whether they are visible to the submitter. */
export const linkedDatasets: BlockTypeDefinition = {
  comparisonType: 'list',
  parse: (answer) => parseTexts(answer, { maxItems: 100, maxLength: 255 }),
};

const maxUrlLength = 2000;

/** Whether a text is an absolute address on the web, http or https; other schemes are not safe as links. */
export const isHttpUrl = (text: string): boolean =>
  // Without the slashes, a browser on a page of the same scheme resolves the text as a relative path.
  text.length <= maxUrlLength &&
  /^https?:\/\//i.test(text) &&
  validator.isURL(text, {
    protocols: ['http', 'https'],
    require_protocol: true,
    require_tld: false,
    disallow_auth: true,
  }) &&
  URL.canParse(text);

/** An address on the web. */
export const url: BlockTypeDefinition = {
  comparisonType: 'text',
  parse: (answer) => {
    const parsed = parseText(answer, maxUrlLength);
    return 'problem' in parsed || isHttpUrl(parsed.value) ? parsed : { problem: answerProblem('NOT_A_WEB_ADDRESS') };
  },
};

/** The number of an establishment in France: 14 digits with a check digit, stored without the spaces between them. */
export const siret: BlockTypeDefinition = {
  comparisonType: 'text',
  parse: (answer) => {
    const parsed = parseText(answer, 40);
    if ('problem' in parsed) return parsed;
    const checked = validate(parsed.value);
    return checked.isValid && /^\d{14}$/.test(checked.compact)
      ? { value: checked.compact }
      : { problem: answerProblem('NOT_A_SIRET') };
  },
};

const maxDepth = 16;
const maxValues = 1000;
/** The maximum length of an answer, in characters of JSON. */
const maxCharacters = 10_000;

/** A JSON value of bounded size that the front-end fills in. */
export const autofill: BlockTypeDefinition = {
  comparisonType: 'presence',
  parse: (answer) => {
    if (!isWithinLimits(answer))
      return { problem: answerProblem('TOO_MANY_VALUES', { max: maxValues, depth: maxDepth }) };
    if (JSON.stringify(answer).length > maxCharacters)
      return { problem: answerProblem('JSON_TOO_LONG', { max: maxCharacters }) };
    return isStorableJson(answer) ? { value: answer } : { problem: answerProblem('UNSTORABLE_TEXT') };
  },
};

/** Whether JSON stays within the limits. Iterative, because the sender chooses the depth. */
function isWithinLimits(answer: Json): boolean {
  const pending: { readonly value: Json; readonly depth: number }[] = [{ value: answer, depth: 0 }];
  let count = 0;
  for (let next = pending.pop(); next; next = pending.pop()) {
    count += 1;
    const { value, depth } = next;
    if (count > maxValues || depth > maxDepth) return false;
    if (typeof value === 'number' && !Number.isFinite(value)) return false;
    if (typeof value !== 'object' || value === null) continue;
    const parts: readonly Json[] = Object.values(value);
    if (parts.length > maxValues) return false;
    pending.push(...parts.map((part) => ({ value: part, depth: depth + 1 })));
  }
  return true;
}
