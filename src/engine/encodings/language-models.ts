import { commonSigns, defaultLetterShare, languageLetters, type EncodingGroup } from './language-letters.ts';

/** How much likelier the expected language is, as a logarithm. */
const languageHint = 5;
/** The logarithm of the probability of an ASCII character, which East Asian characters of several bytes may contain. */
const asciiLogarithm = Math.log(1 / 20);

/** The logarithms of the probabilities of characters in a language. */
interface LanguageModel {
  readonly language: string;
  readonly group: EncodingGroup;
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

const models: readonly LanguageModel[] = languageLetters.map(
  ({ language, group, letters, others, letterShare = defaultLetterShare }) => {
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
    return { language, group, logarithmOf: (character) => Math.log(shareOf(character)) };
  },
);

/** How likely the characters of a text are in the likeliest language of a group, as a logarithm. */
export function likelihoodOf(text: string, group: EncodingGroup, expected: string | undefined): number {
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
  const likelihoods = models
    .filter((model) => model.group === group)
    .map(({ language, logarithmOf }) => {
      let sum = language === expected ? languageHint : 0;
      for (const [letter, count] of counts) sum += count * logarithmOf(letter);
      return sum;
    });
  return Math.max(...likelihoods) + ascii * asciiLogarithm;
}
