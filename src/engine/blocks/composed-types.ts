import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';
import validator from 'validator';
import type { FieldErrors } from '#kernel/fail.ts';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';
import type { BlockSettings, ContactPart } from './block.ts';
import { type AnswerProblem, answerProblem } from './answer-errors.ts';
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
    isJsonObject(answer) && settings ? parseContact(answer, settings) : { problem: answerProblem('NOT_A_CONTACT') },
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
    return { problem: answerProblem('UNKNOWN_PART', { parts: subFields.map(({ name }) => name).join(', ') }) };
  const parts: [ContactPart, string | null][] = [];
  for (const { name, required } of subFields) {
    const given = answer[name] ?? null;
    if (isEmptyAnswer(given)) {
      if (required) return { problem: answerProblem('PART_REQUIRED', { part: name }) };
      parts.push([name, null]);
      continue;
    }
    const parsed = parseSubField(name, given, settings);
    if ('problem' in parsed) return { problem: inPart(name, parsed.problem) };
    parts.push([name, parsed.value]);
  }
  return { value: parts.every(([, part]) => part === null) ? null : Object.fromEntries(parts) };
}

/** The problem of a sub-field as that of the contact. */
const inPart = (part: ContactPart, { code, params, message }: AnswerProblem): AnswerProblem => ({
  code,
  params: { ...params, part },
  message: `${part}: ${message}`,
});

function parseSubField(name: ContactPart, given: Json, settings: ContactSettings): ParsedText {
  const parsed = parseText(given, name === 'address' ? maxAddressLength : maxLength);
  if ('problem' in parsed) return parsed;
  if (name === 'email') return validator.isEmail(parsed.value) ? parsed : { problem: answerProblem('NOT_AN_EMAIL') };
  return name === 'phone' ? parsePhone(parsed.value, settings) : parsed;
}

/** Reads a phone number and returns it in international format. */
function parsePhone(given: string, { defaultCountry }: ContactSettings): ParsedText {
  const country = defaultCountry !== null && isSupportedCountry(defaultCountry) ? defaultCountry : undefined;
  const phone = parsePhoneNumberFromString(given, { extract: false, ...(country && { defaultCountry: country }) });
  return phone?.isValid() === true
    ? { value: phone.formatInternational() }
    : { problem: answerProblem(country === undefined ? 'PHONE_WITHOUT_COUNTRY' : 'NOT_A_PHONE_NUMBER') };
}

const maxOthers = 20;
const maxNameLength = 100;
const maxTextLength = 1000;

/** Reads `{lat, lon, …}` in degrees of WGS 84. Other members are texts, numbers and booleans that describe the place. */
function parseLocation(answer: Json): ParseResult {
  if (!isJsonObject(answer)) return { problem: answerProblem('NOT_A_PLACE') };
  const { lat, lon, ...others } = answer;
  if (!isDegrees(lat, 90)) return { problem: answerProblem('WRONG_LATITUDE') };
  if (!isDegrees(lon, 180)) return { problem: answerProblem('WRONG_LONGITUDE') };
  const names = Object.keys(others);
  if (names.length > maxOthers) return { problem: answerProblem('TOO_MANY_MEMBERS', { max: maxOthers }) };
  const problem = names.map((name) => problemOf(name, others[name])).find((found) => found !== undefined);
  // Adding 0 turns -0 into 0: JSON text has no negative zero.
  return problem === undefined ? { value: { lat: lat + 0, lon: lon + 0, ...others } } : { problem };
}

const isDegrees = (value: Json | undefined, max: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= max;

function problemOf(name: string, value: Json | undefined): AnswerProblem | undefined {
  if ('problem' in parseText(name, maxNameLength) || name in {})
    return answerProblem('WRONG_MEMBER_NAME', { max: maxNameLength });
  if (typeof value === 'object' && value !== null) return answerProblem('WRONG_MEMBER');
  if (typeof value === 'number' && !Number.isFinite(value)) return answerProblem('NUMBER_OUT_OF_RANGE');
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
      return parts.has(fieldId) ? { value: fieldId } : { problem: answerProblem('IMAGE_MISSING', { name: fieldId }) };
    const id = isJsonObject(answer) ? answer['id'] : undefined;
    const known = typeof id === 'string' ? stored.get(id) : undefined;
    return known ? { value: known } : { problem: answerProblem('UNKNOWN_IMAGE', { name: fieldId }) };
  },
};
