import type jsep from 'jsep';
import type { Computation, Form } from './computation.ts';
import { expressionFunctions } from './expression-functions.ts';
import { binaryOperators, comparing, unaryOperators } from './expression-operators.ts';
import { ownValue } from './own-value.ts';
import { nodeOf, type Node } from './read-expression.ts';
import { regroup } from './regroup.ts';

/** The maximum nesting of operations. */
const maxDepth = 100;

/** Compiles a syntax tree. Throws RangeError for syntax that the language does not support. */
export function compileNode(node: Node, depth = 0): Computation {
  if (depth > maxDepth) refuse(`More than ${maxDepth} levels of nested operations. Split the expression.`);
  const compile = (part: jsep.Expression): Computation => compileNode(nodeOf(part), depth + 1);
  switch (node.type) {
    case 'Literal':
      return literal(node);
    case 'Identifier':
      return field(node.name);
    case 'ThisExpression':
      return field('this');
    case 'Group':
      return compile(node.inner);
    case 'UnaryExpression':
      return operation(unaryOperators, node.operator)(compile(node.argument));
    case 'BinaryExpression':
      return binary(regroup(node), compile);
    case 'ConditionalExpression':
      return operation(expressionFunctions, 'if')(
        compile(node.test),
        compile(node.consequent),
        compile(node.alternate),
      );
    case 'CallExpression':
      return call(node, compile);
    case 'MemberExpression':
      return member(node, compile);
    case 'ArrayExpression':
    case 'SequenceExpression':
      return refuse('A list is allowed only after in.');
    case 'Compound':
      return refuse('Give one expression.');
  }
}

type Compile = (part: jsep.Expression) => Computation;

function refuse(reason: string): never {
  throw new RangeError(reason);
}

function literal({ value, raw }: jsep.Literal): Computation {
  const isReadable =
    value === null ||
    typeof value === 'boolean' ||
    typeof value === 'string' ||
    (typeof value === 'number' && Number.isFinite(value));
  return isReadable ? () => value : refuse(`${raw} is too large a number.`);
}

const words = new Set(['this', ...Object.keys({ ...binaryOperators, ...unaryOperators })]);

/** A name that is a keyword or begins with a digit needs a leading $; field(…) accepts any name. */
function field(name: string): Computation {
  if (words.has(name)) refuse(`"${name}" is a keyword. Write the field of this name as $${name}.`);
  if (!/^[\p{L}\p{M}\p{N}_$]+$/u.test(name))
    refuse(`"${name}" is not a valid name. Write a text in " or ', and a field with such a name as field("name").`);
  const plain = name.replace(/^\$/, '');
  return ({ row }) => ownValue(row, Object.hasOwn(row, name) ? name : plain);
}

/** Looks up an operator or a function in a table. */
function operation(table: Readonly<Record<string, { readonly form: Form }>>, name: string): Form {
  return (
    (Object.hasOwn(table, name) ? table[name]?.form : undefined) ??
    refuse(`"${name}" is unknown. Use one of: ${Object.keys(table).join(', ')}.`)
  );
}

const isComparison = (node: Node): boolean =>
  node.type === 'BinaryExpression' && binaryOperators[node.operator]?.precedence === comparing;

function binary(node: Node, compile: Compile): Computation {
  if (node.type !== 'BinaryExpression') return compile(node);
  if (isComparison(node) && isComparison(nodeOf(node.left)))
    refuse(`Compare two values at a time, as in a < b and b < c, before ${node.operator}.`);
  const right = node.operator.endsWith('in') ? list(nodeOf(node.right), compile) : compile(node.right);
  return operation(binaryOperators, node.operator)(compile(node.left), right);
}

/** The right operand of `in`: a list in parentheses or brackets, or a value. */
function list(node: Node, compile: Compile): Computation {
  const inner = node.type === 'Group' ? node.inner : node;
  const parts =
    inner.type === 'SequenceExpression'
      ? inner.expressions
      : inner.type === 'ArrayExpression'
        ? inner.elements
        : undefined;
  if (!parts) return compile(inner);
  const elements = parts.map((part) => compile(part ?? refuse('A value is missing in a list.')));
  return (evaluation) => elements.map((element) => element(evaluation));
}

function call({ callee, arguments: operands }: jsep.CallExpression, compile: Compile): Computation {
  const name = nodeOf(callee);
  if (name.type !== 'Identifier') return refuse('Only a function name can be called.');
  const form = operation(expressionFunctions, name.name);
  const { least = 0, most = 0 } = expressionFunctions[name.name] ?? {};
  if (operands.length < least || operands.length > most) {
    refuse(
      `The values in ${name.name}(…) are ${operands.length} in number; it takes ${least === most ? least : `${least} to ${most === Infinity ? 'any number' : most}`}.`,
    );
  }
  return form(...operands.map(compile));
}

function member({ object, property, computed }: jsep.MemberExpression, compile: Compile): Computation {
  const holder = compile(object);
  const name = nodeOf(property);
  const key: Computation = !computed && name.type === 'Identifier' ? () => name.name : compile(property);
  return (evaluation) => ownValue(holder(evaluation), key(evaluation));
}
