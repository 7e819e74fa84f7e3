import type { Draw } from '../random.ts';

const syllables = Array.from('bdfgklmnprst', (consonant) => Array.from('aeiou', (vowel) => consonant + vowel))
  .flat()
  .slice(0, 41);

/**
 * A word of eight letters for each number below 1,681. Two of them differ in three of their four syllables, so that none is a misspelling
 * of another: every server finds the same.
 */
export const wordAt = (number: number): string => {
  const [low, high] = [number % 41, Math.floor(number / 41) % 41];
  return [0, 1, 2, 3].map((place) => syllables[(low + high * place) % 41] ?? '').join('');
};

/** Some words, of which those with small numbers are the most frequent. */
export const words = ({ skewed }: Draw, count: number): string =>
  Array.from({ length: count }, () => wordAt(skewed(41 * 41))).join(' ');
