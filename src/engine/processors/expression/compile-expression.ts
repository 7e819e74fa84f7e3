import type { DataRecord, Value } from '../../records/record.ts';
import { refuseLength } from '../text/change-text.ts';
import { compileNode } from './compile-node.ts';
import { Evaluation } from './computation.ts';
import { readExpression } from './read-expression.ts';

/** The longest expression, in characters: it bounds the work on one record. */
const maxLength = 1_000;

/**
 * Compiles an expression: fields by name, numbers, texts in quotes, the operators and functions of the tables beside,
 * `condition ? then : else`, and what is inside of fields (`place.city`, `tags[0]`). An equals sign before it is
 * allowed. Nothing in it is ever run as code. Computing throws RangeError with the reason where there is no value;
 * for a text that is no expression there is a message that tells the place.
 */
export function compileExpression(text: string): ((row: DataRecord) => Value) | { readonly error: string } {
  const source = text.trim().replace(/^=/, '');
  if (source.length > maxLength) return { error: `Give at most ${maxLength} characters.` };
  try {
    const compute = compileNode(readExpression(source));
    return (row) => {
      const result = compute(new Evaluation(row));
      if (typeof result === 'string') refuseLength(result.length);
      return result;
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { error: error.message };
  }
}
