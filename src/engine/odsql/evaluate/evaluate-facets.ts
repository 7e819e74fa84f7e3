import { textOf, type Value } from '#engine/records/record.ts';
import type { BoundFilter } from '../bind/bound.ts';
import { ancestorsOf, type BoundFacet, type FacetRow, levelSeparator } from '../sql/facet-sql.ts';
import type { TimezoneName } from '../scope.ts';
import { clockAt } from '../timezone.ts';
import { compileViewTest } from './compile-test.ts';
import { compareBy, type Sorted } from './results.ts';
import type { StoredRecordField, View } from './stored-record.ts';
import { timeOf } from './compile-expression.ts';

/** A facet to count over records in memory. */
export interface RecordFacet extends BoundFacet<StoredRecordField> {
  /** Selects the records to count; null for all. */
  readonly filter: BoundFilter<StoredRecordField> | null;
}

interface Counted {
  readonly parent: string;
  readonly value: string;
  count: number;
}

/** Counts the values of facets, as `facetsStatement` does. */
export const evaluateFacets = (
  facets: readonly RecordFacet[],
  views: readonly View[],
  timezone: TimezoneName,
): FacetRow[] =>
  facets.flatMap((facet, index) => {
    const test = facet.filter ? compileViewTest(facet.filter) : undefined;
    const counted = countTexts(facet, test ? views.filter(test) : views, timezone);
    const kept = new Set([...facet.refined, ...facet.refined.flatMap((value) => ancestorsOf(value, facet))]);
    return [...Map.groupBy(sortedBy(facet, counted), ({ parent }) => parent).values()].flatMap((level) =>
      level
        .filter(({ value }, number) => number < facet.limit || kept.has(value))
        .map(({ parent, value, count }) => ({ facet: index, parent, value, count })),
    );
  });

/** The texts of all shown levels with their counts. A record counts once for each. */
function countTexts(facet: RecordFacet, views: readonly View[], timezone: TimezoneName): Counted[] {
  const counts = new Map<string, Counted>();
  for (const view of views) {
    const found = new Map<string, Counted>();
    for (const value of view.values(facet.field))
      for (const { parent, text } of levelsOf(facet, facetText(facet.field, value, timezone))) {
        const name = JSON.stringify([parent, text]);
        found.set(name, counts.get(name) ?? { parent, value: text, count: 0 });
      }
    for (const [name, counted] of found) {
      counted.count++;
      counts.set(name, counted);
    }
  }
  return [...counts.values()];
}

/** The text of a value, by which a facet shows it. */
function facetText({ type }: StoredRecordField, value: Value, timezone: TimezoneName): string {
  if (type !== 'date' && type !== 'datetime') return textOf(value);
  const day = type === 'date' ? textOf(value) : new Date(clockAt(timeOf(value) ?? NaN, timezone)).toISOString();
  return day.replace(/^\+0?/, '').replace(/T.*/, '').replaceAll('-', '/');
}

/** The levels of a text that are shown, each with the level above. */
function levelsOf(facet: RecordFacet, text: string): { readonly parent: string; readonly text: string }[] {
  const separator = levelSeparator(facet);
  if (separator === null) return [{ parent: '', text }];
  const parts = text.split(separator);
  return ['', ...facet.shown].flatMap((parent) => {
    if (parent !== '' && !text.startsWith(parent + separator)) return [];
    const depth = parent === '' ? 0 : parent.split(separator).length;
    return [{ parent, text: parts.slice(0, depth + 1).join(separator) }];
  });
}

const numberPattern = /^[+-]?\d{1,200}(?:\.\d{1,200})?(?:e[+-]?\d{1,2})?$/i;

/** Sorts the values of a facet. Equal counts are sorted by value: numbers as numbers, other values as text. */
function sortedBy({ field, sort }: RecordFacet, counted: readonly Counted[]): Counted[] {
  const isTime = field.type === 'date' || field.type === 'datetime';
  const isNumber = field.type === 'int' || field.type === 'double';
  const chosen = sort ?? (isTime ? 'alphanum' : '-count');
  const numberOf = (value: string): number | undefined =>
    numberPattern.test(value) || isNumber ? Number(value) : undefined;
  const isDescending = chosen.startsWith('-');
  const keysOf = ({ value, count }: Counted) => {
    if (chosen.endsWith('alphanum')) return [value];
    if (chosen.endsWith('num')) return [numberOf(value), value];
    return isNumber ? [count, numberOf(value), value] : [count, value];
  };
  return counted
    .map((item): Sorted<Counted> => ({ item, keys: keysOf(item) }))
    .sort(compareBy([{ isDescending }, { isDescending: false }, { isDescending: false }]))
    .map(({ item }) => item);
}
