import { isUtf8 } from 'node:buffer';
import { incompleteLength } from './decoding-losses.ts';
import { detectUnicode } from './detect-unicode.ts';
import { commonestEquivalent, scoreLegacyEncodings } from './legacy-encodings.ts';

/** The encoding of bytes, and the other encodings that fit nearly as well and give another text. */
export interface EncodingGuess {
  readonly encoding: string;
  readonly alternatives: readonly string[];
}

/** Whether at least half of the characters outside ASCII are valid UTF-8. Text in another encoding hardly ever passes this test. */
function isMostlyUtf8(bytes: Buffer): boolean {
  let [characters, faults] = [0, 0];
  for (const character of bytes.toString('utf8')) {
    if (character === '\uFFFD') faults++;
    else if (character > '\x7f') characters++;
  }
  return characters > 0 && characters >= faults;
}

/**
 * Guesses the encoding of the bytes: a Unicode encoding when its mark or its zero bytes show it, UTF-8 when at least half of the characters
 * outside ASCII are valid UTF-8, else the likeliest older encoding. `language` is the expected language of the text (ISO 639-1).
 */
export async function guessEncoding(bytes: Buffer, truncated: boolean, language?: string): Promise<EncodingGuess> {
  const unicode = detectUnicode(bytes);
  if (unicode !== 'utf-8') return { encoding: unicode, alternatives: [] };
  const whole = truncated ? bytes.subarray(0, bytes.length - incompleteLength(bytes)) : bytes;
  if (isUtf8(whole) || isMostlyUtf8(whole)) return { encoding: 'utf-8', alternatives: [] };
  const [best, ...others] = await scoreLegacyEncodings(whole, language);
  if (!best) return { encoding: 'windows-1252', alternatives: [] };
  return {
    // What follows a sample may have more letters of the language, in which the encodings differ.
    encoding: truncated ? best.name : commonestEquivalent(whole, best.name),
    alternatives: others.filter(({ text }) => text !== best.text).map(({ name }) => name),
  };
}
