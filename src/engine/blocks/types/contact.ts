import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';
import validator from 'validator';
import type { FieldErrors } from '#kernel/fail.ts';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';
import type { BlockSettings, ContactPart } from '../block.ts';
import { isEmptyAnswer, defineSettings, type BlockTypeDefinition, type ParseResult } from '../block-type.ts';
import { parseText, type ParsedText } from '../parse-text.ts';

const maxLength = 255;
const maxAddressLength = 1000;

type ContactSettings = BlockSettings['contact'];

/** A person, described by sub-fields that the form chooses. */
export const contact: BlockTypeDefinition = {
  comparisonType: 'presence',
  settings: defineSettings('contact', { check: checkSettings }),
  parse: (answer, { contact: settings }) =>
    isJsonObject(answer) && settings ? parseContact(answer, settings) : { problem: 'Give an object of sub-fields.' },
};

function checkSettings({ subFields, defaultCountry }: ContactSettings): FieldErrors {
  const hasDuplicates = new Set(subFields.map(({ name }) => name)).size < subFields.length;
  return {
    ...((subFields.length === 0 || hasDuplicates) && {
      subFields: ['Name at least one sub-field, and each only once.'],
    }),
    ...(defaultCountry !== null &&
      !isSupportedCountry(defaultCountry) && {
        defaultCountry: ['Give a country of ISO 3166-1 in two upper-case letters, such as FR.'],
      }),
  };
}

function parseContact(answer: JsonObject, settings: ContactSettings): ParseResult {
  const { subFields } = settings;
  const unknown = Object.keys(answer).find((name) => !subFields.some((subField) => subField.name === name));
  if (unknown !== undefined)
    return { problem: `Give only these sub-fields: ${subFields.map(({ name }) => name).join(', ')}.` };
  const parts: [ContactPart, string | null][] = [];
  for (const { name, required } of subFields) {
    const given = answer[name] ?? null;
    if (isEmptyAnswer(given)) {
      if (required) return { problem: `The sub-field ${name} is required.` };
      parts.push([name, null]);
      continue;
    }
    const parsed = parseSubField(name, given, settings);
    if ('problem' in parsed) return { problem: `${name}: ${parsed.problem}` };
    parts.push([name, parsed.value]);
  }
  return { value: parts.every(([, part]) => part === null) ? null : Object.fromEntries(parts) };
}

function parseSubField(name: ContactPart, given: Json, settings: ContactSettings): ParsedText {
  const parsed = parseText(given, name === 'address' ? maxAddressLength : maxLength);
  if ('problem' in parsed) return parsed;
  if (name === 'email')
    return validator.isEmail(parsed.value) ? parsed : { problem: 'Give an e-mail address, such as ada@example.org.' };
  return name === 'phone' ? parsePhone(parsed.value, settings) : parsed;
}

/** Reads a phone number and returns it in international format. */
function parsePhone(given: string, { defaultCountry }: ContactSettings): ParsedText {
  const country = defaultCountry !== null && isSupportedCountry(defaultCountry) ? defaultCountry : undefined;
  const phone = parsePhoneNumberFromString(given, { extract: false, ...(country && { defaultCountry: country }) });
  return phone?.isValid() === true
    ? { value: phone.formatInternational() }
    : { problem: `Give a phone number${country === undefined ? ' with its country, such as +33 1 23 45 67 89' : ''}.` };
}
