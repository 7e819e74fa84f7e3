import type { BoundFilter } from '../bind/bound/bound-filter.ts';
import { rankedConditions, rankedWords } from '../bind/filters/ranked-conditions.ts';
import { hasWord } from './find-word.ts';
import type { RecordField } from './record-scope.ts';
import type { View } from './record-view.ts';

/** Compiles how well a record matches the ranked words of a filter, as `relevanceSql` does; undefined for a filter without ranked words. */
export function compileRelevance(filter: BoundFilter<RecordField> | null): ((view: View) => number) | undefined {
  const conditions = (filter ? rankedConditions(filter) : []).map(({ fields, words }) => ({
    fields,
    texts: rankedWords({ words }),
  }));
  if (conditions.length === 0) return undefined;
  return (view) => {
    const parts = conditions.map(({ fields, texts }) => {
      const found = texts.filter((text) =>
        fields.some((field) => hasWord(view.words(field), { text, match: 'whole' })),
      );
      const all = new Set(fields.flatMap((field) => view.words(field)));
      return found.length + 1 / (2 + all.size);
    });
    return parts.reduce((sum, part) => sum + part, 0) / parts.length;
  };
}
