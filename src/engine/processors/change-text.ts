import type { DataRecord, Value } from '../records/record.ts';
import type { FieldErrors } from '#kernel/fail.ts';
import type { ParamsOf } from '../parameters.ts';
import { defineProcessor } from './processor.ts';
import { decode } from 'html-entities';

/** The maximum length in characters of a text that a processor creates. It limits how much a chain of processors can multiply a text. */
export const maxTextLength = 1_000_000;

/** The maximum length of a replacement text, in characters. */
export const maxReplacementLength = 1_000;

/** Throws RangeError when a text would exceed the maximum length. */
export function assertTextLength(length: number): void {
  if (length > maxTextLength) throw new RangeError(`The text would be longer than ${maxTextLength} characters.`);
}

/** The number of characters that may still be written for a record. Each changed text reduces the number. */
interface TextBudget {
  remaining: number;
}

/**
 * Applies a change to every text in a value; numbers and booleans are changed in their text form. The changed texts of a list, and of all
 * fields that share a budget, have at most `maxTextLength` characters together.
 */
export function changeText(
  value: Value | undefined,
  change: (text: string) => string,
  budget: TextBudget = { remaining: maxTextLength },
): Value {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((part) => changeText(part, change, budget));
  if (typeof value === 'object') return value;
  const text = String(value);
  const changed = change(text);
  if (changed === text) return value;
  budget.remaining -= changed.length;
  assertTextLength(maxTextLength - budget.remaining);
  return changed === '' ? null : changed;
}

/** The parameters of processors that change one field or all fields. */
const fieldSelection = [
  { name: 'field', type: 'field', label: 'Field', isMandatory: false },
  { name: 'all_fields', type: 'boolean', label: 'All fields', isMandatory: false, default: 'false' },
] as const;

type FieldSelection = ParamsOf<typeof fieldSelection>;

/** Checks that the parameters name a field or select all fields. */
const checkFieldSelection = (params: FieldSelection): FieldErrors =>
  params.field === '' && !params.all_fields ? { field: ['Name a field, or set all_fields.'] } : {};

/** Changes the texts in existing fields of a record; together they have at most `maxTextLength` characters. */
function changeFields(record: DataRecord, params: FieldSelection, change: (text: string) => string): DataRecord {
  const budget = { remaining: maxTextLength };
  for (const name of params.all_fields ? Object.keys(record) : [params.field]) {
    if (record[name] !== undefined) record[name] = changeText(record[name], change, budget);
  }
  return record;
}

/** Replaces every occurrence of a text in one field, or in all fields. */
export const stringReplace = defineProcessor({
  type: 'string_replace',
  label: 'Replace text',
  parameters: [
    ...fieldSelection,
    { name: 'old', type: 'text', label: 'Old text', isMandatory: true },
    { name: 'new', type: 'text', label: 'New text', isMandatory: false, default: '' },
  ],
  check: (params) => ({
    ...checkFieldSelection(params),
    ...(params.new.length > maxReplacementLength ? { new: [`Give at most ${maxReplacementLength} characters.`] } : {}),
  }),
  prepare: (params) => {
    const replace = (text: string) => replaceText(text, params.old, params.new);
    return (record) => changeFields(record, params, replace);
  },
});

/** Replaces every occurrence of a literal text. Throws RangeError when the result would be too long, before creating the result. */
export function replaceText(text: string, old: string, replacement: string): string {
  if (old === '' || !text.includes(old)) return text;
  if (text.length * replacement.length > maxTextLength) assertTextLength(lengthAfter(text, old, replacement));
  return text.replaceAll(old, () => replacement);
}

/** The length that the result would have; 0 when nothing is replaced, because the text then stays as it is. */
function lengthAfter(text: string, old: string, replacement: string): number {
  let count = 0;
  for (let position = text.indexOf(old); position !== -1; position = text.indexOf(old, position + old.length))
    count += 1;
  return count === 0 ? 0 : text.length + count * (replacement.length - old.length);
}

/** Converts a text to a Unicode normal form (UAX #15), so that texts that look the same compare as equal. */
export const unicodeNormalize = defineProcessor({
  type: 'unicode_normalize',
  label: 'Normalize Unicode',
  parameters: [
    { name: 'field', type: 'field', label: 'Field', isMandatory: true },
    {
      name: 'form',
      type: 'text',
      label: 'Form',
      description:
        'NFC composes letters and their accents; the forms with K also replace compatible characters, such as ligatures.',
      isMandatory: false,
      default: 'NFC',
      choices: ['NFC', 'NFD', 'NFKC', 'NFKD'],
    },
  ],
  prepare:
    ({ field, form }) =>
    (record) => {
      if (record[field] !== undefined) record[field] = changeText(record[field], (text) => normalizeText(text, form));
      return record;
    },
});

/** Checks the length first, because normalization can expand one character to 18 characters. */
function normalizeText(text: string, form: string): string {
  assertTextLength(text.length);
  return text.normalize(form);
}

/** Decodes HTML entities once: `&amp;lt;` becomes `&lt;`. */
export const decodeHtmlEntities = defineProcessor({
  type: 'decode_html_entities',
  label: 'Decode HTML entities',
  parameters: fieldSelection,
  check: checkFieldSelection,
  prepare: (params) => (record) => changeFields(record, params, (text) => decode(text)),
});
