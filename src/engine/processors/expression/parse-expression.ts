import jsep from 'jsep';
import { binaryOperators, unaryOperators } from './expression-operators.ts';

/** An expression in parentheses. The library itself does not keep parentheses in its tree. */
export interface Group extends jsep.Expression {
  readonly type: 'Group';
  readonly inner: Node;
}

/** A node of the syntax tree of an expression. */
export type Node = jsep.CoreExpression | Group;

/** Narrows the type of a node: every node of the library's trees is a `Node`. */
export const nodeOf = (expression: jsep.Expression): Node => expression as Node;

/** The maximum nesting of parentheses, brackets and conditionals. */
const maxDepth = 100;
/** The current nesting of each parser. */
const depths = new WeakMap<jsep.HookScope, number>();

// The library keeps operators and hooks in module state. No other code of the project uses the library.
jsep.removeAllBinaryOps();
jsep.removeAllUnaryOps();
for (const [name, { precedence }] of Object.entries(binaryOperators)) jsep.addBinaryOp(name, precedence, name === '^');
for (const name of Object.keys(unaryOperators)) jsep.addUnaryOp(name);

jsep.hooks.add('gobble-expression', function () {
  const depth = (depths.get(this) ?? 0) + 1;
  if (depth > maxDepth) this.throwError(`More than ${maxDepth} levels of nested expressions`);
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
export function parseExpression(text: string): Node {
  try {
    return nodeOf(jsep(text));
  } catch (error) {
    // All errors of the library have these members.
    const { description, index } = error as { readonly description: string; readonly index: number };
    const place = index < text.length ? `at character ${index + 1}: ${text.slice(index)}` : 'at the end.';
    throw new RangeError(`${description} ${place}`, { cause: error });
  }
}
