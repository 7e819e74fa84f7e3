import { toTimestamp } from '#kernel/clock.ts';
import { isJsonObject, type Json } from '#kernel/json.ts';
import { listNames } from '#kernel/text.ts';
import { isGeometry } from '#engine/geo/checked-geometry.ts';
import { type FieldTypeName, languages, type TemplateField } from './template.ts';

/**
 * How values of one type of field are parsed. A parser never receives null, which stands for an unset field and is valid for every type.
 */
interface FieldParser {
  /** The valid values, as the end of the message "default.title takes …". */
  readonly expected: (field: TemplateField) => string;
  /** The value as it is stored; undefined when it is invalid. */
  readonly parse: (value: Json, field: TemplateField) => Json | undefined;
}

/** A parser that returns a value unchanged if it is valid; `expected` describes the valid values. */
const acceptIf = (expected: string, isValid: (value: Json) => boolean): FieldParser => ({
  expected: () => expected,
  parse: (value) => (isValid(value) ? value : undefined),
});

/** The maximum number of choices that a message lists in full. */
const maxNamedChoices = 20;

const isText = (value: unknown) => typeof value === 'string';
const isBoolean = (value: unknown) => typeof value === 'boolean';
const isArrayOf = (value: Json, isItem: (item: Json) => boolean) => Array.isArray(value) && value.every(isItem);
const isMapOf = (value: Json, isItem: (item: Json) => boolean) =>
  isJsonObject(value) && Object.values(value).every(isItem);
const isLanguage = (value: Json) => languages.some((language) => language === value);

/** The valid values of each property of a facet; `field_name` is required. */
const facetProperties = new Map<string, (value: Json) => boolean>([
  ['field_name', (value) => isText(value) && value !== ''],
  ['facetsort', (value) => value === null || (isText(value) && /^-?(count|num|alphanum)$/.test(value))],
  ['disjunctive', (value) => value === null || isBoolean(value)],
  ['timerange_filter', (value) => value === null || isBoolean(value)],
]);
const isFacet = (facet: Json) =>
  isJsonObject(facet) &&
  'field_name' in facet &&
  Object.entries(facet).every(([name, value]) => facetProperties.get(name)?.(value));

const dateTimePattern =
  /^(?<day>\d{4}-\d\d-\d\d)(?:[Tt ](?<time>\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?<zone>[Zz]|[+-]\d\d:?\d\d)?)?$/;

/** An instant in the format of the contract: a bare date means midnight, and a time without a zone is UTC. */
function parseDateTime(value: Json): string | undefined {
  const groups = typeof value === 'string' ? dateTimePattern.exec(value)?.groups : undefined;
  const { day, time = '00:00', zone = 'Z' } = groups ?? {};
  if (day === undefined || !isDay(day)) return undefined;
  const isoZone = zone.toUpperCase().replace(/(\d\d):?(\d\d)/, '$1:$2');
  const instant = new Date(`${day}T${time}${isoZone}`);
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999 ? toTimestamp(instant) : undefined;
}

/** Whether the day exists in the calendar. */
function isDay(day: string): boolean {
  const instant = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(day);
}

/** Whether the value is a year, a month, a day or an instant. */
const isDate = (value: Json) =>
  isText(value) && (/^\d{4}(-(0[1-9]|1[0-2]))?$/.test(value) || parseDateTime(value) !== undefined);

const text = acceptIf('a text', isText);

const isChoice = (value: Json, { choices = [] }: TemplateField) => choices.some((choice) => choice === value);

const choiceNames = (choices: readonly string[]): string =>
  choices.length > maxNamedChoices ? listNames(choices) : choices.join(', ');

const oneChoice: FieldParser = {
  expected: ({ choices = [] }) => `one of ${choiceNames(choices)}`,
  parse: (value, field) => (isChoice(value, field) ? value : undefined),
};
const someChoices: FieldParser = {
  expected: ({ choices = [] }) => `a list of ${choiceNames(choices)}`,
  parse: (value, field) => (isArrayOf(value, (item) => isChoice(item, field)) ? value : undefined),
};

/** The types whose values are texts, which a field may have by language. */
export const translatableTypes: readonly FieldTypeName[] = ['text', 'longstring', 'html'];

/** Whether a value has a text for each of some languages (ISO 639-1). */
const isTextByLanguage = (value: Json): boolean =>
  isMapOf(value, isText) && isJsonObject(value) && Object.keys(value).every((language) => /^[a-z]{2}$/.test(language));

/** The parser of a field. A translated one takes a text, or texts by language. */
export function parserOf({ type, isTranslated = false }: TemplateField): FieldParser {
  const parser = fieldParsers[type];
  if (!isTranslated) return parser;
  return {
    expected: (field) => `${parser.expected(field)}, or an object of language: text`,
    parse: (value, field) => (isTextByLanguage(value) ? value : parser.parse(value, field)),
  };
}

/** The parsers of all types. */
const fieldParsers: Readonly<Record<FieldTypeName, FieldParser>> = {
  text,
  html: text,
  longstring: text,
  boolean: acceptIf('true or false', isBoolean),
  enum: oneChoice,
  uri_enum: oneChoice,
  enumlist: someChoices,
  uri_enumlist: someChoices,
  list: acceptIf('a list of texts', (value) => isArrayOf(value, isText)),
  multitext: acceptIf(
    'a list of texts, or an object of texts',
    (value) => isArrayOf(value, isText) || isMapOf(value, isText),
  ),
  int: acceptIf('a whole number', (value) => Number.isSafeInteger(value)),
  double: acceptIf('a number', (value) => Number.isFinite(value)),
  geo_area: acceptIf('the identifier of an area', (value) => isText(value) && value !== ''),
  geo_shape: acceptIf('a geometry in GeoJSON', (value) => isGeometry(value)),
  date: acceptIf('a date in ISO 8601, such as 2026-01-15', isDate),
  datetime: { expected: () => 'a date-time in ISO 8601, such as 2026-01-15T14:30:00Z', parse: parseDateTime },
  facets: acceptIf(
    'a list of {field_name, facetsort, disjunctive, timerange_filter}: facetsort is count, num or alphanum, with "-" in front for the reverse order; disjunctive and timerange_filter are true or false',
    (value) => isArrayOf(value, isFacet),
  ),
  field_languages: acceptIf(`an object of field: list of languages out of ${languages.join(', ')}`, (value) =>
    isMapOf(value, (item) => isArrayOf(item, isLanguage)),
  ),
  field_boosts: acceptIf('an object of field: whole number from 0', (value) =>
    isMapOf(value, (item) => Number.isSafeInteger(item) && Number(item) >= 0),
  ),
  any: acceptIf('any value', () => true),
};
