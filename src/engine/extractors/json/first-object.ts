import { decodeText } from '#engine/encodings/text-encoding.ts';
import { detectUnicode } from '#engine/encodings/detect-unicode.ts';
import { JsonTokens } from './json-tokens.ts';
import { memoizePerSample } from '../guessing/memoize-per-sample.ts';

/** What the sample (the first bytes of a file) shows of its first object. */
export interface FirstObject {
  /** The value of its member `type`, when that is a text. */
  readonly type: string | undefined;
  /** The names of the members that begin within the sample. */
  readonly names: ReadonlySet<string>;
}

/**
 * Reads the object with which the sample begins, or the first element of an array with which it begins. Undefined when that is not an
 * object.
 */
export const readFirstObject = memoizePerSample((sample): FirstObject | undefined => {
  const text = decodeText(sample.bytes, detectUnicode(sample.bytes));
  const [opening] = /^[\s\x1e]*(?:\[\s*)?\{/.exec(text) ?? [];
  if (opening === undefined) return undefined;
  const names = new Set<string>();
  let type: string | undefined;
  let name = '';
  let depth = 0;
  let hasEnded = false;
  try {
    new JsonTokens().read(text.slice(opening.length - 1), (tokens) => {
      for (const token of tokens) {
        if (hasEnded) return;
        if (token.name === 'startObject' || token.name === 'startArray') depth++;
        else if (token.name === 'endObject' || token.name === 'endArray') {
          depth--;
          hasEnded = depth === 0;
        } else if (token.name === 'keyValue' && depth === 1) {
          name = token.value;
          names.add(name);
        } else if (token.name === 'stringValue' && depth === 1 && name === 'type') type = token.value;
      }
    });
  } catch {
    // The sample is cut off or invalid: the result is what was read before the error.
  }
  return { type, names };
});
