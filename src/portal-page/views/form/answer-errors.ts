import type { SubmitFormMutation } from '#portal-page/generated/operations.ts';
import type { Language, MessageValues } from '#portal-page/messages/language.ts';
import type { Block } from './entered.ts';

/** The error of an answer, as the graph returns it. */
export type AnswerError = Pick<
  SubmitFormMutation['submitForm']['errors'][number],
  'field' | 'code' | 'params' | 'message'
>;

/** The part of a place that has an error. */
const partsOfPlaces: Readonly<Record<string, string>> = {
  NOT_A_PLACE: 'lat',
  WRONG_LATITUDE: 'lat',
  WRONG_LONGITUDE: 'lon',
};

/** The part of an answer that has an error; undefined for the whole answer. */
export function partOf({ code, params }: AnswerError): string | undefined {
  const part: unknown = params['part'];
  return typeof part === 'string' ? part : partsOfPlaces[code];
}

/** The message of an error, in the language of the visitor. */
export function errorText(language: Language, block: Block | undefined, error: AnswerError): string {
  const { code, params, message } = error;
  const part = typeof params['part'] === 'string' ? params['part'] : undefined;
  const partName = part === undefined ? undefined : (language.find(`contactParts.${part}`) ?? part);
  const values: MessageValues = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, valueText(language, block, value)]),
  );
  // a consent is never answered with no: it is missing
  const said = code === 'REQUIRED' && block?.type === 'legal' ? 'NOT_ACCEPTED' : code;
  const text = language.find(`answerErrors.${said}`, { ...values, ...(partName !== undefined && { part: partName }) });
  if (text === undefined) return message;
  return partName === undefined || code === 'PART_REQUIRED' ? text : language.t('labelled', { label: partName, text });
}

/** A parameter as people write it: numbers, and dates of a question that asks for one. */
function valueText(language: Language, block: Block | undefined, value: unknown): string {
  if (typeof value === 'number') return exactNumber(language, value);
  if (typeof value !== 'string') return '';
  return block?.dateTime ? dateText(language, value) : value;
}

/** A number with all its decimals. */
const exactNumber = ({ code }: Language, value: number): string =>
  new Intl.NumberFormat(code, { maximumFractionDigits: 15 }).format(value);

/** A day or an instant. */
const dateText = (language: Language, iso: string): string =>
  iso.length === 10 ? language.date(iso) : language.dateTime(iso);

/** What a question says about the answers that it takes; undefined where it takes any. */
export function rangeText(language: Language, { number, dateTime }: Block): string | undefined {
  const write = (value: string | number): string =>
    typeof value === 'number' ? exactNumber(language, value) : dateText(language, value);
  const { min, max } = number ?? dateTime ?? { min: null, max: null };
  if (min !== null && max !== null) return language.t('rangeBetween', { min: write(min), max: write(max) });
  if (min !== null) return language.t(number ? 'rangeFrom' : 'earliest', { min: write(min) });
  return max === null ? undefined : language.t(number ? 'rangeTo' : 'latest', { max: write(max) });
}
