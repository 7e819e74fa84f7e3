import type { BoundQuery } from '#engine/odsql/bind/bound.ts';
import { AggregateColumns } from '#engine/odsql/sql/value-sql.ts';
import { type QueryRange, rowSql, rowsStatement } from '#engine/odsql/sql/query-sql.ts';
import type { SqlField } from '#engine/odsql/sql/scope.ts';
import type { RowRange } from '#api/types/odsql.inputs.ts';
import type { RequestContext } from '#api/context.ts';
import { JsonText } from '#kernel/json.ts';
import { sql, type Sql, sqlJoin, sqlText } from '#kernel/sql.ts';
import { type Evaluate, evaluatedCount, evaluatedRows, evaluatedTotals } from './evaluate-reads.ts';
import { pageOrder, pageRowsSql, placesSql } from './page-sql.ts';
import { orderedRecords } from './ordered-records.ts';
import { countFromRows, pageFromRows, type RowRead } from './row-reads.ts';
import { conditionOf, filterOf, type RecordSelection } from './selection.ts';
import { hash } from 'node:crypto';
import { CountedReads } from '#api/request-state.ts';
import { BeyondMemory } from '#engine/odsql/evaluate/stored-record.ts';
import { CatalogError, fail } from '#kernel/fail.ts';
import { DerivedFileDamaged, type TextRow } from '#platform/columns/column-engine.ts';
import { ResultBudget } from '#platform/database/statements.ts';
import { recordRows, recordsInMemory, type VisibleRecords } from '#records/index.ts';

/** The rows of a query over the selected records: records, or groups of them. Each is a JSON object. */
export function readRows(
  ctx: RequestContext,
  selection: RecordSelection,
  query: Omit<BoundQuery<SqlField>, 'filter' | 'scope'>,
  range: RowRange,
): Promise<JsonText[]> {
  const isPage = query.keys === null && !query.isAggregated;
  return readRowTexts(ctx, selection, {
    statement: () => (isPage ? pageTexts(selection, query, range) : rowTexts(selection, query, range)),
    evaluate: evaluatedRows(selection, { ...query, filter: filterOf(selection) }, range),
    ...(isPage && {
      fromRows: pageFromRows(selection, {
        items: query.items,
        ...range,
        after: undefined,
        types: [],
        ordered: () => orderedRecords(ctx, selection, query.order),
        places: () => placesSql(pageOf(selection, query, range)),
        rowOf: (json) => [json],
      }),
    }),
  });
}

/** A statement for a page of records. It first finds the records of the page, and makes JSON only of these. */
function pageTexts(
  selection: RecordSelection,
  query: Omit<BoundQuery<SqlField>, 'filter' | 'scope'>,
  range: RowRange,
): Sql {
  const page = pageRowsSql(pageOf(selection, query, range));
  return sql`select ${rowSql(query.items, selection.scope)} as row from (${page}) t`;
}

function pageOf(
  selection: RecordSelection,
  { order }: Pick<BoundQuery<SqlField>, 'order'>,
  range: RowRange,
): Parameters<typeof pageRowsSql>[0] {
  const { records, scope } = selection;
  const filter = filterOf(selection);
  return {
    from: records.from,
    condition: conditionOf(selection, filter),
    ...pageOrder(selection, filter, order),
    position: scope.position,
    after: undefined,
    ...range,
  };
}

/** A statement for the rows, each as the text of a JSON object, or as `columns`. */
export function rowTexts(
  selection: RecordSelection,
  query: Omit<BoundQuery<SqlField>, 'filter' | 'scope'>,
  range: Omit<QueryRange, 'from' | 'condition'>,
): Sql {
  const { records, scope } = selection;
  const { words } = scope;
  // Without a limit, the rows come in the order of publication: an order by relevance would delay the first row until the last match is found.
  const isRanked = range.limit !== null && words?.isRanked === true;
  // An index would lose the order of the records.
  const rowScope = query.keys === null ? { ...scope, words: { ...words, isRanked, index: undefined } } : scope;
  return rowsStatement(
    { ...query, filter: filterOf(selection), scope: rowScope },
    { from: records.from, condition: records.condition ?? undefined, isInOrder: true, ...range },
  );
}

