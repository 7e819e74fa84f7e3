import type { ScopeField } from '#engine/odsql/scope.ts';
import type { Literal } from '#engine/odsql/tree.ts';
import type { Binding } from '../binding.ts';
import type { ScalarExpression } from '../bound/bound-expression.ts';

/** A bound expression and its source text. */
export interface Operand<F extends ScopeField> {
  readonly text: string;
  readonly bound: ScalarExpression<F>;
}

/** The reason why two texts cannot be compared by order. */
export const noTextOrderReason = 'texts can only be compared by = and !=';

/** Fails INCOMPATIBLE_TYPES because an operand cannot be compared with a literal. */
export function failIncomparable<F extends ScopeField>(
  { text, bound: { type } }: Operand<F>,
  condition: string,
  value: Literal,
  binding: Binding<F>,
): never {
  const reason =
    type === 'text' && typeof value === 'string'
      ? noTextOrderReason
      : `${text} is of type ${type}, the value ${kindOf(value)}`;
  return binding.incompatible(`${condition} ${writtenLiteral(value)}: ${reason}`);
}

const writtenLiteral = (value: Literal): string =>
  typeof value === 'object' && value && 'date' in value ? `date'${value.date}'` : JSON.stringify(value).slice(0, 100);

function kindOf(value: Literal): string {
  if (value === null) return 'is null';
  if (typeof value !== 'object') return typeof value === 'string' ? 'is a text' : `is a ${typeof value}`;
  return 'date' in value ? 'is a date' : 'is a geometry';
}
