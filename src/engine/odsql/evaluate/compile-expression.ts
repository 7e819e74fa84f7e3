import { tryParseJson } from '../../../kernel/json.ts';
import type { Value } from '../../records/record.ts';
import type { DatePart, ScalarExpression } from '../bind/bound/bound-expression.ts';
import { lowerText } from '../words.ts';
import { distanceBetween } from '../geometry/distance.ts';
import { pointOfValue } from '../geometry/shape.ts';
import { dateFormatter } from './format-date.ts';
import type { RecordField } from './record-scope.ts';
import type { RecordView } from './record-view.ts';
import { shownTime, timeOf } from './times.ts';

/** The value of an expression for a record. Dates and datetimes are texts. */
export type Evaluate = (view: RecordView) => Value;

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
      return ofText(expression.operand, (text) => Array.from(text).length);
    case 'lower':
      return ofText(expression.operand, lowerText);
    case 'ifNull': {
      const [operand, fallback] = [compileExpression(expression.operand), compileExpression(expression.fallback)];
      return (view) => operand(view) ?? fallback(view);
    }
    case 'datePart':
      return ofTime(expression.operand, expression.timezone, (shown) => parts[expression.part](shown));
    case 'dateFormat':
      return ofTime(expression.operand, expression.timezone, dateFormatter(expression.tokens, expression.language));
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

const parts: Readonly<Record<DatePart, (shown: Date) => number>> = Object.freeze({
  year: (shown) => shown.getUTCFullYear(),
  month: (shown) => shown.getUTCMonth() + 1,
  day: (shown) => shown.getUTCDate(),
  hour: (shown) => shown.getUTCHours(),
  minute: (shown) => shown.getUTCMinutes(),
  second: (shown) => shown.getUTCSeconds(),
});

function compileArithmetic(expression: Expression & { kind: 'arithmetic' | 'negative' }): Evaluate {
  if (expression.kind === 'negative') {
    const operand = compileExpression(expression.operand);
    return (view) => numberOr(operand(view), (number) => 0 - number);
  }
  const [left, right] = [compileExpression(expression.left), compileExpression(expression.right)];
  const { operator } = expression;
  return (view) =>
    numberOr(left(view), (one) => numberOr(right(view), (other) => heldByDouble(calculate(operator, one, other))));
}

function calculate(operator: '+' | '-' | '*' | '/', one: number, other: number): number {
  switch (operator) {
    case '+':
      return one + other;
    case '-':
      return one - other;
    case '*':
      return one * other;
    case '/':
      return one / other;
  }
}

/** Null for an infinity or NaN; PostgreSQL has -0, which no one writes. */
const heldByDouble = (number: number): number | null => (Number.isFinite(number) ? number + 0 : null);

const numberOr = (value: Value, then: (number: number) => number | null): number | null =>
  typeof value === 'number' ? then(value) : null;

function ofText(operand: Expression, then: (text: string) => Value): Evaluate {
  const evaluate = compileExpression(operand);
  return (view) => {
    const value = evaluate(view);
    return typeof value === 'string' ? then(value) : null;
  };
}

function ofTime(operand: Expression, timezone: string, then: (shown: Date) => Value): Evaluate {
  const evaluate = compileExpression(operand);
  const type = operand.type === 'date' ? 'date' : 'datetime';
  return (view) => {
    const time = timeOf(evaluate(view));
    return time === undefined || !Number.isFinite(time) ? null : then(shownTime(time, type, timezone));
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
