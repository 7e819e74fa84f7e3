import type { RequestContext } from '#api/context.ts';
import { type BoundFilter, type BoundOrderKey, fieldExpression, rankedConditions } from '#engine/odsql/bind/bound.ts';
import { compileViewTest, type ViewTest } from '#engine/odsql/evaluate/compile-test.ts';
import { EvaluationCosts } from '#engine/odsql/evaluate/evaluation-costs.ts';
import { compareKeys, compareSorted, type Key, keyOf } from '#engine/odsql/evaluate/group-keys.ts';
import { type StoredRecord, StoredRecords } from '#engine/odsql/evaluate/stored-record.ts';
import { orderKeys, orderListSql, withoutGroups } from '#engine/odsql/sql/query-sql.ts';
import type { SqlField } from '#engine/odsql/sql/scope.ts';
import { positionField, type RecordOrder, type RecordRows } from '#records/index.ts';
import type { RecordPosition } from './page-sql.ts';
import { conditionOf, filterOf, type RecordSelection } from './selection.ts';

/*
 * How pages and counts are found without the column engine: all records have an order, first by the fields that the filter fixes, then by those of the
 * page. What the filter selects is a range of it, whose ends are found by halving, or a part of a range, whose records are tested one after another.
 */

type Filter = BoundFilter<SqlField>;
type Keys = readonly (Key | undefined)[];

/** The number of records that are tested for a page at most, and at a time: the engine takes less time to find a few among many. */
const maxTested = 128;
const testedAtOnce = 32;

/** The number of fields that a filter fixes and that an order begins with at most. */
const maxFixed = 3;

/** A record of a page, and the keys by which the page is sorted. */
export interface OrderedRecord {
  readonly record: StoredRecord;
  readonly keys: Keys;
}

/** The part of the selected records that a page shows. */
export interface OrderedRange {
  readonly after: RecordPosition | undefined;
  readonly limit: number;
  readonly offset: number;
  /** The texts that a cursor has of keys. */
  readonly textsOf: (keys: Keys) => readonly (string | null)[];
}

/** The selected records of a large generation in an order. Undefined is what the column engine must answer. */
export interface OrderedRecords {
  page(rows: RecordRows, range: OrderedRange): Promise<readonly OrderedRecord[] | undefined>;
  count(rows: RecordRows): Promise<number | undefined>;
}

/** The selected records in an order. Undefined for relevance, and for orders and filters that only the column engine evaluates. */
export function orderedRecords(
  ctx: RequestContext,
  selection: RecordSelection,
  order: readonly BoundOrderKey<SqlField>[],
): OrderedRecords | undefined {
  const { scope, records } = selection;
  const filter = filterOf(selection);
  if (order.length === 0 && filter && rankedConditions(filter).length > 0) return undefined;
  const sorted = order.map(fieldKey).filter((key) => key !== undefined);
  if (sorted.length < order.length || !isTested(selection, filter)) return undefined;
  const parts = partsOf(filter);
  const ranges = rangesOf(parts);
  const fixed = ranges
    .filter(isFixed)
    .sort((one, other) => compareKeys(columnOf(one), columnOf(other)))
    .slice(0, maxFixed);
  const others = sorted.filter((key) => !fixed.some((range) => columnOf(range) === columnOf(key)));
  const keys = [...fixed.map(({ field }) => ({ field, isDescending: false })), ...others];
  const [next] = others;
  const range = next && ranges.find((found) => columnOf(found) === columnOf(next));
  const used = [...fixed, ...(range ? [range] : [])].flatMap(({ filters }) => filters);
  const rest = [...parts.filter((part) => !used.includes(part)), ...[records.visibleFilter ?? []].flat()];
  const orderBy = keys.length === 0 ? null : orderListSql(orderKeys(keys.map(orderKey), scope, withoutGroups));
  return createOrderedRecords({
    inOrder: (rows) => rows.inOrder(orderBy),
    keys: [...keys, positionKey],
    fixedCount: fixed.length,
    sorted,
    ...placesOf(fixed, next && { ...next, range }),
    isInRange: testOf(used),
    isSelected: rest.length > 0 ? testOf(rest) : undefined,
    longSearches: ctx.app.longSearches,
    nameOf() {
      // Without its values: most searches for other words, or above another number, find as few.
      const condition = conditionOf(selection, filter)?.render().text;
      return JSON.stringify([records.table.name, orderBy?.render().text, condition]);
    },
  });
}

interface OrderedParts {
  readonly inOrder: (rows: RecordRows) => RecordOrder | undefined;
  /** The fields that the filter fixes, those of the page, and the position. */
  readonly keys: readonly FieldKey[];
  readonly fixedCount: number;
  /** The fields of the page. */
  readonly sorted: readonly FieldKey[];
  readonly start: Place;
  readonly end: Place;
  readonly isInRange: ViewTest;
  /** Tests a record of the range; undefined where all are selected. */
  readonly isSelected: ViewTest | undefined;
  readonly longSearches: RequestContext['app']['longSearches'];
  /** The name of the filter and the order among them. */
  readonly nameOf: () => string;
}

