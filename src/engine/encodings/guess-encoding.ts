import { isUtf8 } from 'node:buffer';
import { detectUnicode, incompleteLength } from './text-encoding.ts';
import iconv from 'iconv-lite';
import { commonSigns, defaultLetterShare, type EncodingGroup, languageLetters } from './language-letters.ts';

/** The encoding of bytes, and the other encodings that fit nearly as well and give another text. */
interface EncodingGuess {
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

/** The number of bytes that are scored. */
const sampleLength = 8_192;

/** An encoding other than Unicode that files are written in. */
interface Candidate {
  readonly name: string;
  /** The languages written in it. */
  readonly group: EncodingGroup;
  /** The logarithm of how likely it is before the file is seen: old and rare encodings need clear evidence. */
  readonly prior: number;
  /** The name by which jschardet accepts it. */
  readonly scoredAs: string;
  /** The name by which jschardet returns it, in lower case. */
  readonly returnedAs: string;
}

const candidate = (
  group: EncodingGroup,
  name: string,
  prior: number,
  scoredAs = name,
  returnedAs = scoredAs,
): Candidate => ({ name, group, prior, scoredAs, returnedAs });

/** Ordered by likelihood: among encodings with equal scores, the first is chosen. */
const candidates: readonly Candidate[] = [
  candidate('western', 'windows-1252', 0),
  candidate('central', 'windows-1250', -1.5),
  candidate('cyrillic', 'windows-1251', -1.5),
  candidate('greek', 'windows-1253', -1.5),
  candidate('turkish', 'windows-1254', -1.5),
  candidate('hebrew', 'windows-1255', -1.5),
  candidate('arabic', 'windows-1256', -1.5),
  candidate('baltic', 'windows-1257', -1.5),
  candidate('thai', 'windows-874', -1.5, 'cp874'),
  candidate('japanese', 'shift_jis', -1.5, 'cp932'),
  candidate('japanese', 'euc-jp', -1.5, 'euc-jis-2004', 'euc-jp'),
  candidate('chinese', 'gb18030', -1.5),
  candidate('traditional', 'big5', -1.5, 'big5hkscs', 'big5'),
  candidate('korean', 'euc-kr', -1.5, 'cp949'),
  candidate('western', 'iso-8859-15', -1, 'iso-8859-15', 'iso8859-15'),
  candidate('central', 'iso-8859-2', -2),
  candidate('cyrillic', 'iso-8859-5', -2),
  candidate('arabic', 'iso-8859-6', -2),
  candidate('greek', 'iso-8859-7', -2),
  candidate('turkish', 'iso-8859-9', -2),
  candidate('baltic', 'iso-8859-13', -2),
  candidate('cyrillic', 'koi8-u', -2),
  candidate('cyrillic', 'koi8-r', -2),
  candidate('cyrillic', 'cp866', -4, 'cp866', 'ibm866'),
  candidate('western', 'macintosh', -5, 'mac-roman', 'macroman'),
  candidate('western', 'cp850', -5),
  candidate('central', 'cp852', -5),
  candidate('western', 'cp437', -6),
];
const scoredEncodings = candidates.map(({ scoredAs }) => scoredAs);

/** The weight of jschardet's confidence, and the confidence in letters that it finds in no language. */
const confidenceWeight = 3;
const minConfidence = 0.01;
/** How many times likelier the best encoding must be, as a logarithm, for others not to be alternatives. */
const margin = 3;

/** An encoding with its score, a logarithm. */
interface ScoredEncoding {
  readonly name: string;
  readonly score: number;
  /** The sample in this encoding. */
  readonly text: string;
}

/**
 * Encodings other than Unicode that fit about equally well, the likeliest first: by the frequencies of letters in languages, by what
 * stands next to each character beyond ASCII, and by how common the encoding is. `language` is the expected language (ISO 639-1).
 */
async function scoreLegacyEncodings(bytes: Buffer, truncated: boolean, language?: string): Promise<ScoredEncoding[]> {
  const sample = partsBeyondAscii(bytes, truncated);
  const confidences = await letterConfidences(sample);
  const scored = candidates.map(({ name, group, prior, returnedAs }) => {
    const text = iconv.decode(sample, name);
    const confidence = confidences.get(returnedAs) ?? 0;
    const score =
      prior +
      confidenceWeight * Math.log(minConfidence + confidence) +
      likelihoodOf(text, group, language) +
      plausibilityOf(text);
    return { name, text, score };
  });
  const best = Math.max(...scored.map(({ score }) => score));
  return scored.filter(({ score }) => score > best - margin).toSorted((a, b) => b.score - a.score);
}

/** The commonest encoding that gives the same text as another one. */
function commonestEquivalent(bytes: Buffer, encoding: string): string {
  const text = iconv.decode(bytes, encoding);
  return candidates.find(({ name }) => name === encoding || iconv.decode(bytes, name) === text)?.name ?? encoding;
}

/** How well the encodings fit by jschardet, which knows the frequencies of pairs of letters. */
async function letterConfidences(sample: Buffer): Promise<ReadonlyMap<string, number>> {
  // The models take memory that a process without such files does not need.
  const { detectAll } = await import('jschardet');
  const results = detectAll(sample, { detectEncodings: scoredEncodings, minimumThreshold: 0 });
  return new Map(results.map(({ encoding, confidence }) => [encoding?.toLowerCase() ?? '', confidence]));
}

/** Bytes that separate words and cells, and belong to no character of several bytes in any of the encodings. */
const separators = new Set(Buffer.from('\n\r\t ,;"'));

/** The different parts of the beginning that have bytes beyond ASCII, one in a line: only they differ between encodings, and a repeated one is no evidence. */
function partsBeyondAscii(bytes: Buffer, truncated: boolean): Buffer {
  const parts = new Set<string>();
  let [start, length, isBeyond] = [0, 0, false];
  const end = truncated ? bytes.length - 1 : bytes.length;
  for (let index = 0; index <= end && length < sampleLength; index++) {
    const byte = bytes[index] ?? 10;
    if (byte > 0x7f) isBeyond = true;
    if (!separators.has(byte)) continue;
    if (isBeyond) {
      const part = bytes.toString('latin1', start, Math.min(index, start + sampleLength));
      if (!parts.has(part)) length += part.length;
      parts.add(part);
    }
    start = index + 1;
    isBeyond = false;
  }
  return Buffer.from([...parts].join('\n'), 'latin1');
}

/** Signs beyond ASCII that texts often contain, by the characters that stand next to them in real text. */
const signs: readonly { readonly signs: Set<string>; isTypical(before: string, after: string): boolean }[] = [
  { signs: new Set('’'), isTypical: (before, after) => isLetter(before) || isLetter(after) },
  { signs: new Set('‘“„‚«‹¿¡§'), isTypical: (before) => !isWordCharacter(before) },
  { signs: new Set('”»›ºª²³¹½®™©'), isTypical: (_, after) => !isLetter(after) },
  { signs: new Set('€£¥¢'), isTypical: (before, after) => !isLetter(before) && !isLetter(after) },
  { signs: new Set('…°–—•·×±№\u00a0'), isTypical: (before, after) => !isLetter(before) || !isLetter(after) },
];

/** The scripts of alphabets; the letters of one word are of one script. */
const alphabets = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Thai}/u,
  // One text of these languages has several of these scripts.
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u,
];

