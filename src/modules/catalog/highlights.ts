import { foldText } from '#kernel/text.ts';
import type { Json } from '#kernel/json.ts';
import type { CatalogDataset } from '#datasets/index.ts';
import type { MetadataTemplate } from '#metadata/index.ts';
import { matchesWord, type QueryWord } from './search-words.ts';
import type { Highlight } from './highlight.type.ts';

/** The maximum length of a highlighted text, and of its part before the first found word. */
const maxLength = 300;
const maxBefore = 80;

/** The columns of a dataset in which words are marked. */
export const highlightedColumns: readonly (keyof CatalogDataset)[] = [
  'title',
  'keywords',
  'themes',
  'publisher',
  'datasetId',
  'description',
];

/** The maximum number of texts of custom templates in which words are marked. */
const maxTemplateTexts = 20;

/**
 * Creates a function that returns the texts of a dataset in which words were found, also in values of the portal's own `templates`. It folds
 * each different word of the texts once.
 */
export function highlighter(
  words: readonly QueryWord[],
  templates: readonly MetadataTemplate[],
): (dataset: CatalogDataset) => Highlight[] {
  const known = new Map<string, boolean>();
  const isFound: IsFound = (textWord) => {
    const found = known.get(textWord) ?? matchesAny(words, foldText(textWord));
    known.set(textWord, found);
    return found;
  };
  return (dataset) =>
    words.length === 0
      ? []
      : [...highlightsOf(dataset, isFound), ...templateHighlights(dataset, templates, isFound).take(maxTemplateTexts)];
}

type IsFound = (textWord: string) => boolean;

const matchesAny = (words: readonly QueryWord[], folded: string): boolean =>
  words.some((word) => matchesWord(word, folded));

function highlightsOf(dataset: CatalogDataset, isFound: IsFound): Highlight[] {
  const texts: (readonly [path: string, text: string | null])[] = [
    ['title', dataset.title],
    ...dataset.keywords.map((text, index) => [`keywords.${String(index)}`, text] as const),
    ...dataset.themes.map((text, index) => [`themes.${String(index)}`, text] as const),
    ['publisher', dataset.publisher],
    ['datasetId', dataset.datasetId],
    ['description', dataset.description === null ? null : withoutTags(dataset.description)],
  ];
  return texts.flatMap(([path, text]) => {
    const marked = text === null ? undefined : markWords(text, isFound);
    return marked === undefined ? [] : [{ path, label: null, text: marked }];
  });
}

/** The texts of templates in which words were found. The metadata of the dataset are those that the caller may read. */
function* templateHighlights(
  { metadata }: CatalogDataset,
  templates: readonly MetadataTemplate[],
  isFound: IsFound,
): Generator<Highlight, undefined> {
  for (const template of templates) {
    const entries = new Map(Object.entries(metadata[template.name] ?? {}));
    for (const { name, label, type } of template.fields) {
      const value = entries.get(name)?.value ?? null;
      if (type === 'geo_shape') continue;
      for (const [path, text] of textsIn(value, `metadata.${template.name}.${name}.value`)) {
        const marked = markWords(type === 'html' ? withoutTags(text) : text, isFound);
        if (marked !== undefined) yield { path, label, text: marked };
      }
    }
  }
}

/** The texts in a value, each with its path. */
function* textsIn(value: Json, path: string): Generator<readonly [path: string, text: string]> {
  if (typeof value === 'string') yield [path, value];
  else if (typeof value === 'object' && value !== null)
    for (const [key, part] of Object.entries(value)) yield* textsIn(part, `${path}.${key}`);
}

const withoutTags = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** The text with its found words marked, cut around the first of them; undefined where none is found. */
function markWords(text: string, isFound: IsFound): string | undefined {
  const found = text.matchAll(/[\p{L}\p{N}\p{M}]+/gu).filter(([textWord]) => isFound(textWord));
  let match = found.next().value;
  if (!match) return undefined;
  const start = text.length <= maxLength ? 0 : Math.max(0, match.index - maxBefore);
  const end = Math.min(text.length, start + maxLength);
  let marked = start > 0 ? '…' : '';
  let position = start;
  for (; match && match.index + match[0].length <= end; match = found.next().value) {
    marked += `${escapeHtml(text.slice(position, match.index))}<mark>${escapeHtml(match[0])}</mark>`;
    position = match.index + match[0].length;
  }
  return `${marked}${escapeHtml(text.slice(position, end))}${end < text.length ? '…' : ''}`.toWellFormed();
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
