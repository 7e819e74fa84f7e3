import type { DataRecord, Value } from '#engine/records/record.ts';
import { assertTextLength } from '../text/change-text.ts';
import { compileNode } from './compile-node.ts';
import { Evaluation } from './computation.ts';
import { parseExpression } from './parse-expression.ts';

/** The maximum length of an expression, in characters. It bounds the work on one record. */
const maxLength = 1_000;

/**
 * Compiles an expression: fields by name, numbers, texts in quotes, the operators and functions of this folder,
 * `condition ? then : else`, and the contents of fields (`place.city`, `tags[0]`). A leading equals sign is
 * allowed. An expression never runs as code. The compiled function throws RangeError with the reason when the expression has no value.
 * For an invalid expression, the result is a message with the position of the error.
 */
export function compileExpression(text: string): ((record: DataRecord) => Value) | { readonly error: string } {
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