const alphabetOf = (character: string): number => alphabets.findIndex((alphabet) => alphabet.test(character));
/** Uppercase and lowercase letters; `ß` counts as lowercase. */
const isUpper = (character: string): boolean => /\p{Lu}/u.test(character);
const isLower = (character: string): boolean => /\p{Ll}/u.test(character);
const isLetter = (character: string): boolean => /[\p{L}\p{M}]/u.test(character);
const isDigit = (character: string): boolean => /\d/.test(character);
const isWordCharacter = (character: string): boolean => isLetter(character) || isDigit(character);
/** Characters that no text contains: control characters, undefined and private ones. */
const isInvalid = (character: string): boolean => /[\x80-\x9f\uFFFD\p{Co}\p{Cn}]/u.test(character);

/** How plausible a letter is between two characters, 0 to 1: by alphabet and case. */
function scoreLetter(letter: string, before: string, after: string): number {
  const alphabet = alphabetOf(letter);
  const neighbours = [before, after].filter(isLetter);
  if (alphabet >= 0 && neighbours.some((neighbour) => alphabetOf(neighbour) !== alphabet)) return 0.02;
  if (isUpper(letter) && isLower(before)) return 0.1;
  if (isLower(letter) && isUpper(after) && !isUpper(before)) return 0.1;
  if (isLower(letter) && isUpper(before) && isUpper(after)) return 0.2;
  if (neighbours.length > 0) return 1;
  return isDigit(before) || isDigit(after) ? 0.1 : 0.5;
}

