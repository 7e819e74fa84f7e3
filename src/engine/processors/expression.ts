import {
  binaryOperators,
  comparisonPrecedence,
  type Computation,
  type ComputationBuilder,
  Evaluation,
  expressionFunctions,
  ownValue,
  unaryOperators,
} from './expression-functions.ts';
import { defineProcessor, reportFailure } from './processor.ts';
import type { DataRecord, Value } from '../records/record.ts';
import { assertTextLength } from './change-text.ts';
import jsep from 'jsep';

/** Computes a value from the fields of a record. A failure is reported and gives null. */
export const expression = defineProcessor({
  type: 'expression',
  label: 'Expression',
  parameters: [
    {
      name: 'expression',
      type: 'text',
      label: 'Expression',
      isMandatory: true,
      trim: 'true',
      description: `Fields by name ($name before a digit or for a word of the language, any name as field("name")), their contents (place.city, tags[0]), numbers, texts in " or ', the operators ${Object.keys({ ...binaryOperators, ...unaryOperators }).join(' ')}, condition ? then : else, and the functions ${Object.keys(expressionFunctions).join(', ')}: if(price > 10, round(price * 1.2, 2), upper(name)).`,
    },
    { name: 'output_field', type: 'field', label: 'Output field', isMandatory: true, canCreateField: true },
  ],
  check: ({ expression: text }) => {
    const compiled = compileProcessorExpression(text);
    return typeof compiled === 'function' ? {} : { expression: [compiled.error] };
  },
  inputs: ({ expression: text }) => namesInExpression(text),
  prepare: ({ expression: text, output_field: output }) => {
    const compute = compileProcessorExpression(text);
    return (record, report) => {
      if (typeof compute === 'function') record[output] = reportFailure(output, report, () => compute(record));
      return record;
    };
  },
});

/** The maximum length of an expression, in characters. It bounds the work on one record. */
const maxLength = 1_000;

/**
 * Compiles an expression: fields by name, numbers, texts in quotes, the operators and functions of this folder,
 * `condition ? then : else`, and the contents of fields (`place.city`, `tags[0]`). A leading equals sign is
 * allowed. An expression never runs as code. The compiled function throws RangeError with the reason when the expression has no value.
 * For an invalid expression, the result is a message with the position of the error.
 */
export function compileProcessorExpression(text: string): ((record: DataRecord) => Value) | { readonly error: string } {
  const source = text.trim().replace(/^=/, '');
  if (source.length > maxLength) return { error: `Give at most ${maxLength} characters.` };
  try {
    const compute = compileNode(parseExpression(source));
    return (record) => {
      const result = compute(new Evaluation(record));
      if (typeof result === 'string') assertTextLength(result.length);
      return result;
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { error: error.message };
  }
}

/** The maximum nesting of operations. */
const maxDepth = 100;

/** Compiles a syntax tree. Throws RangeError for syntax that the language does not support. */
function compileNode(node: Node, depth = 0): Computation {
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

/** The names of the fields that a valid expression reads, also those of `field("name")`. */
const namesInExpression = (text: string): readonly string[] => namesIn(parseExpression(text.trim().replace(/^=/, '')));

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

/** An expression in parentheses. The library itself does not keep parentheses in its tree. */
interface Group extends jsep.Expression {
  readonly type: 'Group';
  readonly inner: Node;
}

/** A node of the syntax tree of an expression. */
type Node = jsep.CoreExpression | Group;

/** Narrows the type of a node: every node of the library's trees is a `Node`. */
const nodeOf = (expression: jsep.Expression): Node => expression as Node;

/** The maximum nesting of parentheses, brackets and conditionals. */
const maxNesting = 100;
/** The current nesting of each parser. */
const depths = new WeakMap<jsep.HookScope, number>();

// The library keeps operators and hooks in module state. No other code of the project uses the library.
jsep.removeAllBinaryOps();
jsep.removeAllUnaryOps();
for (const [name, { precedence }] of Object.entries(binaryOperators)) jsep.addBinaryOp(name, precedence, name === '^');
for (const name of Object.keys(unaryOperators)) jsep.addUnaryOp(name);

jsep.hooks.add('gobble-expression', function () {
  const depth = (depths.get(this) ?? 0) + 1;
  if (depth > maxNesting) this.throwError(`More than ${maxNesting} levels of nested expressions`);
  depths.set(this, depth);
});
jsep.hooks.add('after-expression', function ({ node }) {
  depths.set(this, (depths.get(this) ?? 0) - 1);
  // The library would otherwise start another expression here.
  if (node && !['', ',', ':', ')', ']'].includes(this.char)) this.throwError(`Unexpected "${this.char}"`);
});
jsep.hooks.add('gobble-token', function (env) {
  if (this.char !== '(') return;
  // The library returns false for empty parentheses, although its type does not say so.
  const inner = this.gobbleGroup() as jsep.Expression | false;
  if (!inner) this.throwError('Nothing in the parentheses');
  env.node = this.gobbleTokenProperty({ type: 'Group', inner });
});

/** Parses an expression. Throws RangeError with the position of a syntax error. */
function parseExpression(text: string): Node {
  try {
    return nodeOf(jsep(text));
  } catch (error) {
    // All errors of the library have these members.
    const { description, index } = error as { readonly description: string; readonly index: number };
    const place = index < text.length ? `at character ${index + 1}: ${text.slice(index)}` : 'at the end.';
    throw new RangeError(`${description} ${place}`, { cause: error });
  }
}
