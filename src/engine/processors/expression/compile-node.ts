import type jsep from 'jsep';
import type { Computation, ComputationBuilder } from './computation.ts';
import { expressionFunctions } from './expression-functions.ts';
import { binaryOperators, comparisonPrecedence, unaryOperators } from './expression-operators.ts';
import { ownValue } from './expression-values.ts';
import { nodeOf, type Node } from './parse-expression.ts';

/** The maximum nesting of operations. */
const maxDepth = 100;

/** Compiles a syntax tree. Throws RangeError for syntax that the language does not support. */
export function compileNode(node: Node, depth = 0): Computation {
  if (depth > maxDepth) failSyntax(`More than ${maxDepth} levels of nested operations. Split the expression.`);
  const compile = (part: jsep.Expression): Computation => compileNode(nodeOf(part), depth + 1);
  switch (node.type) {
    case 'Literal':
      return compileLiteral(node);
    case 'Identifier':
      return compileField(node.name);
    case 'ThisExpression':
      return compileField('this');
    case 'Group':
      return compile(node.inner);
    case 'UnaryExpression':
      return lookUpBuilder(unaryOperators, node.operator)(compile(node.argument));
    case 'BinaryExpression':
      return compileBinary(regroup(node), compile);
    case 'ConditionalExpression':
      return lookUpBuilder(expressionFunctions, 'if')(
        compile(node.test),
        compile(node.consequent),
        compile(node.alternate),
      );
    case 'CallExpression':
      return compileCall(node, compile);
    case 'MemberExpression':
      return compileMember(node, compile);
    case 'ArrayExpression':
    case 'SequenceExpression':
      return failSyntax('A list is allowed only after in.');
    case 'Compound':
      return failSyntax('Give one expression.');
  }
}

type Compile = (part: jsep.Expression) => Computation;

function failSyntax(reason: string): never {
  throw new RangeError(reason);
}

function compileLiteral({ value, raw }: jsep.Literal): Computation {
  const isReadable =
    value === null ||
    typeof value === 'boolean' ||
    typeof value === 'string' ||
    (typeof value === 'number' && Number.isFinite(value));
  return isReadable ? () => value : failSyntax(`${raw} is too large a number.`);
}

const keywords = new Set(['this', ...Object.keys({ ...binaryOperators, ...unaryOperators })]);

/** A name that is a keyword or begins with a digit needs a leading $; field(…) accepts any name. */
function compileField(name: string): Computation {
  if (keywords.has(name)) failSyntax(`"${name}" is a keyword. Write the field of this name as $${name}.`);
  if (!/^[\p{L}\p{M}\p{N}_$]+$/u.test(name))
    failSyntax(`"${name}" is not a valid name. Write a text in " or ', and a field with such a name as field("name").`);
  const plain = name.replace(/^\$/, '');
  return ({ record }) => ownValue(record, Object.hasOwn(record, name) ? name : plain);
}

/** Looks up an operator or a function in a table. */
function lookUpBuilder(
  table: Readonly<Record<string, { readonly build: ComputationBuilder }>>,
  name: string,
): ComputationBuilder {
  return (
    (Object.hasOwn(table, name) ? table[name]?.build : undefined) ??
    failSyntax(`"${name}" is unknown. Use one of: ${Object.keys(table).join(', ')}.`)
  );
}

const isComparison = (node: Node): boolean =>
  node.type === 'BinaryExpression' && binaryOperators[node.operator]?.precedence === comparisonPrecedence;

function compileBinary(node: Node, compile: Compile): Computation {
  if (node.type !== 'BinaryExpression') return compile(node);
  if (isComparison(node) && isComparison(nodeOf(node.left)))
    failSyntax(`Compare two values at a time, as in a < b and b < c, before ${node.operator}.`);
  const right = node.operator.endsWith('in') ? compileList(nodeOf(node.right), compile) : compile(node.right);
  return lookUpBuilder(binaryOperators, node.operator)(compile(node.left), right);
}

/** The right operand of `in`: a list in parentheses or brackets, or a value. */
function compileList(node: Node, compile: Compile): Computation {
  const inner = node.type === 'Group' ? node.inner : node;
  if (inner.type !== 'SequenceExpression' && inner.type !== 'ArrayExpression') return compile(inner);
  const parts = inner.type === 'SequenceExpression' ? inner.expressions : inner.elements;
  const elements = parts.map((part) => compile(part ?? failSyntax('A value is missing in a list.')));
  return (evaluation) => elements.map((element) => element(evaluation));
}

function compileCall({ callee, arguments: operands }: jsep.CallExpression, compile: Compile): Computation {
  const name = nodeOf(callee);
  if (name.type !== 'Identifier') return failSyntax('Only a function name can be called.');
  const build = lookUpBuilder(expressionFunctions, name.name);
  const { minArguments = 0, maxArguments = 0 } = expressionFunctions[name.name] ?? {};
  if (operands.length < minArguments || operands.length > maxArguments) {
    const max = maxArguments === Infinity ? 'any number' : maxArguments;
    const expected = minArguments === maxArguments ? minArguments : `${minArguments} to ${max}`;
    failSyntax(`${name.name}(…) has ${operands.length} arguments; it takes ${expected}.`);
  }
  return build(...operands.map(compile));
}

function compileMember({ object, property, computed }: jsep.MemberExpression, compile: Compile): Computation {
  const objectValue = compile(object);
  const name = nodeOf(property);
  const key: Computation = !computed && name.type === 'Identifier' ? () => name.name : compile(property);
  return (evaluation) => ownValue(objectValue(evaluation), key(evaluation));
}

/**
 * The library applies a sign or a `not` only to the next value. They must apply to every operation that binds more tightly:
 * `-2 ^ 2` is -4, and `not a == b` is `not (a == b)`.
 */
function regroup({ operator, left, right }: jsep.BinaryExpression): Node {
  const node = nodeOf(left);
  return applyOperator(node.type === 'BinaryExpression' ? regroup(node) : node, operator, right);
}

/** Applies a binary operator to `left`, or inside `left` when the sign or `not` of `left` binds less tightly. */
function applyOperator(left: Node, operator: string, right: jsep.Expression): Node {
  return left.type === 'UnaryExpression' &&
    precedenceOf(binaryOperators, operator) > precedenceOf(unaryOperators, left.operator)
    ? { ...left, argument: applyOperator(nodeOf(left.argument), operator, right) }
    : { type: 'BinaryExpression', operator, left, right };
}

const precedenceOf = (operators: typeof binaryOperators, name: string): number => operators[name]?.precedence ?? 0;