/** The number of the selected records. Their order, if they have one, may tell it. */
export async function countRecords(
  ctx: RequestContext,
  selection: RecordSelection,
  { order, kind }: { readonly order?: BoundQuery<SqlField>['order']; readonly kind?: ReadKind } = {},
): Promise<number> {
  const { records } = selection;
  const filter = filterOf(selection);
  const condition = conditionOf(selection, filter);
  if (!condition) return records.recordCount;
  const read: RecordRead = {
    statement: () => sql`select count(*)::text from ${records.from} where ${condition}`,
    evaluate: evaluatedCount(selection, filter),
    ...(order && { fromRows: countFromRows(() => orderedRecords(ctx, selection, order)) }),
  };
  return Number(onlyColumn(await readTexts(ctx, records, read, { isCached: true, kind }))[0]);
}

/** The one row of a query whose items are aggregates, over all selected records. */
export function readTotals(
  ctx: RequestContext,
  selection: RecordSelection,
  { items }: Pick<BoundQuery<SqlField>, 'items'>,
): Promise<JsonText[]> {
  return readRowTexts(ctx, selection, {
    statement: () => totalsStatement(selection, items),
    evaluate: evaluatedTotals(selection, filterOf(selection), items),
  });
}

function totalsStatement(selection: RecordSelection, items: BoundQuery<SqlField>['items']): Sql {
  const { records, scope } = selection;
  const aggregates = new AggregateColumns();
  const row = rowSql(items, scope, {
    key: () => sqlText('null'),
    aggregate: (aggregate) => sqlText(`total.${aggregates.add(aggregate)}`),
  });
  const condition = conditionOf(selection, filterOf(selection)) ?? sqlText('true');
  const totals = sql`select ${sqlJoin(aggregates.columns(), ', ')} from ${records.from} where ${condition}`;
  return sql`select ${row} as row from (${totals}) total`;
}

/** Reads rows, each a JSON text. */
const readRowTexts = async (ctx: RequestContext, { records }: RecordSelection, read: RecordRead): Promise<JsonText[]> =>
  onlyColumn(await readTexts(ctx, records, read, { isCached: true })).map((text) => new JsonText(text));

/** The maximum number of reads of a request: of queries, and of the record counts for a page of datasets, which are metadata. */
const maxReads = { query: 200, recordCount: 1_000 };
/** The kind of a read. Each kind has its own limit. */
type ReadKind = keyof typeof maxReads;

/** A read of records: the statement of the column engine, and how records in memory and the row file answer it. */
export interface RecordRead {
  readonly statement: () => Sql;
  readonly evaluate?: Evaluate;
  readonly fromRows?: RowRead;
}

/** What `readTexts` may do. */
interface ReadOptions {
  /** The rows depend only on the records and the caller's access. They are cached until records are added. Default: false. */
  readonly isCached?: boolean;
  readonly kind?: ReadKind | undefined;
}

/**
 * Reads rows of texts: those of a small generation from memory, others by the column engine. Equal reads of a request share a statement. Fails
 * QUERY_TOO_COMPLEX for too many reads, ANSWER_TOO_LARGE, and TIMED_OUT beyond EXPLORE_TIMEOUT.
 */
