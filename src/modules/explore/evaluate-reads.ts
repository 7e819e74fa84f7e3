import type { BoundFilter, BoundQuery } from '#engine/odsql/bind/bound.ts';
import { compileViewTest, type ViewTest } from '#engine/odsql/evaluate/compile-test.ts';
import { evaluateFacets, type RecordFacet } from '#engine/odsql/evaluate/evaluate-facets.ts';
import {
  compileRecord,
  evaluateCount,
  evaluateKeys,
  evaluatePage,
  evaluateRows,
  evaluateTotals,
} from '#engine/odsql/evaluate/evaluate-query.ts';
import { EvaluationCosts } from '#engine/odsql/evaluate/evaluation-costs.ts';
import type { Key } from '#engine/odsql/evaluate/group-keys.ts';
import { BeyondMemory, type StoredRecords } from '#engine/odsql/evaluate/stored-record.ts';
import { doubleText } from '#engine/odsql/evaluate/write-value.ts';
import type { SqlType } from '#engine/odsql/sql/expression-sql.ts';
import type { SqlField } from '#engine/odsql/sql/scope.ts';
import { recordIdField } from '#records/index.ts';
import type { RecordPosition } from './page-sql.ts';
import type { TextRow } from '#platform/columns/column-engine.ts';
import type { RecordSelection } from './selection.ts';

/*
 * How records in memory answer the reads of this folder, with the rows that the statements of the column engine have. `EvaluationCosts` says what is left
 * to the engine.
 */

/** The rows of a statement, computed from all records of a generation; undefined for what the column engine must answer. */
export type Evaluate = (stored: StoredRecords) => readonly TextRow[] | undefined;
type Query = Omit<BoundQuery<SqlField>, 'filter' | 'scope'>;

/** Tests whether the caller may see a record. */
export const visibleTest = ({ records: { visibleFilter } }: RecordSelection): ViewTest | undefined =>
  visibleFilter ? compileViewTest(visibleFilter) : undefined;

/** Whether the rows of a query are evaluated in memory. */
const fits = (
  stored: StoredRecords,
  { records, scope }: RecordSelection,
  query: Pick<BoundQuery<SqlField>, 'filter' | 'keys' | 'items' | 'order'>,
  rows: number,
): boolean =>
  new EvaluationCosts(stored).fitsRows(query, { timezone: scope.timezone, visible: records.visibleFilter, rows });

