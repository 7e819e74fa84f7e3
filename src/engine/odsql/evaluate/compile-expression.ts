import { tryParseJson } from '#kernel/json.ts';
import type { Value } from '#engine/records/record.ts';
import type { DatePart, ScalarExpression } from '../bind/bound/bound-expression.ts';
import { lowerText } from '../words.ts';
import { distanceBetween } from '../geometry/distance.ts';
import { pointOfValue } from '../geometry/shape.ts';
import { calculate } from './arithmetic.ts';
import { dateFormatter } from './format-date.ts';
import type { RecordField } from './record-scope.ts';
import type { View } from './record-view.ts';
import { zonedDate, timeOf } from './times.ts';

/** Computes the value of an expression for a record. Dates and datetimes are texts. */
export type Evaluate = (view: View) => Value;

type Expression = ScalarExpression<RecordField>;

/** Compiles an expression for repeated evaluation. */
export function compileExpression(expression: Expression): Evaluate {
  switch (expression.kind) {
    case 'literal':
    case 'boolean':
      return () => expression.value;
    case 'field':
      return fieldValue(expression.field);
    case 'arithmetic':
    case 'negative':
      return compileArithmetic(expression);
    case 'length':
      return mapText(expression.operand, (text) => Array.from(text).length);
    case 'lower':
      return mapText(expression.operand, lowerText);
    case 'ifNull': {
      const [operand, fallback] = [compileExpression(expression.operand), compileExpression(expression.fallback)];
      return (view) => operand(view) ?? fallback(view);
    }
    case 'datePart':
      return mapTime(expression.operand, expression.timezone, (localTime) => partOf[expression.part](localTime));
    case 'dateFormat':
      return mapTime(expression.operand, expression.timezone, dateFormatter(expression.tokens, expression.language));
    case 'distance':
      return compileDistance(expression);
    case 'json':
      return compileJson(expression);
  }
}

const fieldValue =
  (field: RecordField): Evaluate =>
  (view) => {
    const values = view.values(field);
    return field.isMultivalued && values.length > 0 ? [...values] : (values[0] ?? null);
  };

const partOf: Readonly<Record<DatePart, (localTime: Date) => number>> = Object.freeze({
  year: (localTime) => localTime.getUTCFullYear(),
  month: (localTime) => localTime.getUTCMonth() + 1,
  day: (localTime) => localTime.getUTCDate(),
  hour: (localTime) => localTime.getUTCHours(),
  minute: (localTime) => localTime.getUTCMinutes(),
  second: (localTime) => localTime.getUTCSeconds(),
});

function compileArithmetic(expression: Expression & { kind: 'arithmetic' | 'negative' }): Evaluate {
  if (expression.kind === 'negative') {
    const operand = compileExpression(expression.operand);
    return (view) => mapNumber(operand(view), (number) => 0 - number);
  }
  const [left, right] = [compileExpression(expression.left), compileExpression(expression.right)];
  const { operator } = expression;
  return (view) =>
    mapNumber(left(view), (leftNumber) =>
      mapNumber(right(view), (rightNumber) => calculate(operator, leftNumber, rightNumber)),
    );
}

const mapNumber = (value: Value, change: (number: number) => number | null): number | null =>
  typeof value === 'number' ? change(value) : null;

function mapText(operand: Expression, change: (text: string) => Value): Evaluate {
  const evaluate = compileExpression(operand);
  return (view) => {
    const value = evaluate(view);
    return typeof value === 'string' ? change(value) : null;
  };
}

function mapTime(operand: Expression, timezone: string, change: (localTime: Date) => Value): Evaluate {
  const evaluate = compileExpression(operand);
  const type = operand.type === 'date' ? 'date' : 'datetime';
  return (view) => {
    const time = timeOf(evaluate(view));
    return time === undefined || !Number.isFinite(time) ? null : change(zonedDate(time, type, timezone));
  };
}

function compileDistance({ operand, point }: Expression & { kind: 'distance' }): Evaluate {
  const evaluate = compileExpression(operand);
  return (view) => {
    const place = pointOfValue(evaluate(view));
    return place ? distanceBetween(place, point) : null;
  };
}

function compileJson({ operand, fallback }: Expression & { kind: 'json' }): Evaluate {
  const [text, otherwise] = [compileExpression(operand), fallback && compileExpression(fallback)];
  return (view) => {
    const value = text(view);
    if (typeof value !== 'string') return null;
    const parsed = tryParseJson(value);
    if (parsed !== undefined) return parsed as Value;
    return otherwise ? otherwise(view) : value;
  };
}