export async function readTexts(
  ctx: RequestContext,
  records: VisibleRecords,
  read: RecordRead,
  { isCached = false, kind = 'query' }: ReadOptions = {},
): Promise<readonly TextRow[]> {
  const { table } = records;
  // The read is counted before other requests may wait for its result, so that exceeding the limit fails only this request.
  addRead(ctx, kind, read);
  const evaluated = read.evaluate && (await evaluateRead(ctx, records, read.evaluate));
  if (evaluated) return evaluated;
  const run = async (statement?: Sql) =>
    (read.fromRows && (await readFromRows(ctx, records, read.fromRows))) ??
    (await ctx.records.rows({ tables: [table], statement: statement ?? read.statement() }));
  if (!isCached) return run();
  const statement = read.statement();
  const key = `${table.name} ${keyOf(statement)}`;
  const found = ctx.app.readCache.getOrRead(key, () => run(statement), ctx.admission.callerKind);
  // The cast is safe, because the key identifies the statement and all of its values.
  return found as Promise<readonly TextRow[]>;
}

/** The rows of a read whose values come from the row file. They spend the budget of the operation. */
async function readFromRows(
  ctx: RequestContext,
  records: VisibleRecords,
  { fits, read, found }: RowRead,
): Promise<readonly TextRow[] | undefined> {
  const stored = fits() ? recordRows(ctx, records) : undefined;
  if (!stored) return undefined;
  const rows = await unlessBeyondMemory(async () => {
    const answered = await ctx.records.fromRowFile(() => read(stored));
    if (answered || !found) return answered;
    const statement = { tables: [records.table], statement: found.places() };
    const places = await ctx.records.rows(statement, new ResultBudget());
    return ctx.records.fromRowFile(() => found.read(stored, places));
  });
  return rows && spend(ctx, rows);
}

/** The rows of a read from records in memory, which wait for the caller's turn and spend the budget of the operation. */
async function evaluateRead(
  ctx: RequestContext,
  visible: VisibleRecords,
  evaluate: Evaluate,
): Promise<readonly TextRow[] | undefined> {
  const stored = await recordsInMemory(ctx, visible);
  if (!stored) return undefined;
  const rows = await ctx.admission.admitRecords(() => unlessBeyondMemory(async () => evaluate(stored)));
  return rows && spend(ctx, rows);
}

/** What is computed from records in JavaScript; undefined where it needs the column engine, or a file cannot be read. */
async function unlessBeyondMemory<T>(compute: () => Promise<T>): Promise<T | undefined> {
  try {
    return await compute();
  } catch (error) {
    if (error instanceof BeyondMemory || error instanceof DerivedFileDamaged) return undefined;
    throw error;
  }
}

/** Takes rows from the budget of the operation. Fails ANSWER_TOO_LARGE. */
function spend(ctx: RequestContext, rows: readonly TextRow[]): readonly TextRow[] {
  const exceeded = ctx.admission.budget()?.spend(bytesOf(rows));
  if (exceeded instanceof CatalogError) throw exceeded;
  return rows;
}

const bytesOf = (rows: readonly TextRow[]): number => {
  let bytes = 0;
  for (const row of rows) for (const text of row) bytes += text?.length ?? 0;
  return bytes;
};

/** The only column of the rows of a statement. */
export const onlyColumn = (rows: readonly TextRow[]): string[] => rows.flatMap(([text]) => text ?? []);

/** Adds a read to those of the request. Fails QUERY_TOO_COMPLEX. */
function addRead(ctx: RequestContext, kind: ReadKind, read: RecordRead): void {
  const { reads } = ctx.state;
  const ofKind = reads.get(kind) ?? new CountedReads(maxReads[kind]);
  reads.set(kind, ofKind);
  const found = ofKind.add(() => keyOf(read.statement()));
  if (found > maxReads[kind])
    fail('QUERY_TOO_COMPLEX', {
      found,
      measure: 'reads of records',
      limit: maxReads[kind],
      advice: 'Ask for fewer at a time.',
    });
}

/** Two reads with one key are the same statement with the same values. */
function keyOf(statement: Sql): string {
  const { text, values } = statement.render();
  return hash('sha256', JSON.stringify([text, values]), 'base64url');
}