/** The page of records whose statement `pageSql` writes. */
export interface EvaluatedPage {
  readonly query: Omit<BoundQuery<SqlField>, 'scope'>;
  readonly isRanked: boolean;
  /** The types of the keys of the order. */
  readonly types: readonly SqlType[];
  readonly after: RecordPosition | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** The rows of a page of records. A cursor that memory would not have written is left to the column engine. */
export const evaluatedPage =
  (selection: RecordSelection, { query, isRanked, types, after, limit, offset }: EvaluatedPage): Evaluate =>
  (stored) => {
    if (!fits(stored, selection, query, limit)) return undefined;
    const { records } = stored;
    const bound = { ...query, scope: selection.scope };
    const range = { isRanked, limit, offset, isVisible: visibleTest(selection) };
    const textsOf = keyTexts(types);
    const position = after && Number(after.position);
    if (after && position !== undefined) {
      const keys = evaluateKeys(bound, records, position, isRanked);
      if (!keys || textsOf(keys).some((text, index) => text !== after.keys[index])) return undefined;
    }
    return evaluatePage(bound, records, { ...range, after: position }).map((row) => [
      row.json,
      records[row.position]?.json(recordIdField).slice(1, -1) ?? null,
      ...textsOf(row.keys),
      String(row.position),
    ]);
  };

/** The keys of an order as a cursor has them. */
export const keyTexts =
  (types: readonly SqlType[]) =>
  (keys: readonly (Key | undefined)[]): (string | null)[] =>
    keys.map((key, index) => keyText(key, types[index] ?? 'text'));

/** A key of an order as a cursor has it: the text of the column engine. */
function keyText(key: Key | undefined, type: SqlType): string | null {
  if (key === undefined) return null;
  if (typeof key === 'string') return type === 'bigint' ? String(BigInt(key)) : key;
  switch (type) {
    case 'text':
    case 'bigint':
      return String(key);
    case 'double precision':
      return doubleText(key);
    case 'date':
      return new Date(key).toISOString().slice(0, 10);
    case 'timestamptz':
      return timeText(key);
  }
}

/** The times, in milliseconds, of which a double holds the microseconds. */
const maxExactTime = 2 ** 42;

function timeText(time: number): string {
  if (Math.abs(time) > maxExactTime && !Number.isInteger(time)) throw new BeyondMemory();
  const seconds = Math.floor(time / 1_000);
  const fraction = String(Math.round(time * 1_000) - seconds * 1_000_000)
    .padStart(6, '0')
    .replace(/0+$/, '');
  const clock = new Date(seconds * 1_000).toISOString().slice(0, 19).replace('T', ' ');
  return `${clock}${fraction === '' ? '' : `.${fraction}`}+00`;
}

/** The number of the records that a filter selects. */
export const evaluatedCount =
  (selection: RecordSelection, filter: BoundFilter<SqlField> | null): Evaluate =>
  (stored) =>
    fits(stored, selection, { filter, keys: null, items: [], order: [] }, 0)
      ? [[String(evaluateCount({ filter }, stored.records, visibleTest(selection)))]]
      : undefined;

/** The row of the record with an identifier: its JSON object. */
export const evaluatedRecord =
  (selection: RecordSelection, items: Query['items'], recordId: string): Evaluate =>
  (stored) => {
    const query = { filter: null, keys: null, items, order: [], isAggregated: false, scope: selection.scope };
    if (!fits(stored, selection, query, 1)) return undefined;
    const id = `"${recordId}"`;
    const found = stored.records.find((record) => record.json(recordIdField) === id);
    return found && (visibleTest(selection)?.(found) ?? true) ? [[compileRecord(query)(found)]] : [];
  };

/** The rows of a query, each a JSON object. */
export const evaluatedRows =
  (
    selection: RecordSelection,
    query: Query & Pick<BoundQuery<SqlField>, 'filter'>,
    range: { readonly limit: number; readonly offset: number },
  ): Evaluate =>
  (stored) => {
    if (!fits(stored, selection, query, range.limit)) return undefined;
    const isVisible = visibleTest(selection);
    const bound = { ...query, scope: selection.scope };
    return evaluateRows(bound, stored.records, { ...range, isVisible, isRanked: true }).map((row) => [row]);
  };

/** The row of a query whose items are aggregates over all selected records. */
export const evaluatedTotals =
  (selection: RecordSelection, filter: BoundFilter<SqlField> | null, items: Query['items']): Evaluate =>
  (stored) => {
    const query = { filter, keys: null, items, order: [], isAggregated: true, scope: selection.scope };
    return fits(stored, selection, query, 1)
      ? [[evaluateTotals(query, stored.records, visibleTest(selection))]]
      : undefined;
  };

/** The counts of facets: the number of the facet, the value above, the value and its count. */
export const evaluatedFacets =
  (selection: RecordSelection, facets: readonly RecordFacet[]): Evaluate =>
  (stored) => {
    const { records, scope } = selection;
    const { timezone } = scope;
    if (!new EvaluationCosts(stored).fitsFacets(facets, { timezone, visible: records.visibleFilter })) return undefined;
    const isVisible = visibleTest(selection);
    const views = isVisible ? stored.records.filter(isVisible) : stored.records;
    return evaluateFacets(facets, views, timezone).map(({ facet, parent, value, count }) => [
      String(facet),
      parent,
      value,
      String(count),
    ]);
  };
