import { maySeeIfPublished } from '#access/index.ts';
import { sql, type Sql, sqlAnd, sqlText } from '#kernel/sql.ts';
import type { RequestContext } from '#api/context.ts';
import { type CatalogColumns, type FacetColumn, loadCatalogColumns } from './catalog-columns.ts';
import { type CatalogFacet, isValueOf } from './parse-facets.ts';
import { readCachedRows, type Searcher } from './searcher.ts';
import type { Facet, FacetValue } from '#api/types/rows.type.ts';
import type { ChoiceLabels } from '#metadata/index.ts';
import {
  ancestorsOf,
  type BoundFacet,
  expandedValues,
  type FacetNode,
  type FacetRow,
  facetTree,
  levelSeparator,
} from '#engine/odsql/sql/facet-sql.ts';
import { foldText } from '#kernel/text.ts';

/** The entries that a search finds before its facets are applied, and the columns of the facets. */
export interface CountedEntries {
  /** 1 at the places of the entries. */
  readonly found: Uint8Array;
  readonly columnOf: (facet: CatalogFacet) => FacetColumn;
}

/** Finds the entries that facets of a search count. Without a condition no entry is read, because the values of facets are in memory. */
export async function findCounted(
  ctx: RequestContext,
  searcher: Searcher,
  condition: Sql | undefined,
): Promise<CountedEntries> {
  const [columns, uids] = await Promise.all([
    loadCatalogColumns(ctx, searcher.revision),
    // whether a restricted entry has the words is expensive to find where the caller sees only some of its fields
    condition && uidsOf(ctx, searcher, sqlAnd(maySeeIfPublished(searcher.session, sqlText('e')), condition)),
  ]);
  await ctx.admission.nextTurn();
  const found = visibleEntries(columns, searcher);
  const features = featuresFor(columns, searcher);
  return {
    found: uids ? entriesAmong(columns, found, uids) : found,
    columnOf: ({ name }) => (name === 'features' ? features : columns.column(name)),
  };
}

/** The uids of the entries that meet a condition; they come as one text, because the driver takes longer for a long list than the count does. */
async function uidsOf(ctx: RequestContext, searcher: Searcher, condition: Sql): Promise<readonly string[]> {
  const [row] = await readCachedRows<{ uids: string | null }>(
    ctx,
    searcher,
    sql`select string_agg(e.uid, ' ') as uids from catalog_entry e where ${condition}`,
  );
  return row?.uids?.split(' ') ?? [];
}

/** An array with 1 at the places of the entries that the caller sees, and 0 elsewhere. */
export function visibleEntries(columns: CatalogColumns, { session, ownEntries }: Searcher): Uint8Array {
  const seesRestricted =
    session.permissions.has('explore_restricted_dataset') || session.permissions.has('edit_dataset');
  const visible = seesRestricted ? columns.filled() : columns.unrestricted();
  for (const { uid, isVisible } of ownEntries) {
    const place = columns.placeOf(uid);
    if (place !== undefined && columns.isFilled(place)) visible[place] = Number(isVisible);
  }
  return visible;
}

/** An array with 1 at the places of the visible entries with these uids, and 0 elsewhere. */
function entriesAmong(columns: CatalogColumns, visible: Uint8Array, uids: readonly string[]): Uint8Array {
  const found = new Uint8Array(visible.length);
  for (const uid of uids) {
    const place = columns.placeOf(uid);
    if (place !== undefined) found[place] = visible[place] ?? 0;
  }
  return found;
}

/** The features that the caller sees. For a restricted dataset without a ruleset for the caller, these are the features of all fields. */
function featuresFor(columns: CatalogColumns, { session, ownEntries }: Searcher): FacetColumn {
  if (session.permissions.has('edit_dataset')) return columns.column('features');
  if (ownEntries.length === 0) return columns.shownFeatures;
  return columns.shownFeatures.with(
    ownEntries.flatMap(({ uid, features }) => {
      const place = columns.placeOf(uid);
      return place === undefined ? [] : [[place, features] as const];
    }),
  );
}

/** The counts of a search: the number of datasets, and the facets that have values, in the order requested. */
interface Counts {
  readonly total: number;
  readonly facets: readonly Facet[];
}

/** Values of choices with their labels by language. */
const withLabels = (values: readonly FacetNode[], labels: ChoiceLabels): readonly FacetValue[] =>
  values.map((value) => ({
    ...value,
    labels: Object.hasOwn(labels, value.value) ? (labels[value.value] ?? null) : null,
  }));

/** The state of each entry: 0 when it is not found, `admittedByAll`, or `leftOutOnlyBy` the one facet that excludes it. */
type EntryStates = Uint8Array;
const admittedByAll = 1;
const leftOutOnlyBy = (facet: number): number => facet + 2;

/**
 * Counts the entries that all facets admit, and the values of the facets, of which `contains` is a folded part; a disjunctive facet counts without its own
 * refinement.
 */
