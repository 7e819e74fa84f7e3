import { isUtf8 } from 'node:buffer';
import { incompleteLength } from './decoding-losses.ts';
import { detectUnicode } from './detect-unicode.ts';
import { commonestEquivalent, scoreLegacyEncodings } from './legacy-encodings.ts';
import { plausibilityOf } from './plausibility.ts';

/** The encoding of bytes, and the other encodings that fit nearly as well and give another text. */
export interface EncodingGuess {
  readonly encoding: string;
  readonly alternatives: readonly string[];
}

/** How many times more characters than faults make UTF-8 certain. */
const certainRatio = 4;

/** How many characters beyond ASCII are valid UTF-8, and how many bytes or parts of characters are not. */
function countUtf8(text: string): { readonly characters: number; readonly faults: number } {
  let [characters, faults] = [0, 0];
  for (const character of text) {
    if (character === '\uFFFD') faults++;
    else if (character > '\x7f') characters++;
  }
  return { characters, faults };
}

/**
 * Guesses the encoding of the bytes: a Unicode encoding when its mark or its zero bytes show it, UTF-8 when the characters outside ASCII are
 * valid UTF-8 but for a few, else the likeliest older encoding. `language` is the expected language of the text (ISO 639-1).
 */
export async function guessEncoding(bytes: Buffer, truncated: boolean, language?: string): Promise<EncodingGuess> {
  const unicode = detectUnicode(bytes);
  if (unicode !== 'utf-8') return { encoding: unicode, alternatives: [] };
  const whole = truncated ? bytes.subarray(0, bytes.length - incompleteLength(bytes)) : bytes;
  const utf8 = { encoding: 'utf-8', alternatives: [] };
  if (isUtf8(whole)) return utf8;
  const text = whole.toString('utf8');
  const { characters, faults } = countUtf8(text);
  if (characters >= faults * certainRatio) return utf8;
  const [best, ...others] = await scoreLegacyEncodings(whole, truncated, language);
  if (!best) return { encoding: 'windows-1252', alternatives: [] };
  // A few characters of other encodings are valid UTF-8 by chance, and make no words.
  if (characters >= faults && plausibilityOf(text.replaceAll('\uFFFD', '')) > plausibilityOf(best.text)) return utf8;
  return {
    // What follows a sample may have more letters of the language, in which the encodings differ.
    encoding: truncated ? best.name : commonestEquivalent(whole, best.name),
    alternatives: others.filter(({ text: other }) => other !== best.text).map(({ name }) => name),
  };
}
