import type { ScopeField } from '../../scope.ts';
import { maxEdits, patternWords, wordsOf, type Word } from '../../words.ts';
import type { Binding } from '../binding.ts';
import type { BoundFilter } from '../bound/bound-filter.ts';

/** The most words of one search. */
const maxWords = 100;

/** `like`: every word of the pattern is in the field. Fails ODSQL_ERROR for a pattern without words, INCOMPATIBLE_TYPES. */
export function bindLike<F extends ScopeField>(name: string, pattern: string, binding: Binding<F>): BoundFilter<F> {
  const field = binding.field(name);
  if (field.type !== 'text') binding.incompatible(`like needs a text; ${name} is of type ${field.type}`);
  const words = patternWords(pattern);
  return words.length > 0
    ? { kind: 'words', fields: [field], words, isRanked: false }
    : binding.malformed('The pattern of like needs a word of letters and digits');
}

/** Full text, `search` and `suggest`. Without words every record matches. Fails ODSQL_ERROR. */
export function bindWords<F extends ScopeField>(
  kind: 'fullText' | 'search' | 'suggest',
  names: readonly string[] | null,
  text: string,
  binding: Binding<F>,
): BoundFilter<F> {
  const words = kind === 'fullText' ? patternWords(text) : kind === 'search' ? searchWords(text) : suggestWords(text);
  if (words.length > maxWords) binding.malformed(`A search has more than ${maxWords} words`);
  return { kind: 'words', fields: textFields(kind, names, binding), words, isRanked: true };
}

/** Words with typing errors, but for the last, which is being written. */
const searchWords = (text: string): Word[] =>
  wordsOf(text).map((word, at, all) => ({
    text: word,
    match: at === all.length - 1 ? 'prefix' : maxEdits(word) === 0 ? 'whole' : 'fuzzy',
  }));

const suggestWords = (text: string): Word[] => wordsOf(text).map((word) => ({ text: word, match: 'prefix' }));

export function bindStartsWith<F extends ScopeField>(
  names: readonly string[] | null,
  prefix: string,
  binding: Binding<F>,
): BoundFilter<F> {
  return { kind: 'startsWith', fields: textFields('startswith', names, binding), prefix };
}

/** The named fields, or those of the scope that searches read. */
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
