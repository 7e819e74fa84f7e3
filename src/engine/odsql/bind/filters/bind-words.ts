import type { ScopeField } from '#engine/odsql/scope.ts';
import { maxEdits, patternWords, wordsOf, type Word } from '#engine/odsql/words.ts';
import type { Binding } from '../binding.ts';
import type { BoundFilter } from '../bound/bound-filter.ts';

/** The maximum number of words in one search. */
const maxWords = 100;

/** Binds `like`: the field contains every word of the pattern. Fails ODSQL_ERROR for a pattern without words, and INCOMPATIBLE_TYPES. */
export function bindLike<F extends ScopeField>(name: string, pattern: string, binding: Binding<F>): BoundFilter<F> {
  const field = binding.field(name);
  if (field.type !== 'text') binding.incompatible(`like needs a text; ${name} is of type ${field.type}`);
  const words = patternWords(pattern);
  return words.length > 0
    ? { kind: 'words', fields: [field], words, isRanked: false }
    : binding.malformed('The pattern of like needs a word of letters and digits');
}

/** Binds full text, `search` and `suggest`. A text without words matches every record. Fails ODSQL_ERROR. */
export function bindWords<F extends ScopeField>(
  kind: 'fullText' | 'search' | 'suggest',
  names: readonly string[] | null,
  text: string,
  binding: Binding<F>,
): BoundFilter<F> {
  const words = wordsByKind[kind](text);
  if (words.length > maxWords) binding.malformed(`A search has more than ${maxWords} words`);
  return { kind: 'words', fields: textFields(kind, names, binding), words, isRanked: true };
}

/** The number of words that a filter searches for. */
export function wordCount(filter: BoundFilter): number {
  if (filter.kind === 'and' || filter.kind === 'or')
    return filter.filters.reduce((sum, part) => sum + wordCount(part), 0);
  if (filter.kind === 'not') return wordCount(filter.filter);
  return filter.kind === 'words' ? filter.words.length : 0;
}

/** The words of `search`. They match with typing errors; the last word, which the user may still be typing, matches as a prefix. */
function searchWords(text: string): Word[] {
  const words = wordsOf(text);
  const last = words.length - 1;
  return words.map((word, index) => {
    if (index === last) return { text: word, match: 'prefix' };
    return { text: word, match: maxEdits(word) === 0 ? 'whole' : 'fuzzy' };
  });
}

const suggestWords = (text: string): Word[] => wordsOf(text).map((word) => ({ text: word, match: 'prefix' }));

const wordsByKind = Object.freeze({ fullText: patternWords, search: searchWords, suggest: suggestWords });

/** Binds `startswith`. Fails ODSQL_ERROR. */
export function bindStartsWith<F extends ScopeField>(
  names: readonly string[] | null,
  prefix: string,
  binding: Binding<F>,
): BoundFilter<F> {
  return { kind: 'startsWith', fields: textFields('startswith', names, binding), prefix };
}

/** The named fields; without names, the fields that the scope searches. */
function textFields<F extends ScopeField>(
  kind: string,
  names: readonly string[] | null,
  binding: Binding<F>,
): readonly F[] {
  if (!names) return binding.scope.searched ?? binding.scope.fields.filter(({ type }) => type === 'text');
  const fields = [...new Set(names)].map((name) => binding.field(name));
  const other = fields.find(({ type }) => type !== 'text');
  return other ? binding.malformed(`${kind}() needs text fields; ${other.name} is of type ${other.type}`) : fields;
}
