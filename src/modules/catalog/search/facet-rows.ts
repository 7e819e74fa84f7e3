import { ancestorsOf, type BoundFacet, type FacetRow, levelSeparator } from '#engine/odsql/sql/facet-sql.ts';
import type { FacetColumn } from './facet-column.ts';

/** A counted value of a facet. */
export type FacetCount = Omit<FacetRow, 'facet'>;

/**
 * The values of a facet in its order: the first values of each level, and the refined values with their ancestors. `counts`
 * holds, at the number of each list, how many entries have that list.
 */
export function facetRows(facet: BoundFacet, column: FacetColumn, counts: Int32Array): FacetCount[] {
  const counted = levelSeparator(facet) === null ? flatCounts(column, counts) : levelCounts(facet, column, counts);
  const kept = new Set([...facet.refined, ...facet.refined.flatMap((value) => ancestorsOf(value, facet))]);
  return [...Map.groupBy(counted, ({ parent }) => parent).values()].flatMap((level) =>
    level.toSorted(orderOf(facet)).filter(({ value }, index) => index < facet.limit || kept.has(value)),
  );
}

function flatCounts({ lists, texts }: FacetColumn, counts: Int32Array): FacetCount[] {
  const sums = new Int32Array(texts.length);
  for (const [list, values] of lists.entries()) {
    const count = counts[list] ?? 0;
    if (count > 0) for (const value of values) sums[value] = (sums[value] ?? 0) + count;
  }
  return texts.flatMap((value, number) => {
    const count = sums[number] ?? 0;
    return count > 0 ? { parent: '', value, count } : [];
  });
}

/** The paths of the first level, and of the levels below values that are shown; an entry counts once for each path. */
function levelCounts(facet: BoundFacet, { lists, texts }: FacetColumn, counts: Int32Array): FacetCount[] {
  const levels = new Map<string, { parent: string; value: string; count: number }>();
  const shown = texts.map((text) => shownLevels(facet, text));
  for (const [list, values] of lists.entries()) {
    const count = counts[list] ?? 0;
    const paths = count > 0 ? new Map(values.flatMap((value) => shown[value] ?? [])) : [];
    for (const [value, parent] of paths) {
      const level = levels.get(value) ?? { parent, value, count: 0 };
      level.count += count;
      levels.set(value, level);
    }
  }
  return [...levels.values()];
}

/** The levels of a value that are shown, each with its parent. */
function shownLevels(facet: BoundFacet, text: string): (readonly [value: string, parent: string])[] {
  const path = [...ancestorsOf(text, facet), text];
  return path.flatMap((value, index) => {
    const parent = path[index - 1] ?? '';
    return index === 0 || facet.shown.includes(parent) ? [[value, parent] as const] : [];
  });
}

type Order = (one: FacetCount, other: FacetCount) => number;

const reversed =
  (order: Order): Order =>
  (one, other) =>
    order(other, one);

/** Compares by code point, as the collation "C" of the database does. */
const byValue: Order = ({ value: one }, { value: other }) =>
  one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other));
const byCount: Order = (one, other) => one.count - other.count;

const numberOf = ({ value }: FacetCount): number =>
  /^-?\d{1,100}(?:\.\d{1,100})?$/.test(value) ? Number(value) : Number.NaN;

/** Compares values as numbers. Values that are not numbers come last, in both directions. */
const byNumber =
  (direction: 1 | -1): Order =>
  (one, other) => {
    const [first, second] = [numberOf(one), numberOf(other)];
    if (Number.isNaN(first) || Number.isNaN(second)) return Number(Number.isNaN(first)) - Number(Number.isNaN(second));
    return direction * (first - second);
  };

const orders: Readonly<Record<NonNullable<BoundFacet['sort']>, readonly Order[]>> = {
  count: [byCount, byValue],
  '-count': [reversed(byCount), byValue],
  alphanum: [byValue],
  '-alphanum': [reversed(byValue)],
  num: [byNumber(1), byValue],
  '-num': [byNumber(-1), byValue],
};

function orderOf({ field, sort }: BoundFacet): Order {
  const chosen = orders[sort ?? (field.type === 'text' ? '-count' : 'alphanum')];
  return (one, other) => chosen.reduce((found, order) => (found === 0 ? order(one, other) : found), 0);
}