function scoreSign(sign: string, before: string, after: string): number {
  const known = signs.find(({ signs: set }) => set.has(sign));
  if (!known) return 0.2;
  return known.isTypical(before, after) ? 1 : 0.1;
}

/** The logarithm of the plausibility of a character that no text contains. */
const invalidLogarithm = -10;

/** How plausible a text is, as a logarithm, by what stands next to each character beyond ASCII: a wrong encoding is not. */
function plausibilityOf(text: string): number {
  let sum = 0;
  const characters = Array.from(text);
  for (const [index, character] of characters.entries()) {
    if (character <= '\x7f') continue;
    const [before = '', after = ''] = [characters[index - 1], characters[index + 1]];
    sum += isInvalid(character) ? invalidLogarithm : Math.log(scoreCharacter(character, before, after));
  }
  return sum;
}

function scoreCharacter(character: string, before: string, after: string): number {
  const isWord = isLetter(character) && !'ªº'.includes(character);
  return isWord ? scoreLetter(character, before, after) : scoreSign(character, before, after);
}

/** How much likelier the expected language is, as a logarithm. */
const languageHint = 5;
/** The logarithm of the probability of an ASCII character, which East Asian characters of several bytes may contain. */
const asciiLogarithm = Math.log(1 / 20);

/** The logarithms of the probabilities of characters in a language. */
interface LanguageModel {
  readonly language: string;
  readonly logarithmOf: (character: string) => number;
}

/** The share of characters that no list has, and of letters of other languages. */
const foreignShare = 0.02;
/** The probability of a character that no list of the group has. */
const unknownShare = 1e-4;

/** The shares of characters by rank, roughly as in all languages (Zipf's law). */
function rankedShares(characters: string, total: number): [string, number][] {
  const ranked = Array.from(characters);
  const sum = ranked.reduce((partial, _, rank) => partial + 1 / (rank + 1.5), 0);
  return ranked.map((character, rank) => [character, total / (rank + 1.5) / sum]);
}

/** The share of listed letters among those of a language with others. */
const listedShare = 0.6;

/** The model of a language. Models are made when a text is guessed, because all of them would take a start 7 ms. */
function modelOf({
  language,
  group,
  letters,
  others,
  letterShare = defaultLetterShare,
}: (typeof languageLetters)[number]): LanguageModel {
  const shares = new Map<string, number>();
  const foreign = new Set(
    languageLetters.filter((other) => other.group === group).flatMap((other) => Array.from(other.letters)),
  );
  for (const character of foreign) shares.set(character, foreignShare / foreign.size);
  const ranked = [
    ...rankedShares(letters, others ? letterShare * listedShare : letterShare),
    ...rankedShares(commonSigns, 1 - letterShare),
  ];
  for (const [character, share] of ranked) shares.set(character, (shares.get(character) ?? 0) + share);
  const shareOf = (character: string): number => {
    const listed = shares.get(character);
    const other = others?.find(([script]) => script.test(character));
    return listed ?? (other ? (letterShare * (1 - listedShare)) / other[1] : unknownShare);
  };
  return { language, logarithmOf: (character) => Math.log(shareOf(character)) };
}

/** How likely the characters of a text are in the likeliest language of a group, as a logarithm. */
function likelihoodOf(text: string, group: EncodingGroup, expected: string | undefined): number {
  const counts = new Map<string, number>();
  let ascii = 0;
  for (const character of text) {
    if (character <= '\x7f') ascii++;
    else {
      const lower = character.toLowerCase();
      const letter = lower.length === character.length ? lower : character;
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
  }
  const likelihoods = languageLetters
    .filter((letters) => letters.group === group)
    .map(modelOf)
    .map(({ language, logarithmOf }) => {
      let sum = language === expected ? languageHint : 0;
      for (const [letter, count] of counts) sum += count * logarithmOf(letter);
      return sum;
    });
  return Math.max(...likelihoods) + ascii * asciiLogarithm;
}