function createOrderedRecords(parts: OrderedParts): OrderedRecords {
  const { inOrder, keys, fixedCount, sorted, start, end, isInRange, isSelected, longSearches, nameOf } = parts;
  return {
    async page(rows, { after, limit, offset, textsOf }) {
      const needed = offset + limit;
      const name = isSelected && nameOf();
      if (name !== undefined && (needed > maxTested || longSearches.has(name))) return undefined;
      const order = inOrder(rows);
      if (!order) return undefined;
      const search: Search = { rows, order, keys };
      const first = await numberOf(search, start);
      const next = after ? await numberAfter(search, after, { start, fixedCount, sorted, textsOf }) : 0;
      if (next === undefined) return undefined;
      const from = Math.max(first, next);
      const found = await (isSelected
        ? findSelected(search, { from, needed, isInRange, isSelected })
        : readRange(search, { from: from + offset, limit, isInRange }));
      if (!found && name !== undefined) longSearches.set(name, true);
      const shown = isSelected ? found?.slice(offset) : found;
      return shown?.map((record) => ({ record, keys: keysOf(record, sorted) }));
    },
    async count(rows) {
      const order = isSelected ? undefined : inOrder(rows);
      if (!order) return undefined;
      const search: Search = { rows, order, keys };
      return (await numberOf(search, end)) - (await numberOf(search, start));
    },
  };
}

/** A search in an order by its keys. */
interface Search {
  readonly rows: RecordRows;
  readonly order: RecordOrder;
  readonly keys: readonly FieldKey[];
}

/** The records from a number on that are in the range. */
async function readRange(
  { rows, order }: Search,
  { from, limit, isInRange }: { readonly from: number; readonly limit: number; readonly isInRange: ViewTest },
): Promise<readonly StoredRecord[]> {
  const found = await rows.at(await order.positions(from, limit));
  const end = found.findIndex((record) => !isInRange(record));
  return end === -1 ? found : found.slice(0, end);
}

/** The selected records of the range from a number on. Undefined where too many others are between them. */
async function findSelected(
  { rows, order }: Search,
  {
    from,
    needed,
    isInRange,
    isSelected,
  }: {
    readonly from: number;
    readonly needed: number;
    readonly isInRange: ViewTest;
    readonly isSelected: ViewTest;
  },
): Promise<readonly StoredRecord[] | undefined> {
  const found: StoredRecord[] = [];
  if (needed === 0) return found;
  for (let tested = 0; tested < maxTested; tested += testedAtOnce) {
    const positions = await order.positions(from + tested, testedAtOnce);
    for (const record of await rows.at(positions)) {
      if (!isInRange(record)) return found;
      if (isSelected(record)) found.push(record);
      if (found.length >= needed) return found;
    }
    if (positions.length < testedAtOnce) return found;
  }
  return undefined;
}

