import { printName, quoted } from '#kernel/odsql-names.ts';
import type { FieldType } from '#portal-page/generated/operations.ts';

/** What a filter of a column asks of its values. */
export const operators = ['has', 'is', 'from', 'to', 'empty'] as const;
/** `has`: contains the words; `is`: is the value, or within the date; `from`, `to`: at least and at most; `empty`: has no value, or has one. */
export type Operator = (typeof operators)[number];

/** A condition on the values of a column. */
export interface ColumnFilter {
  readonly field: string;
  readonly operator: Operator;
  /** A text, a number, or a date of the form `2024`, `2024-02` or `2024-02-29`; `yes` or `no` for `empty`. */
  readonly value: string;
}

const byType: Readonly<Record<FieldType, readonly Operator[]>> = {
  text: ['has', 'is', 'empty'],
  int: ['is', 'from', 'to', 'empty'],
  double: ['is', 'from', 'to', 'empty'],
  date: ['is', 'from', 'to', 'empty'],
  datetime: ['is', 'from', 'to', 'empty'],
  geo_point_2d: ['empty'],
  geo_shape: ['empty'],
  file: ['empty'],
};

/** The operators that fit a type, in the order in which they are offered. */
export const operatorsOf = (type: FieldType): readonly Operator[] => byType[type];

/** Whether a type is of numbers. */
export const isNumeric = (type: FieldType): boolean => type === 'int' || type === 'double';

/** Whether a type is of dates. */
export const isDated = (type: FieldType): boolean => type === 'date' || type === 'datetime';

/** Whether a filter asks something that the type of its column understands. */
export function isFit({ operator, value }: ColumnFilter, type: FieldType): boolean {
  if (!operatorsOf(type).includes(operator)) return false;
  if (operator === 'empty') return value === 'yes' || value === 'no';
  if (isNumeric(type))
    return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(value) && Number.isFinite(Number(value));
  if (isDated(type)) return isDate(value);
  return wordsOf(value).length > 0;
}

/** Whether a text is a year, a month or a day that exists. */
function isDate(text: string): boolean {
  const [, year, month = '01', day = '01'] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text) ?? [];
  if (year === undefined || year === '0000') return false;
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${year}-${month}-${day}`);
}

const wordsOf = (text: string): readonly string[] => text.split(/[%*\s]+/).filter((word) => word !== '');

/** Writes a filter that fits the type of its column as a condition in ODSQL. */
export function conditionOf({ field, operator, value }: ColumnFilter, type: FieldType): string {
  const name = printName(field);
  const literal = isNumeric(type) ? String(Number(value)) : isDated(type) ? `date${quoted(value)}` : quoted(value);
  switch (operator) {
    case 'has':
      return `${name} like ${literal}`;
    case 'is':
      return `${name} = ${literal}`;
    case 'from':
      return `${name} >= ${literal}`;
    case 'to':
      return `${name} <= ${literal}`;
    case 'empty':
      return value === 'yes' ? `${name} is null` : `${name} is not null`;
  }
}
