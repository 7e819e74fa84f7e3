import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';
import validator from 'validator';
import type { FieldErrors } from '#kernel/fail.ts';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';
import type { BlockSettings, ContactPart } from './block.ts';
import {
  type BlockTypeDefinition,
  defineSettings,
  isEmptyAnswer,
  type ParsedText,
  type ParseResult,
  parseText,
} from './block-type.ts';

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

const maxOthers = 20;
const maxNameLength = 100;
const maxTextLength = 1000;

/** Reads `{lat, lon, …}` in degrees of WGS 84. Other members are texts, numbers and booleans that describe the place. */
function parseLocation(answer: Json): ParseResult {
  if (!isJsonObject(answer)) return { problem: 'Give an object with lat and lon.' };
  const { lat, lon, ...others } = answer;
  if (!isDegrees(lat, 90)) return { problem: 'Give lat as a number of degrees from -90 to 90.' };
  if (!isDegrees(lon, 180)) return { problem: 'Give lon as a number of degrees from -180 to 180.' };
  const names = Object.keys(others);
  if (names.length > maxOthers) return { problem: `Give at most ${maxOthers} members in addition to lat and lon.` };
  const problem = names.map((name) => problemOf(name, others[name])).find((found) => found !== undefined);
  // Adding 0 turns -0 into 0: JSON text has no negative zero.
  return problem === undefined ? { value: { lat: lat + 0, lon: lon + 0, ...others } } : { problem };
}

const isDegrees = (value: Json | undefined, max: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= max;

function problemOf(name: string, value: Json | undefined): string | undefined {
  if ('problem' in parseText(name, maxNameLength) || name in {})
    return `Give names of at most ${maxNameLength} characters in addition to lat and lon.`;
  if (typeof value === 'object' && value !== null)
    return 'Give only texts, numbers and booleans in addition to lat and lon.';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'Give numbers between -1.8e308 and 1.8e308.';
  const parsed = typeof value === 'string' ? parseText(value, maxTextLength) : undefined;
  return parsed && 'problem' in parsed ? parsed.problem : undefined;
}

/** A place that is picked on a map. */
export const locationPicker: BlockTypeDefinition = { comparisonType: 'presence', parse: parseLocation };

/** A place that is found by its name or address. */
export const locationSearch: BlockTypeDefinition = { comparisonType: 'presence', parse: parseLocation };

/** An image, sent as a multipart part with the name of the block. The answer is the name of the part, or the image as it is already stored. */
export const image: BlockTypeDefinition = {
  comparisonType: 'presence',
  parse: (answer, { fieldId }, { parts, stored }) => {
    if (answer === fieldId)
      return parts.has(fieldId)
        ? { value: fieldId }
        : { problem: `Send the image as a multipart part with the name ${fieldId}.` };
    const id = isJsonObject(answer) ? answer['id'] : undefined;
    const known = typeof id === 'string' ? stored.get(id) : undefined;
    return known
      ? { value: known }
      : { problem: `Give the name of the part with the image, ${fieldId}, or the image as it was read before.` };
  },
};
