/** Texts that are hard to write down. */
export const oddTexts = [
  '"Quotes" and \'apostrophes\'',
  'Zürich 🌳 東京\u2028\u00a0',
  'back\\slash\nnewline\ttab',
  '',
  '</script><b>&amp;',
  '$1 %s {0}',
];

/** One of them. */
export const oddText = (index: number): string => oddTexts[index % oddTexts.length] ?? '';
