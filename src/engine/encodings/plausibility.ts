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

/**
 * How plausible a text is, as opposed to one decoded by the wrong encoding, as a logarithm: by what stands next to each character beyond
 * ASCII.
 */
export function plausibilityOf(text: string): number {
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
