import type { FieldErrors } from '#kernel/fail.ts';
import type { Json } from '#kernel/json.ts';
import type { Block, BlockSettings, ConditionOperator, PartialBlockSettings, SettingsName } from './block.ts';
import { type AnswerProblem, answerProblem } from './answer-errors.ts';
import { isStorable } from '../records/record.ts';
import { DateTime } from 'luxon';

/** A value as it is stored, or what is wrong with it. */
export type ParseResult = { readonly value: Json } | { readonly problem: AnswerProblem };

/** An image that is stored. */
export type StoredImage = { readonly id: string; readonly filename: string };

/** The images of a submission. */
export interface SubmittedImages {
  /** The names of the multipart parts that came with files. */
  readonly parts: ReadonlySet<string>;
  /** The images that the submission already has, by id. */
  readonly stored: ReadonlyMap<string, StoredImage>;
}

/** How the settings of a type of block are filled in and checked, in addition to those that every block has. */
interface SettingsDefinition {
  readonly name: SettingsName;
  /** The block with the default settings of its type filled in. */
  withDefaults(block: Block): Block;
  /** The errors in the settings, by path below the block. */
  check(block: Block): FieldErrors;
}

/** The definition of one type of block. */
export interface BlockTypeDefinition {
  /** How conditions compare the values of blocks of this type. */
  readonly comparisonType: ComparisonType;
  readonly settings?: SettingsDefinition;
  /** Parses an answer that is not empty. Idempotent: parsing a value that it returned returns the same value. */
  parse(answer: Json, block: Block, images: SubmittedImages): ParseResult;
}

/** Defines the settings of a type of block by their defaults and their check. Without defaults, the settings are required. */
export function defineSettings<Name extends SettingsName>(
  name: Name,
  {
    defaults,
    check,
  }: { readonly defaults?: BlockSettings[Name]; readonly check: (settings: BlockSettings[Name]) => FieldErrors },
): SettingsDefinition {
  return {
    name,
    withDefaults: (block) => ({ ...block, [name]: block[name] ?? defaults ?? null }),
    check: (block) => {
      const settingsByName: PartialBlockSettings = block;
      const settings = settingsByName[name];
      if (settings == null) return { [name]: [`A block of the type ${block.type} needs these settings.`] };
      return Object.fromEntries(
        Object.entries(check(settings)).map(([path, problems]) => [`${name}.${path}`, problems]),
      );
    },
  };
}

/** Whether an answer is empty. An empty answer is stored as null. */
export const isEmptyAnswer = (answer: Json): boolean =>
  answer === null ||
  (typeof answer === 'string' && answer.trim() === '') ||
  (Array.isArray(answer) && answer.length === 0);

/** A trimmed text, or the error. */
export type ParsedText = { readonly value: string } | { readonly problem: AnswerProblem };

/** Parses a text with a maximum length in code points: an emoji of two code units counts as one. */
export function parseText(answer: Json | undefined, maxLength: number): ParsedText {
  if (typeof answer !== 'string') return { problem: answerProblem('NOT_A_TEXT') };
  // A text that is far too long is not trimmed, because that would copy it.
  const value = answer.length > maxLength * 4 ? answer : answer.trim();
  if (value.length > maxLength && (value.length > maxLength * 2 || Array.from(value).length > maxLength))
    return { problem: answerProblem('TEXT_TOO_LONG', { max: maxLength }) };
  return isStorable(value) ? { value } : { problem: answerProblem('UNSTORABLE_TEXT') };
}

/** Parses a list of texts. Blank and repeated texts are left out. */
export function parseTexts(
  answer: Json,
  { maxItems, maxLength }: { readonly maxItems: number; readonly maxLength: number },
): { readonly value: readonly string[] } | { readonly problem: AnswerProblem } {
  if (!Array.isArray(answer)) return { problem: answerProblem('NOT_A_LIST') };
  if (answer.length > maxItems) return { problem: answerProblem('TOO_MANY_TEXTS', { max: maxItems }) };
  const texts = new Set<string>();
  for (const item of answer as readonly Json[]) {
    const parsed = parseText(item, maxLength);
    if ('problem' in parsed) return parsed;
    if (parsed.value !== '') texts.add(parsed.value);
  }
  return { value: [...texts] };
}

/** How conditions compare the values of a type of block; `presence` only tests whether there is a value. */
export type ComparisonType = 'text' | 'number' | 'boolean' | 'date' | 'list' | 'presence';