export function countFacets(
  { found, columnOf }: CountedEntries,
  requested: readonly CatalogFacet[],
  contains = '',
): Counts {
  const facets = requested.map((facet) => inFoundCase(facet, columnOf(facet), found));
  const states: EntryStates = found.slice();
  for (const [index, facet] of facets.entries()) applyFacet(states, facet, columnOf(facet), leftOutOnlyBy(index));
  return {
    total: states.reduce((total, state) => (state === admittedByAll ? total + 1 : total), 0),
    facets: facets.flatMap((facet, index) => {
      if (!facet.isCounted) return [];
      const column = columnOf(facet);
      const rows = facetRows(facet, column, countLists(states, column, leftOutOnlyBy(index)), contains);
      const values = facetTree(facet, rows);
      const { label = null, labels } = facet.field;
      return values.length > 0 ? { name: facet.name, label, values: labels ? withLabels(values, labels) : values } : [];
    }),
  };
}

/**
 * A facet that ignores case, with the refined and excluded values as found entries write them. A value that none of them has stays as it was given, so
 * that a facet never lists a value of an entry that the caller does not see.
 */
function inFoundCase(facet: CatalogFacet, { numbers, lists, texts }: FacetColumn, found: Uint8Array): CatalogFacet {
  const given = [...facet.refined, ...facet.excluded];
  if (facet.field.ignoresCase !== true || given.length === 0) return facet;
  const foundLists = new Set<number>();
  for (let place = 0; place < found.length; place++) if (found[place] === 1) foundLists.add(numbers[place] ?? 0);
  const foundTexts = new Set([...foundLists].flatMap((list) => lists[list] ?? []));
  const known = new Set(
    [...foundTexts].flatMap((number) => {
      const text = texts[number] ?? '';
      return [...ancestorsOf(text, facet), text];
    }),
  );
  const wanted = new Set(given.map(foldText));
  const byFold = Map.groupBy(
    [...known].filter((text) => wanted.has(foldText(text))),
    foldText,
  );
  const written = (values: readonly string[]) => [
    ...new Set(values.flatMap((value) => byFold.get(foldText(value)) ?? [value])),
  ];
  const levels = { ...facet, refined: written(facet.refined), excluded: written(facet.excluded) };
  return { ...levels, shown: expandedValues(levels) };
}

/** Changes the states of the entries that a facet does not admit. */
function applyFacet(states: EntryStates, facet: CatalogFacet, column: FacetColumn, leftOutOnlyByThis: number): void {
  const { refined, excluded, isDisjunctive } = facet;
  const listsWith = (value: string) => column.listsWith(isValueOf(facet, value));
  for (const lists of excluded.map(listsWith)) leaveOut(states, column, (list) => lists[list] === 1, 0);
  const refinements = refined.map(listsWith);
  if (isDisjunctive && refinements.length > 0)
    leaveOut(states, column, (list) => refinements.every((lists) => lists[list] === 0), leftOutOnlyByThis);
  else for (const lists of refinements) leaveOut(states, column, (list) => lists[list] === 0, 0);
}

/** Gives `state` to the entries that this facet leaves out, and 0 to those that another has already left out. */
function leaveOut(states: EntryStates, column: FacetColumn, isLeftOut: (list: number) => boolean, state: number): void {
  const { numbers, lists } = column;
  const leftOut = Uint8Array.from(lists, (_values, list) => Number(isLeftOut(list)));
  for (let place = 0; place < states.length; place++)
    if (leftOut[numbers[place] ?? 0] === 1) states[place] = states[place] === admittedByAll ? state : 0;
}

/** How many counted entries have each list, at the number of the list. */
function countLists(states: EntryStates, { numbers, lists }: FacetColumn, leftOutOnlyByThis: number): Int32Array {
  const counts = new Int32Array(lists.length);
  for (let place = 0; place < states.length; place++) {
    const list = numbers[place] ?? 0;
    if (states[place] === admittedByAll || states[place] === leftOutOnlyByThis) counts[list] = (counts[list] ?? 0) + 1;
  }
  return counts;
}

/** A counted value of a facet. */
type FacetCount = Omit<FacetRow, 'facet'>;

/** The values of a facet in its order: the first of each level, and the refined ones with their ancestors; `counts` by list. */
function facetRows(facet: BoundFacet, column: FacetColumn, counts: Int32Array, contains: string): FacetCount[] {
  const counted = levelSeparator(facet) === null ? flatCounts(column, counts) : levelCounts(facet, column, counts);
  const kept = new Set([...facet.refined, ...facet.refined.flatMap((value) => ancestorsOf(value, facet))]);
  const listed = contains === '' ? counted : counted.filter(({ value }) => isListed(value, contains, kept));
  return [...Map.groupBy(listed, ({ parent }) => parent).values()].flatMap((level) =>
    level.toSorted(orderOf(facet)).filter(({ value }, index) => index < facet.limit || kept.has(value)),
  );
}

const isListed = (value: string, contains: string, kept: ReadonlySet<string>): boolean =>
  kept.has(value) || foldText(value).includes(contains);

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
