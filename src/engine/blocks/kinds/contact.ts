import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';
import validator from 'validator';
import type { FieldErrors } from '../../../kernel/fail.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../kernel/json.ts';
import type { BlockSettings, ContactPart } from '../block.ts';
import { isEmptyAnswer, settingsNamed, type BlockKind, type Reading } from '../block-kind.ts';
import { readText, type TextReading } from './read-text.ts';

const longest = 255;
const longestAddress = 1000;

type ContactSettings = BlockSettings['contact'];

/** A person, described by sub-fields that the form chooses. */
export const contact: BlockKind = {
  compared: 'presence',
  settings: settingsNamed('contact', { check: checkSettings }),
  read: (answer, { contact: settings }) =>
    isJsonObject(answer) && settings ? readContact(answer, settings) : { problem: 'Give an object of sub-fields.' },
};

function checkSettings({ subFields, defaultCountry }: ContactSettings): FieldErrors {
  const isRepeated = new Set(subFields.map(({ name }) => name)).size < subFields.length;
  return {
    ...((subFields.length === 0 || isRepeated) && { subFields: ['Name at least one sub-field, and each only once.'] }),
    ...(defaultCountry !== null &&
      !isSupportedCountry(defaultCountry) && {
        defaultCountry: ['Give a country of ISO 3166-1 in two upper-case letters, such as FR.'],
      }),
  };
}

function readContact(answer: JsonObject, settings: ContactSettings): Reading {
  const { subFields } = settings;
  const unknown = Object.keys(answer).find((name) => !subFields.some((each) => each.name === name));
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
    const reading = readPart(name, given, settings);
    if ('problem' in reading) return { problem: `${name}: ${reading.problem}` };
    parts.push([name, reading.value]);
  }
  return { value: parts.every(([, part]) => part === null) ? null : Object.fromEntries(parts) };
}

function readPart(name: ContactPart, given: Json, settings: ContactSettings): TextReading {
  const reading = readText(given, name === 'address' ? longestAddress : longest);
  if ('problem' in reading) return reading;
  if (name === 'email')
    return validator.isEmail(reading.value) ? reading : { problem: 'Give an e-mail address, such as ada@example.org.' };
  return name === 'phone' ? readPhone(reading.value, settings) : reading;
}

/** Reads a phone number and returns it in international format. */
function readPhone(given: string, { defaultCountry }: ContactSettings): TextReading {
  const country = defaultCountry !== null && isSupportedCountry(defaultCountry) ? defaultCountry : undefined;
  const phone = parsePhoneNumberFromString(given, { extract: false, ...(country && { defaultCountry: country }) });
  return phone?.isValid() === true
    ? { value: phone.formatInternational() }
    : { problem: `Give a phone number${country === undefined ? ' with its country, such as +33 1 23 45 67 89' : ''}.` };
}
