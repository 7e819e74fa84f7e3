import { type BoundFilter, type BoundQuery, rankedConditions, rankedWords } from '../bind/bound.ts';
import { compileViewTest, hasWord, type ViewTest } from './compile-test.ts';
import { compileGroupKey, type GroupValue, type Key, type RecordGroupKey } from './group-keys.ts';
import type { StoredRecordField, View } from './stored-record.ts';
import { compareBy, compileOrder, compileRow, RecordGroup, type ResultSource, type Sorted } from './results.ts';

/** A query over records in memory. */
export type RecordQuery = BoundQuery<StoredRecordField>;

/** The part of a result that is wanted. */
interface RecordRange {
  /** Null for all rows. */
  readonly limit: number | null;
  readonly offset: number;
}

/** How records are sorted and where a page begins. */
interface PageRange extends RecordRange {
  /** Selects the records that the caller may see, which no relevance counts. Default: all. */
  readonly isVisible?: ViewTest | undefined;
  /** Whether the matches of a search are sorted by relevance. */
  readonly isRanked: boolean;
  /** The position of the record after which the page begins. */
  readonly after?: number | undefined;
}

/** A row of a page: its JSON, the position of the record, and the keys by which it is sorted, as `keyOf` returns them. */
interface PageRow {
  readonly json: string;
  readonly position: number;
  readonly keys: readonly (Key | undefined)[];
}

/** The rows of a query, each the text of a JSON object, as `rowsStatement` selects them. The position of a record is its index. */
export const evaluateRows = (query: RecordQuery, views: readonly View[], range: PageRange): string[] =>
  query.keys === null
    ? evaluatePage(query, views, range).map(({ json }) => json)
    : groupRows(
        query,
        query.keys.map((key) => compileGroupKey(key, query.scope.timezone)),
        views,
        range,
      );

/** A record and its position. */
interface Placed {
  readonly view: View;
  readonly position: number;
}

/** The visible records that a filter selects. */
function selected(
  { filter }: Pick<RecordQuery, 'filter'>,
  views: readonly View[],
  { isVisible = () => true }: Pick<PageRange, 'isVisible'>,
): Placed[] {
  const test = filter ? compileViewTest(filter) : () => true;
  const found: Placed[] = [];
  views.forEach((view, position) => {
    if (isVisible(view) && test(view)) found.push({ view, position });
  });
  return found;
}

/** Counts the records that a filter selects. */
export const evaluateCount = (
  query: Pick<RecordQuery, 'filter'>,
  views: readonly View[],
  isVisible?: ViewTest,
): number => selected(query, views, { isVisible }).length;

/** The one row of a query whose items are aggregates over all records that it selects. */
export const evaluateTotals = (query: RecordQuery, views: readonly View[], isVisible?: ViewTest): string =>
  compileRow(
    query.items,
    query.scope.timezone,
  )({
    view: null,
    keys: [],
    group: new RecordGroup(selected(query, views, { isVisible }).map(({ view }) => view)),
  });

const slice = <Item>(items: readonly Item[], { limit, offset }: RecordRange): readonly Item[] =>
  items.slice(offset, limit === null ? undefined : offset + limit);

/** A page of records. */
export function evaluatePage(query: RecordQuery, views: readonly View[], range: PageRange): PageRow[] {
  const found = selected(query, views, range);
  const group = new RecordGroup(found.map(({ view }) => view));
  const orders = recordOrders(query, range.isRanked, group);
  const keyed = (item: Placed): Sorted<Placed> => ({ item, keys: orders.map(({ keyOf }) => keyOf(item)) });
  const compare = compareBy(orders);
  const comparePlaces = (one: Sorted<Placed>, other: Sorted<Placed>): number =>
    compare(one, other) || one.item.position - other.item.position;
  const sorted = found.map(keyed);
  if (orders.length > 0) sorted.sort(comparePlaces);
  const view = range.after === undefined ? undefined : views[range.after];
  const last = view && range.after !== undefined ? keyed({ view, position: range.after }) : undefined;
  // a filter that the page before did not have may leave its last record out
  const rest = last ? sorted.filter((record) => comparePlaces(record, last) > 0) : sorted;
  const row = compileRow(query.items, query.scope.timezone);
  return slice(rest, range).map(({ item, keys }) => ({
    json: row({ view: item.view, keys: [], group }),
    position: item.position,
    keys,
  }));
}

/** The keys by which a page sorts the record at a position; undefined where there is no such record. */
export function evaluateKeys(
  query: RecordQuery,
  views: readonly View[],
  position: number,
  isRanked: boolean,
): readonly (Key | undefined)[] | undefined {
  const view = views[position];
  return view && recordOrders(query, isRanked, new RecordGroup([])).map(({ keyOf }) => keyOf({ view, position }));
}