/** The number of the first record that is not before a place. */
async function numberOf({ rows, order, keys }: Search, place: Place): Promise<number> {
  let [low, high] = [0, rows.count];
  if (place.keys.length === 0) return place.isAfter ? high : low;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const compared = compareWith(await order.record(middle), keys, place.keys);
    if (compared < 0 || (place.isAfter && compared === 0)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The number of the record after a cursor. Undefined for a cursor of a record that the filter does not select by its fixed fields, of one with other
 * values, and of one that has no number: times far away differ by less than JavaScript can say.
 */
async function numberAfter(
  search: Search,
  { keys: texts, position }: RecordPosition,
  {
    start,
    fixedCount,
    sorted,
    textsOf,
  }: Pick<OrderedParts, 'start' | 'fixedCount' | 'sorted'> & Pick<OrderedRange, 'textsOf'>,
): Promise<number | undefined> {
  const { rows, order, keys } = search;
  const at = Number(position);
  if (!(at >= 0 && at < rows.count)) return undefined;
  if (keys.length === 1) return at + 1;
  const [record] = await rows.at([at]);
  if (!record || compareWith(record, keys, start.keys.slice(0, fixedCount)) !== 0) return undefined;
  if (textsOf(keysOf(record, sorted)).some((text, index) => text !== texts[index])) return undefined;
  const number = await numberOf(search, { keys: keysOf(record, keys), isAfter: false });
  const [found] = await order.positions(number, 1);
  return found === at ? number + 1 : undefined;
}

/** A field by which records are sorted. */
interface FieldKey {
  readonly field: SqlField;
  readonly isDescending: boolean;
}

const positionKey: FieldKey = { field: positionField, isDescending: false };

const orderKey = ({ field, isDescending }: FieldKey): BoundOrderKey<SqlField> => ({
  kind: 'expression',
  expression: fieldExpression(field),
  isDescending,
});

const sortedTypes: readonly SqlField['type'][] = ['text', 'int', 'double', 'date', 'datetime'];

/** Whether records are sorted by a field as their values in memory compare. */
const isSorted = ({ type, isMultivalued, column }: SqlField): boolean =>
  column !== undefined && !isMultivalued && sortedTypes.includes(type);

const fieldKey = (key: BoundOrderKey<SqlField>): FieldKey | undefined =>
  key.kind === 'expression' && key.expression.kind === 'field' && isSorted(key.expression.field)
    ? { field: key.expression.field, isDescending: key.isDescending }
    : undefined;

const columnOf = ({ field }: { readonly field: SqlField }): string => field.column ?? '';

const keysOf = (record: StoredRecord, keys: readonly FieldKey[]): Keys =>
  keys.map(({ field }) => keyOf(record.values(field)[0] ?? null, field.type));

/** Compares the first keys of a record with others. */
function compareWith(record: StoredRecord, keys: readonly FieldKey[], others: Keys): number {
  for (const [index, other] of others.entries()) {
    const key = keys[index];
    if (!key) return 0;
    const compared = compareSorted(keyOf(record.values(key.field)[0] ?? null, key.field.type), other, key.isDescending);
    if (compared !== 0) return compared;
  }
  return 0;
}

/** A place in an order: before all records that begin with these keys, or after them. */
interface Place {
  readonly keys: Keys;
  readonly isAfter: boolean;
}

/** The ends of a range in an order: of the fields that are fixed, and of a range of the next one. Nulls come last, and are in no range. */
function placesOf(
  fixed: readonly FieldRange[],
  next: (FieldKey & { readonly range: FieldRange | undefined }) | undefined,
): { readonly start: Place; readonly end: Place } {
  const keys = fixed.map(({ from }) => from?.key);
  if (!next?.range) return { start: { keys, isAfter: false }, end: { keys, isAfter: true } };
  const { from, to } = next.range;
  const [first, last] = next.isDescending ? [to, from] : [from, to];
  return {
    start: first ? { keys: [...keys, first.key], isAfter: !first.isIncluded } : { keys, isAfter: false },
    end: last
      ? { keys: [...keys, last.key], isAfter: last.isIncluded }
      : { keys: [...keys, undefined], isAfter: false },
  };
}

/** An end of the values that a filter selects. */
interface End {
  readonly key: Key;
  readonly isIncluded: boolean;
}

/** The values of a field that parts of a filter select. */
interface FieldRange {
  readonly field: SqlField;
  readonly filters: readonly Filter[];
  readonly from: End | undefined;
  readonly to: End | undefined;
}

const isFixed = ({ from, to }: FieldRange): boolean =>
  from?.isIncluded === true && to?.isIncluded === true && compareKeys(from.key, to.key) === 0;

/** The parts of a filter, all of which a record must match. */
function partsOf(filter: Filter | null): readonly Filter[] {
  if (!filter) return [];
  return filter.kind === 'and' ? filter.filters.flatMap(partsOf) : [filter];
}

/** The ranges of fields. A part that would be a second end of a range is not among them. */
function rangesOf(parts: readonly Filter[]): readonly FieldRange[] {
  const ranges = new Map<string, FieldRange>();
  for (const part of parts) {
    const range = rangeOf(part);
    if (!range) continue;
    const { field, from, to } = range;
    const known = ranges.get(columnOf(range)) ?? { field, filters: [], from: undefined, to: undefined };
    if ((from && known.from) || (to && known.to)) continue;
    ranges.set(columnOf(range), {
      field,
      filters: [...known.filters, part],
      from: known.from ?? from,
      to: known.to ?? to,
    });
  }
  return [...ranges.values()];
}

/** The range that a condition is; undefined for another condition. */
function rangeOf(filter: Filter): Omit<FieldRange, 'filters'> | undefined {
  if (filter.kind === 'range' && filter.operand.kind === 'field' && isSorted(filter.operand.field)) {
    const { field, type } = filter.operand;
    const [from, to] = [filter.from, filter.to].map((end) => {
      const key = end ? keyOf(end.value, type) : undefined;
      return end && key !== undefined ? { key, isIncluded: end.isIncluded } : undefined;
    });
    return (from ?? to) ? { field, from, to } : undefined;
  }
  if (filter.kind !== 'comparison' || filter.left.kind !== 'field' || filter.right.kind !== 'literal') return undefined;
  const { left, operator, right } = filter;
  const key = keyOf(right.value, right.type);
  if (operator === '!=' || key === undefined || !isSorted(left.field)) return undefined;
  const end = { key, isIncluded: operator.includes('=') };
  return {
    field: left.field,
    from: operator.startsWith('<') ? undefined : end,
    to: operator.startsWith('>') ? undefined : end,
  };
}

function testOf(filters: readonly Filter[]): ViewTest {
  const tests = filters.map(compileViewTest);
  return (view) => tests.every((test) => test(view));
}

/** Whether records are tested without the column engine. */
function isTested({ scope, records }: RecordSelection, filter: Filter | null): boolean {
  const filters = [filter, records.visibleFilter].flatMap((part) => part ?? []);
  return new EvaluationCosts(new StoredRecords([], [])).fitsRecords([], {
    timezone: scope.timezone,
    visible: { kind: 'and', filters },
    rows: maxTested,
  });
}
