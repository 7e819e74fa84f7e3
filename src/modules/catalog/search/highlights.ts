import { foldText } from '../../../engine/odsql/words.ts';
import type { CatalogDataset } from '../../datasets/index.ts';
import { matchesWord, type QueryWord } from '../words/query-words.ts';
import type { Highlight } from './catalog-search.type.ts';

/** The maximum length of a highlighted text, and of its part before the first found word. */
const maxLength = 300;
const maxBefore = 80;

/** The texts of a dataset in which words were found. */
export function highlightsOf(dataset: CatalogDataset, words: readonly QueryWord[]): Highlight[] {
  if (words.length === 0) return [];
  const texts: (readonly [path: string, text: string | null])[] = [
    ['title', dataset.title],
    ...dataset.keywords.map((text, index) => [`keywords.${String(index)}`, text] as const),
    ...dataset.themes.map((text, index) => [`themes.${String(index)}`, text] as const),
    ['publisher', dataset.publisher],
    ['datasetId', dataset.datasetId],
    ['description', dataset.description === null ? null : withoutTags(dataset.description)],
  ];
  return texts.flatMap(([path, text]) => {
    const marked = text === null ? undefined : markWords(text, words);
    return marked === undefined ? [] : [{ path, text: marked }];
  });
}

const withoutTags = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** The text with its found words marked, cut around the first of them; undefined where none is found. */
function markWords(text: string, words: readonly QueryWord[]): string | undefined {
  const found = [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].filter(([textWord]) => isFound(textWord, words));
  const [first] = found;
  if (!first) return undefined;
  const start = text.length <= maxLength ? 0 : Math.max(0, first.index - maxBefore);
  const end = Math.min(text.length, start + maxLength);
  let marked = start > 0 ? '…' : '';
  let position = start;
  for (const { index, 0: textWord } of found) {
    if (index + textWord.length > end) break;
    marked += `${escapeHtml(text.slice(position, index))}<mark>${escapeHtml(textWord)}</mark>`;
    position = index + textWord.length;
  }
  return `${marked}${escapeHtml(text.slice(position, end))}${end < text.length ? '…' : ''}`.toWellFormed();
}

const isFound = (textWord: string, words: readonly QueryWord[]): boolean => {
  const folded = foldText(textWord);
  return words.some((word) => matchesWord(word, folded));
};

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