/** Compiles how a record becomes a row. */
export function compileRecord({ items, scope }: Pick<RecordQuery, 'items' | 'scope'>): (view: View) => string {
  const row = compileRow(items, scope.timezone);
  const group = new RecordGroup([]);
  return (view) => row({ view, keys: [], group });
}

interface RecordOrder {
  readonly keyOf: (record: Placed) => Key | undefined;
  readonly isDescending: boolean;
}

function recordOrders(query: RecordQuery, isRanked: boolean, group: RecordGroup): RecordOrder[] {
  const relevance = isRanked && query.order.length === 0 ? compileRelevance(query.filter) : undefined;
  if (relevance) return [{ keyOf: ({ view }) => relevance(view), isDescending: true }];
  return query.order.map((key) => {
    if (key.kind === 'random') return { keyOf: ({ position }) => randomKey(position, key.seed), isDescending: false };
    const { keyOf, isDescending } = compileOrder(key);
    return { keyOf: ({ view }) => keyOf({ view, keys: [], group }), isDescending };
  });
}

/** The groups of records, as JSON objects. */
function groupRows(
  query: RecordQuery,
  keys: readonly RecordGroupKey[],
  views: readonly View[],
  range: PageRange,
): string[] {
  const orders = query.order.flatMap((key) => (key.kind === 'expression' ? [compileOrder(key)] : []));
  const groups = groupsOf(
    keys,
    selected(query, views, range).map(({ view }) => view),
  );
  const sorted = groups
    .map((item) => ({ item, keys: [...orders.map(({ keyOf }) => keyOf(item)), ...item.keys.map(({ key }) => key)] }))
    .sort(compareBy([...orders, ...keys.map(() => ({ isDescending: false }))]));
  const row = compileRow(query.items, query.scope.timezone);
  return slice(sorted, range).map(({ item }) =>
    row({ ...item, keys: item.keys.map(withJson(keys, item.group.views)) }),
  );
}

/** Writes the JSON of a key that depends on the records of its group. */
const withJson =
  (keys: readonly RecordGroupKey[], views: readonly View[]) =>
  (value: GroupValue, index: number): GroupValue => {
    const jsonOf = keys[index]?.jsonOf;
    return jsonOf ? { ...value, json: jsonOf(views) } : value;
  };

/** The groups of records. A record belongs to a group of each combination of its values. */
function groupsOf(keys: readonly RecordGroupKey[], views: readonly View[]): ResultSource[] {
  const groups = new Map<string, { readonly values: readonly GroupValue[]; readonly views: View[] }>();
  const viewsOf = (values: readonly GroupValue[]): View[] => {
    // a key without an order has no key, but a JSON of its own
    const name = JSON.stringify(values.map(({ key, json }) => key ?? [json]));
    const group = groups.get(name) ?? { values, views: [] };
    groups.set(name, group);
    return group.views;
  };
  const [first, ...others] = keys;
  if (others.length === 0) first?.listed?.forEach((value) => viewsOf([value]));
  for (const view of views) {
    const combined = keys.reduce<readonly (readonly GroupValue[])[]>(
      (before, key) => {
        const values = key.valuesOf(view);
        return before.flatMap((found) => values.map((value) => [...found, value]));
      },
      [[]],
    );
    for (const values of combined) viewsOf(values).push(view);
  }
  return [...groups.values()].map((group) => ({ view: null, keys: group.values, group: new RecordGroup(group.views) }));
}

const maxUint64 = (1n << 64n) - 1n;
const multiplier = 0xd6e8feb86659fd93n;

/** One round of the hash of the column engine. */
function mix(hash: bigint): bigint {
  const folded = hash ^ (hash >> 32n);
  return (folded * multiplier) & maxUint64;
}

/** The hash of a bigint. */
function hashOf(value: bigint): bigint {
  const mixed = mix(mix(value & maxUint64));
  return mixed ^ (mixed >> 32n);
}

/** The digits of the number by which a random order sorts a position, as `odsql.random` does. */
function randomKey(position: number, seed: number): string {
  const hash = mix(hashOf(BigInt(position))) ^ hashOf(BigInt(Math.trunc(seed)));
  return String(hash >> 1n).padStart(19, '0');
}

/** Compiles how well a record matches the ranked words of a filter, as `relevanceSql` does; undefined for a filter without ranked words. */
function compileRelevance(filter: BoundFilter<StoredRecordField> | null): ((view: View) => number) | undefined {
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
