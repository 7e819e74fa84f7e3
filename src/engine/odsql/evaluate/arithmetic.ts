import type { ArithmeticOperator } from '../tree.ts';

/** The result of arithmetic over two doubles; null for a division by zero and for a result that a double cannot hold. */
export const calculate = (operator: ArithmeticOperator, left: number, right: number): number | null =>
  finiteOrNull(apply(operator, left, right));

function apply(operator: ArithmeticOperator, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
  }
}

/** Null for an infinity or NaN. Adding 0 turns -0 into 0. */
export const finiteOrNull = (number: number): number | null => (Number.isFinite(number) ? number + 0 : null);
