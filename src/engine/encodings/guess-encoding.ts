import { isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';
import iconv from 'iconv-lite';
import { incompleteLength } from './decoding-losses.ts';
import { isSupportedEncoding } from './known-encodings.ts';
import { scorePlausibility } from './plausibility.ts';
import { detectUnicode } from './detect-unicode.ts';

/** The number of bytes that the library analyses; more would be slow. */
const sampleLength = 65_536;
/** The number of bytes that are decoded in each single-byte encoding. */
const singleByteSampleLength = 16_384;

/** Single-byte encodings, the likeliest first: among encodings with equal scores, the first is chosen. */
const singleByteEncodings = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'koi8-r',
  'cp866',
  'cp850',
  'cp437',
  'macintosh',
  'windows-1253',
];
const multiByteEncoding = /^(gb|big5|shift_jis|euc-|iso-2022)/;
/** The minimum confidence, from 0 to 100, at which the guess of the library is used. */
const minConfidence = 50;

/** Whether at least half of the characters outside ASCII are valid UTF-8. Text in another encoding hardly ever passes this test. */
function isMostlyUtf8(bytes: Buffer): boolean {
  let [characters, faults] = [0, 0];
  for (const character of bytes.toString('utf8')) {
    if (character === '\uFFFD') faults++;
    else if (character > '\x7f') characters++;
  }
  return characters > 0 && characters >= faults;
}

/** Guesses the encoding of the bytes. The guess is UTF-8 when at least half of the characters outside ASCII are valid UTF-8. */
export function guessEncoding(bytes: Buffer, truncated: boolean): string {
  const unicode = detectUnicode(bytes);
  if (unicode !== 'utf-8') return unicode;
  const whole = truncated ? bytes.subarray(0, bytes.length - incompleteLength(bytes)) : bytes;
  return isUtf8(whole) || isMostlyUtf8(whole) ? 'utf-8' : guessLegacy(bytes);
}

/** Guesses an encoding other than Unicode. */
function guessLegacy(bytes: Buffer): string {
  const [likeliest] = analyse(bytes.subarray(0, sampleLength)).filter(
    ({ name }) => name !== 'UTF-8' && name !== 'ASCII' && isSupportedEncoding(name),
  );
  const likeliestName = likeliest?.name.toLowerCase() ?? '';
  if (likeliest && multiByteEncoding.test(likeliestName) && likeliest.confidence >= minConfidence) return likeliestName;
  // Windows-1252 is a superset of ISO-8859-1, and most text labelled as ISO-8859-1 is Windows-1252.
  const candidates = new Set([
    ...(likeliestName === '' || likeliestName === 'iso-8859-1' ? [] : [likeliestName]),
    ...singleByteEncodings,
  ]);
  const start = Math.max(0, bytes.findIndex((byte) => byte > 0x7f) - 1);
  const beginning = bytes.subarray(start, start + singleByteSampleLength);
  const scored = ['windows-1252', ...candidates].map((encoding) => ({
    encoding,
    score: scorePlausibility(iconv.decode(beginning, encoding)),
  }));
  return scored.toSorted((a, b) => b.score - a.score)[0]?.encoding ?? 'windows-1252';
}
