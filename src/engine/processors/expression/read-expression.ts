import jsep from 'jsep';
import { binaryOperators, unaryOperators } from './expression-operators.ts';

/** What stands in parentheses, which the library would leave out of its tree. */
export interface Group extends jsep.Expression {
  readonly type: 'Group';
  readonly inner: Node;
}

/** A part of the tree of an expression. */
export type Node = jsep.CoreExpression | Group;

/** The library's types name too little: every part of its trees is one of these. */
export const nodeOf = (expression: jsep.Expression): Node => expression as Node;

/** How deep parentheses, brackets and choices may stand in one another. */
const maxDepth = 100;
const depths = new WeakMap<jsep.HookScope, number>();

// Operators and hooks belong to the library's module; nothing else here reads with it.
jsep.removeAllBinaryOps();
jsep.removeAllUnaryOps();
for (const [name, { precedence }] of Object.entries(binaryOperators)) jsep.addBinaryOp(name, precedence, name === '^');
for (const name of Object.keys(unaryOperators)) jsep.addUnaryOp(name);

jsep.hooks.add('gobble-expression', function () {
  const depth = (depths.get(this) ?? 0) + 1;
  if (depth > maxDepth) this.throwError(`More than ${maxDepth} expressions in one another`);
  depths.set(this, depth);
});
jsep.hooks.add('after-expression', function ({ node }) {
  depths.set(this, (depths.get(this) ?? 0) - 1);
  // The library would begin another expression here.
  if (node && !['', ',', ':', ')', ']'].includes(this.char)) this.throwError(`Unexpected "${this.char}"`);
});
jsep.hooks.add('gobble-token', function (env) {
  if (this.char !== '(') return;
  // False for empty ones, whatever its type says.
  const inner = this.gobbleGroup() as jsep.Expression | false;
  if (!inner) this.throwError('Nothing in the parentheses');
  env.node = this.gobbleTokenProperty({ type: 'Group', inner });
});

/** The tree of an expression. Throws RangeError with the place where it cannot be read. */
export function readExpression(text: string): Node {
  try {
    return nodeOf(jsep(text));
  } catch (error) {
    // The library's errors have these, and it throws no others.
    const { description, index } = error as { readonly description: string; readonly index: number };
    const place = index < text.length ? `at character ${index + 1}: ${text.slice(index)}` : 'at the end.';
    throw new RangeError(`${description} ${place}`, { cause: error });
  }
}
