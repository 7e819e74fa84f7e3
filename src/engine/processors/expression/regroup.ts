import type jsep from 'jsep';
import { binaryOperators, unaryOperators } from './expression-operators.ts';
import { nodeOf, type Node } from './read-expression.ts';

/**
 * The library applies a sign or a `not` only to the next value. It must apply to every operation that binds more tightly:
 * `-2 ^ 2` is -4, and `not a == b` is `not (a == b)`.
 */
export function regroup({ operator, left, right }: jsep.BinaryExpression): Node {
  const node = nodeOf(left);
  return join(node.type === 'BinaryExpression' ? regroup(node) : node, operator, right);
}

function join(left: Node, operator: string, right: jsep.Expression): Node {
  return left.type === 'UnaryExpression' &&
    precedenceOf(binaryOperators, operator) > precedenceOf(unaryOperators, left.operator)
    ? { ...left, argument: join(nodeOf(left.argument), operator, right) }
    : { type: 'BinaryExpression', operator, left, right };
}

const precedenceOf = (operators: typeof binaryOperators, name: string): number => operators[name]?.precedence ?? 0;
