/** How endings of plurals and singulars differ by more than the one letter of a typing error, in English, French, German, Spanish and Dutch. */
const endings: readonly (readonly [plural: string, singular: string])[] = [
  ['ies', 'y'],
  ['es', ''],
  ['s', ''],
  ['en', ''],
  ['aux', 'al'],
];

/** The number of letters before an ending. */
const minStem = 3;

/** The plurals and singulars that a folded word may have. Not all of them are words: no dataset has the others. */
export const inflectionsOf = (word: string): readonly string[] =>
  endings.flatMap(([plural, singular]) => [
    ...replaceEnding(word, plural, singular),
    // a word has one of many plurals; to end without an ending is to have them all
    ...(singular === '' && word.endsWith('s') ? [] : replaceEnding(word, singular, plural)),
  ]);

const replaceEnding = (word: string, from: string, to: string): readonly string[] =>
  word.endsWith(from) && word.length - from.length >= minStem ? [word.slice(0, word.length - from.length) + to] : [];
