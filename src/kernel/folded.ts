/** The text in lower case and without accents: the same for all ways in which people write a word. */
export const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
