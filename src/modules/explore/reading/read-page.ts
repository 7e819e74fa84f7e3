import { bindQuery } from '#engine/odsql/bind/bind-query.ts';
import type { BoundFilter, BoundItem, BoundOrderKey } from '#engine/odsql/bind/bound.ts';
import { hasAggregate } from '#engine/odsql/bind/bind-expression.ts';
import { parseSelect } from '#engine/odsql/parse/parse-clauses.ts';
import { orderKeys, rowSql, withoutGroups } from '#engine/odsql/sql/query-sql.ts';
import type { SqlField } from '#engine/odsql/sql/scope.ts';
import { relevanceSql } from '#engine/odsql/sql/filter-sql.ts';
import type { RequestContext } from '#api/context.ts';
import {
  checkPage,
  type Connection,
  connectionOf,
  cursorColumn,
  type Page,
  type PageArgs,
} from '#api/reading/connection.ts';
import type { Row } from '#api/reading/type-source.ts';
import { failFields } from '#kernel/fail.ts';
import { toNodeId } from '#kernel/ids.ts';
import { canonicalJson, JsonText } from '#kernel/json.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import type { TextRow } from '#platform/columns/column-engine.ts';
import { TextSeal } from '#platform/encryption.ts';
import { isRecordId, recordIdField, recordWithId } from '#records/index.ts';
import { orderTree } from '../inputs/order-tree.ts';
import type { RecordOrder } from '../inputs/record-order.inputs.ts';
import type { ExploredRecord } from '../records/record.type.ts';
import { evaluatedCount, evaluatedPage, evaluatedRecord } from './evaluate-reads.ts';
import { pageSql, type PageOrder } from './page-sql.ts';
import { parseRecordCursor, recordCursor, type CursorList, type RecordPosition } from './record-cursor.ts';
import { onlyColumn, readTexts, type ReadKind, type RecordRead } from './run-reads.ts';
import { conditionOf, filterOf, type Selection } from './selection.ts';

/** What a page of records shows, and in which order. */
export interface PageArguments {
  readonly select?: readonly string[] | undefined;
  readonly orderBy?: readonly RecordOrder[] | undefined;
  readonly page: PageArgs;
}

/** The maximum sum of `offset` and `first` where records are skipped (docs/contract/explore.md 3). Cursors reach all records. */
const maxReach = 10_000;

/** A page of the selected records. Fails INVALID_INPUT, ODSQL_SYNTAX_ERROR and ODSQL_ERROR. */
export function readRecordPage(
  ctx: RequestContext,
  selection: Selection,
  { select = [], orderBy = [], page }: PageArguments,
): Connection<Row<ExploredRecord>> {
  const checkedPage = checkReach(checkPage(page));
  const { records, scope } = selection;
  const filter = filterOf(selection);
  const order = orderTree(orderBy, scope);
  const query = bindQuery({ select: select.flatMap(parseSelect), orderBy: order }, scope);
  checkItems(query.items);
  const { keys, isRanked } = pageOrder(selection, filter, query.order);
  const list: CursorList = {
    generation: records.generation,
    order: canonicalJson([orderBy, orderBy.length > 0 ? null : keys.map(({ value }) => value.render())]),
    types: keys.map(({ type }) => type),
    seal: records.condition ? new TextSeal(ctx.app.secrets.deriveKey('cursors of records')) : undefined,
  };
  const after = checkedPage.after === undefined ? undefined : parseRecordCursor(checkedPage.after, list);
  const range = { after, limit: checkedPage.length + 1, offset: checkedPage.offset };
  const read: RecordRead = {
    statement: () =>
      pageSql({
        from: records.from,
        condition: conditionOf(selection, filter),
        keys,
        isRanked,
        position: scope.position,
        record: rowSql(query.items, scope),
        recordId: recordIdField.value,
        ...range,
      }),
    evaluate: evaluatedPage(selection, { query: { ...query, filter }, isRanked, types: list.types, ...range }),
  };
  return connectionOf<ExploredRecord>(
    checkedPage,
    async () => (await readTexts(ctx, records, read)).map((row) => recordOfRow(row, records.uid, list)),
    () => countRecords(ctx, selection),
  );
}

/** The number of the selected records. */
export async function countRecords(ctx: RequestContext, selection: Selection, kind?: ReadKind): Promise<number> {
  const { records } = selection;
  const filter = filterOf(selection);
  const condition = conditionOf(selection, filter);
  if (!condition) return records.recordCount;
  const read: RecordRead = {
    statement: () => sql`select count(*)::text from ${records.from} where ${condition}`,
    evaluate: evaluatedCount(selection, filter),
  };
  return Number(onlyColumn(await readTexts(ctx, records, read, { isCached: true, kind }))[0]);
}

/** The selected record with an identifier, in hexadecimal; null when there is none. */
export async function readRecord(
  ctx: RequestContext,
  selection: Selection,
  recordId: string,
  select: readonly string[],
): Promise<ExploredRecord | null> {
  const { records, scope } = selection;
  const { items } = bindQuery({ select: select.flatMap(parseSelect) }, scope);
  checkItems(items);
  if (!isRecordId(recordId)) return null;
  const read: RecordRead = {
    statement: () => {
      const condition = conditionOf(selection, null) ?? sqlText('true');
      return sql`
        select ${rowSql(items, scope)}
        from ${records.from}
        where ${recordWithId(records, recordId)} and ${condition}
        limit 1`;
    },
    evaluate: evaluatedRecord(selection, items, recordId),
  };
  const [values] = onlyColumn(await readTexts(ctx, records, read));
  return values === undefined ? null : recordOf(records.uid, recordId, values);
}

/** The record of a row of `pageSql`. Its values are not parsed. */
function recordOfRow(
  [values, recordId, ...places]: TextRow,
  datasetUid: string,
  list: CursorList,
): Row<ExploredRecord> {
  const position: RecordPosition = { keys: places.slice(0, -1), position: places.at(-1) ?? '' };
  return {
    ...recordOf(datasetUid, recordId ?? '', values ?? 'null'),
    [cursorColumn]: recordCursor(list, position),
  };
}

const recordOf = (datasetUid: string, recordId: string, values: string) => ({
  id: recordNodeId(datasetUid, recordId),
  recordId,
  values: new JsonText(values),
});

const recordNodeId = (datasetUid: string, recordId: string): string => toNodeId('Record', `${datasetUid}:${recordId}`);

/** What a page is sorted by: the keys of the order, else the relevance of a search, else nothing for the order of publication. */
export function pageOrder(
  { scope }: Selection,
  filter: BoundFilter<SqlField> | null,
  order: readonly BoundOrderKey<SqlField>[],
): PageOrder {
  const relevance = order.length === 0 ? relevanceSql(filter, scope) : null;
  return relevance
    ? { keys: [{ value: relevance, type: 'double precision', isDescending: true }], isRanked: true }
    : { keys: orderKeys(order, scope, withoutGroups), isRanked: false };
}

function checkReach(page: Page): Page {
  return page.offset === 0 || page.offset + page.length <= maxReach
    ? page
    : failFields({ offset: [`Reach at most ${String(maxReach)} records by offset; use after for the others.`] });
}

function checkItems(items: readonly BoundItem<SqlField>[]): void {
  if (items.some(({ expression }) => hasAggregate(expression)))
    failFields({ select: ['Records have no aggregates; ask for them in aggregate or rows.'] });
}
