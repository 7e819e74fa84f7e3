import type jsep from 'jsep';
import { nodeOf, parseExpression, type Node } from './parse-expression.ts';

/** The names of the fields that a valid expression reads, also those of `field("name")`. */
export const namesInExpression = (text: string): readonly string[] =>
  namesIn(parseExpression(text.trim().replace(/^=/, '')));

function namesIn(node: Node): readonly string[] {
  const inParts = (...parts: readonly (jsep.Expression | null)[]) =>
    parts.flatMap((part) => (part ? namesIn(nodeOf(part)) : []));
  switch (node.type) {
    case 'Identifier':
      return [node.name.replace(/^\$/, '')];
    case 'Group':
      return namesIn(node.inner);
    case 'UnaryExpression':
      return inParts(node.argument);
    case 'BinaryExpression':
      return inParts(node.left, node.right);
    case 'ConditionalExpression':
      return inParts(node.test, node.consequent, node.alternate);
    case 'MemberExpression':
      return inParts(node.object, node.computed ? node.property : null);
    case 'CallExpression':
      return namesInCall(node) ?? inParts(...node.arguments);
    case 'ArrayExpression':
      return inParts(...node.elements);
    case 'SequenceExpression':
      return inParts(...node.expressions);
    case 'Literal':
    case 'ThisExpression':
    case 'Compound':
      return [];
  }
}

/** The name in `field("name")`; undefined for other calls, and for a name that is computed. */
function namesInCall({ callee, arguments: [operand] }: jsep.CallExpression): readonly string[] | undefined {
  const [name, argument] = [nodeOf(callee), operand && nodeOf(operand)];
  const isField = name.type === 'Identifier' && name.name === 'field';
  return isField && argument?.type === 'Literal' ? [String(argument.value)] : undefined;
}
