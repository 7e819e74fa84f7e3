import type { Expression, Filter } from '#engine/odsql/tree.ts';

/** A filter as plain JSON. */
export type FilterJson = Readonly<Record<string, unknown>>;

/**
 * Converts a filter to the JSON of the former rules, for comparisons. A comparison of a field with a value has `field` and `value`; other
 * comparisons have expressions. The JSON omits the source text of expressions.
 */
export function filterJson(filter: Filter): FilterJson {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, filters: filter.filters.map(filterJson) };
    case 'not':
      return { kind: 'not', filter: filterJson(filter.filter) };
    case 'comparison': {
      const { kind, left, operator, right } = filter;
      return left.kind === 'field' && right.kind === 'literal'
        ? { kind, field: left.field, operator, value: right.value }
        : { kind, left: expressionJson(left), operator, right: expressionJson(right) };
    }
    case 'isTruth':
      return { kind: 'comparison', field: filter.field, operator: '=', value: filter.value };
    case 'in':
      return { kind: 'in', ...operandJson(filter.left), values: filter.values };
    case 'range':
      return { kind: 'range', ...operandJson(filter.left), from: filter.from, to: filter.to };
    case 'like':
    case 'isNull':
    case 'search':
    case 'suggest':
    case 'startsWith':
    case 'fullText':
    case 'withinDistance':
    case 'inBox':
    case 'geometry':
      return { ...filter };
  }
}

/** The left side of a condition: a field by its name, anything else as an expression. */
const operandJson = (left: Expression): Readonly<Record<string, unknown>> =>
  left.kind === 'field' ? { field: left.field } : { left: expressionJson(left) };

function expressionJson(expression: Expression): Readonly<Record<string, unknown>> {
  switch (expression.kind) {
    case 'literal':
      return { kind: 'literal', value: expression.value };
    case 'field':
      return { kind: 'field', field: expression.field };
    case 'arithmetic': {
      const { kind, operator, left, right } = expression;
      return { kind, operator, left: expressionJson(left), right: expressionJson(right) };
    }
    case 'negative':
      return { kind: 'negative', operand: expressionJson(expression.operand) };
    case 'call': {
      const { kind, name, named } = expression;
      return { kind, name, arguments: expression.arguments.map(expressionJson), named };
    }
  }
}
