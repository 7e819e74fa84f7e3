import type { ScopeField } from '#engine/odsql/scope.ts';
import type { BoundCondition, BoundFilter } from '../bound/bound-filter.ts';

type WordsCondition<F extends ScopeField> = Extract<BoundCondition<F>, { kind: 'words' }>;

/** The searches of a filter whose words count for relevance. */
export function rankedConditions<F extends ScopeField>(filter: BoundFilter<F>): readonly WordsCondition<F>[] {
  if (filter.kind === 'and' || filter.kind === 'or') return filter.filters.flatMap(rankedConditions);
  return filter.kind === 'words' && filter.isRanked && filter.fields.length > 0 && filter.words.length > 0
    ? [filter]
    : [];
}

/** The maximum number of words of one condition that count for relevance. */
const maxRankedWords = 20;

/** The different words of a condition that count for relevance. */
export const rankedWords = ({ words }: { readonly words: readonly { readonly text: string }[] }): string[] =>
  [...new Set(words.map(({ text }) => text))].slice(0, maxRankedWords);
