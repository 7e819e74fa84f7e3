import { searchText } from './search-text.ts';

/** How well a text fits what is searched; the least fits best. */
const ranks = { is: 0, begins: 1, wordBegins: 2, contains: 3, fitsNot: 4 } as const;

/** A character that a word may begin with: no letter or digit is before it. */
const beginningsOfWords = /(?<![\p{L}\p{N}])./gu;

function rankOf(text: string, wanted: string): number {
  if (text === wanted) return ranks.is;
  if (text.startsWith(wanted)) return ranks.begins;
  if (text.matchAll(beginningsOfWords).some(({ index }) => text.startsWith(wanted, index))) return ranks.wordBegins;
  return text.includes(wanted) ? ranks.contains : ranks.fitsNot;
}

/** How well a term fits a text that `searchText` made: by its name, else by the best of its aliases. The least fits best. */
export function rankTerm(
  { name, aliases }: { readonly name: string; readonly aliases: readonly string[] },
  wanted: string,
): number {
  const byName = rankOf(searchText(name), wanted);
  if (byName < ranks.fitsNot) return byName;
  return ranks.fitsNot + Math.min(ranks.fitsNot, ...aliases.map((alias) => rankOf(searchText(alias), wanted)));
}
