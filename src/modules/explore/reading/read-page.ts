import { bindQuery } from '../../../engine/odsql/bind/clauses/bind-query.ts';
import type { BoundItem, BoundOrderKey } from '../../../engine/odsql/bind/bound/bound-query.ts';
import { hasAggregate } from '../../../engine/odsql/bind/expressions/bind-expression.ts';
import { isFirstKeyNeverNull } from '../../../engine/odsql/bind/filters/is-first-key-never-null.ts';
import { parseSelect } from '../../../engine/odsql/parse/parse-select.ts';
import { orderKeys, type SqlOrderKey } from '../../../engine/odsql/sql/order-sql.ts';
import { rowSql } from '../../../engine/odsql/sql/query-sql.ts';
import type { SqlField } from '../../../engine/odsql/sql/scope.ts';
import { relevanceSql } from '../../../engine/odsql/sql/words-sql.ts';
import type { RequestContext } from '../../../api/context.ts';
import { connectionOf, type Connection } from '../../../api/reading/page/connection.ts';
import { cursorColumn } from '../../../api/reading/page/cursor.ts';
import { checkPage, type Page, type PageArgs } from '../../../api/reading/page/page-args.ts';
import type { Row } from '../../../api/reading/declare/type-source.ts';
import { failFields } from '../../../kernel/fail.ts';
import { toNodeId } from '../../../kernel/ids.ts';
import { canonicalJson } from '../../../kernel/json.ts';
import { JsonText } from '../../../kernel/json-text.ts';
import { sql, sqlText, type Sql } from '../../../kernel/sql.ts';
import { TextSeal } from '../../../platform/secrets/text-seal.ts';
import { orderTree } from '../inputs/order-tree.ts';
import type { RecordOrder } from '../inputs/record-order.inputs.ts';
import type { ExploredRecord } from '../records/record.type.ts';
import { matchPositions, type MatchPage } from './match-positions.ts';
import { matchesOf } from './matches.ts';
import { pageSql, placeJson, type RecordPage } from './page-sql.ts';
import { parseRecordCursor, recordCursor, type CursorList, type RecordPosition } from './record-cursor.ts';
import { readText, readCachedJson, type ReadKind } from './run-reads.ts';
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
  const condition = conditionOf(selection, filter);
  const relevance = query.order.length === 0 ? relevanceSql(filter, scope) : null;
  const keys = relevance ? [relevanceKey(relevance)] : orderKeysOf(selection, query.order);
  const list: CursorList = {
    generation: records.generation,
    order: canonicalJson([orderBy, orderBy.length > 0 ? null : keys.map(({ value }) => value.render())]),
    types: keys.map(({ type }) => type),
    seal: records.condition ? new TextSeal(ctx.app.secrets.deriveKey('cursors of records')) : undefined,
  };
  const range = {
    position: scope.position,
    record: rowSql(query.items, scope),
    recordId: records.recordId,
    after: checkedPage.after === undefined ? undefined : parseRecordCursor(checkedPage.after, list),
    limit: checkedPage.length + 1,
    offset: checkedPage.offset,
  };
  const matches = matchesOf(selection, filter);
  const rows =
    matches && query.order.length === 0
      ? matchesSql({ ...range, ...matches, relevance })
      : pageSql({
          ...range,
          from: matches?.found ?? records.from,
          condition: matches ? undefined : condition,
          keys,
          isFirstKeyNeverNull: isFirstKeyNeverNull(filter, query.order),
        });
  return connectionOf<ExploredRecord>(
    checkedPage,
    async () => recordsOf(await readText(ctx, recordLines(rows)), records.uid, list),
    () => countRecords(ctx, selection),
  );
}

/** The number of the selected records. */
export async function countRecords(ctx: RequestContext, selection: Selection, kind?: ReadKind): Promise<number> {
  const { records } = selection;
  const condition = conditionOf(selection, filterOf(selection));
  if (!condition) return records.recordCount;
  return readCachedJson<number>(ctx, records, sql`select count(*)::int from ${records.from} where ${condition}`, kind);
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
  if (!/^[\da-f]{40}$/.test(recordId)) return null;
  const condition = conditionOf(selection, null) ?? sqlText('true');
  const values = await readText(
    ctx,
    sql`select coalesce((select ${rowSql(items, scope)} from ${records.from}
      where ${condition} and ${records.recordId.bytes} = decode(${recordId}, 'hex') limit 1), '')`,
  );
  return values === '' ? null : recordOf(records.uid, recordId, values);
}

/** Two lines for each record of a page: its place, and its values. Neither contains a line break. */
const recordLines = (rows: Sql): Sql =>
  sql`select coalesce(string_agg(concat(listed.place, E'\n', listed.record), E'\n'), '') from (${rows}) listed`;

/** The records of `recordLines`. Their values are not parsed. */
function recordsOf(text: string, datasetUid: string, list: CursorList): Row<ExploredRecord>[] {
  const lines = text.split('\n');
  return Array.from({ length: Math.floor(lines.length / 2) }, (_, index) => {
    // as `placeJson` writes it
    const place = JSON.parse(lines[2 * index] ?? '') as readonly [recordId: string, ...(string | null)[]];
    const [recordId, ...keys] = place;
    const position: RecordPosition = { keys: keys.slice(0, -1), position: keys.at(-1) ?? '' };
    const record = recordOf(datasetUid, recordId, lines[2 * index + 1] ?? '');
    return { ...record, [cursorColumn]: recordCursor(list, position) };
  });
}

const recordOf = (datasetUid: string, recordId: string, values: string) => ({
  id: recordNodeId(datasetUid, recordId),
  recordId,
  values: new JsonText(values),
});

const recordNodeId = (datasetUid: string, recordId: string): string => toNodeId('Record', `${datasetUid}:${recordId}`);

/** The keys of an order, over the table of the records. */
export function orderKeysOf({ scope }: Selection, order: readonly BoundOrderKey<SqlField>[]): SqlOrderKey[] {
  const none = () => sqlText('null');
  return orderKeys(order, scope, { key: none, aggregate: none });
}

const relevanceKey = (relevance: Sql): SqlOrderKey => ({
  value: relevance,
  type: 'double precision',
  isDescending: true,
});

/** The rows of a page of matches, with the same columns as those of `pageSql`. */
function matchesSql({ record, recordId, ...page }: MatchPage & Pick<RecordPage, 'record' | 'recordId'>): Sql {
  const keys = page.relevance ? [sqlText('p.relevance')] : [];
  return sql`select ${record} as record, ${placeJson(recordId, [...keys, sqlText('p.position')])} as place
    from (${matchPositions(page)}) p join ${page.from} on ${page.position} = p.position
    order by p.relevance desc nulls last, p.position`;
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