const presenceOperators = ['is_empty', 'is_not_empty'] as const;
const orderOperators = [...presenceOperators, 'equals', 'not_equals', 'less_than', 'greater_than'] as const;

/** The operators that conditions may use, by how they compare values. */
export const operatorsByType: Readonly<Record<ComparisonType, readonly ConditionOperator[]>> = {
  text: [...presenceOperators, 'equals', 'not_equals', 'contains', 'not_contains'],
  number: orderOperators,
  boolean: [...presenceOperators, 'equals', 'not_equals'],
  date: orderOperators,
  list: [...presenceOperators, 'contains', 'not_contains'],
  presence: presenceOperators,
};

/** The values that a condition may compare with, and their description for messages. */
export const comparableValues: Readonly<
  Record<ComparisonType, { readonly expected: string; readonly accepts: (value: Json) => boolean }>
> = {
  text: { expected: 'a text', accepts: (value) => typeof value === 'string' && value !== '' },
  number: { expected: 'a number', accepts: (value) => typeof value === 'number' && Number.isFinite(value) },
  boolean: { expected: 'true or false', accepts: (value) => typeof value === 'boolean' },
  date: {
    expected: 'a day or an instant in ISO 8601',
    accepts: (value) => typeof value === 'string' && dateOf(value) !== undefined,
  },
  list: { expected: 'a text', accepts: (value) => typeof value === 'string' && value !== '' },
  presence: { expected: 'nothing', accepts: (value) => value === null },
};

/** Whether an operator takes no value. */
export const takesNoValue = (operator: ConditionOperator): boolean =>
  presenceOperators.some((presenceOperator) => presenceOperator === operator);

const dateOf = (text: string): string | undefined => canonicalDate(text, false) ?? canonicalDate(text, true);

/** Whether the value of a block meets a condition; null is an empty value. An empty value equals, contains and precedes no other value. */
export function meetsCondition(
  comparisonType: ComparisonType,
  value: Json,
  operator: ConditionOperator,
  other: Json,
): boolean {
  const [left, right] = comparisonType === 'date' ? toSamePrecision(value, other) : [value, other];
  switch (operator) {
    case 'is_empty':
      return value === null;
    case 'is_not_empty':
      return value !== null;
    case 'equals':
      return left === right;
    case 'not_equals':
      return left !== right;
    case 'contains':
      return contains(value, other);
    case 'not_contains':
      return !contains(value, other);
    case 'less_than':
      return isBelow(left, right);
    case 'greater_than':
      return isBelow(right, left);
  }
}

const contains = (value: Json, other: Json): boolean =>
  typeof other === 'string' && (typeof value === 'string' || Array.isArray(value)) && value.includes(other);

/** Compares two numbers or two texts. The texts are canonical dates, whose text order is chronological. */
function isBelow(left: Json, right: Json): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left < right;
  return typeof left === 'string' && typeof right === 'string' && left < right;
}

/** Cuts two dates to the coarser of their precisions, so that a day equals every instant of that day. */
function toSamePrecision(value: Json, other: Json): readonly [Json, Json] {
  const [left, right] = [value, other].map((date) => (typeof date === 'string' ? dateOf(date) : undefined));
  if (left === undefined || right === undefined) return [value, other];
  const length = Math.min(left.length, right.length);
  return [left.slice(0, length), right.slice(0, length)];
}

/** Matches a day, such as `2026-01-31`. */
const dayFormat = /^\d{4}-\d\d-\d\d$/;
/** Matches an instant, such as `2026-01-31T08:00`, optionally with seconds and an offset. */
const instantFormat = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?([Zz]|[+-]\d\d:?\d\d)?$/;

/**
 * Converts a date to a canonical text, so that text order is chronological: a day, or an instant in UTC and whole seconds. An instant
 * without an offset is in UTC. Undefined for any other text.
 */
export function canonicalDate(text: string, hasTime: boolean): string | undefined {
  if (!(hasTime ? instantFormat : dayFormat).test(text)) return undefined;
  const parsed = DateTime.fromISO(text.toUpperCase().replace(' ', 'T'), { zone: 'utc' });
  if (!parsed.isValid || parsed.year < 1 || parsed.year > 9999) return undefined;
  return hasTime ? parsed.toFormat("yyyy-MM-dd'T'HH:mm:ss'Z'") : parsed.toFormat('yyyy-MM-dd');
}
