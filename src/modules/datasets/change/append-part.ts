import type { RequestContext } from '#api/context.ts';
import { writeWithPayload } from '#api/planning/write-with-payload.ts';
import { retryOnConflict } from '#api/transaction.ts';
import { CatalogError } from '#kernel/fail.ts';
import { newUid } from '#kernel/ids.ts';
import { sql, sqlJoin, sqlName, sqlText, type Sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { changeDataset } from './change-dataset.ts';
import { changeStatement } from './change-statement.ts';
import { checkPartLimit, partLimit } from './part-limits.ts';

/** A stack of parts of a dataset, which are ordered by `position`, from 0. */
export interface Stack {
  readonly section: 'processors' | 'fields';
  readonly table: string;
  /** The kind of the identifiers of the parts. */
  readonly part: 'processor' | 'field';
}

/** The values of the columns of a part, apart from those of its identifier, its dataset and its position. */
export type PartColumns = Readonly<Record<string, Sql>>;

/** A part to append. */
export interface AppendedPart {
  readonly datasetUid: string;
  readonly expectedRevision?: number | null | undefined;
  /** Parses the input. Fails where it is invalid. */
  readonly parse: (ctx: RequestContext) => Promise<PartColumns> | PartColumns;
  /** The parts of the mutation's payload. */
  readonly payload: (uid: string) => Readonly<Record<string, () => unknown>>;
}

/**
 * Appends a part to a stack and returns its uid, as `changeDataset` changes a dataset. One statement makes the change and reads the payload.
 * Where it changes nothing, a transaction locks the dataset, and makes the change or fails. Requests with an Idempotency-Key need the
 * transaction.
 */
export async function appendPart(ctx: RequestContext, stack: Stack, part: AppendedPart): Promise<string> {
  if (ctx.claim) return appendToLocked(ctx, stack, part);
  const columns = await parseIfValid(ctx, part);
  const appended = columns && (await retryOnConflict(() => appendAtOnce(ctx, stack, part, columns)));
  if (appended === undefined) return appendToLocked(ctx, stack, part);
  ctx.loaders.clear();
  return appended;
}

/** The parsed part; undefined for invalid input, which is reported once the rights of the caller are checked. */
async function parseIfValid(ctx: RequestContext, { parse }: AppendedPart): Promise<PartColumns | undefined> {
  try {
    return await parse(ctx);
  } catch (error) {
    if (error instanceof CatalogError) return undefined;
    throw error;
  }
}

/** Appends a part by one statement and returns its uid; undefined when the statement has changed nothing. */
async function appendAtOnce(
  ctx: RequestContext,
  stack: Stack,
  { datasetUid, expectedRevision, payload }: AppendedPart,
  columns: PartColumns,
): Promise<string | undefined> {
  const uid = newUid(stack.part);
  const table = sqlName(stack.table);
  const change = {
    sections: [stack.section],
    expectedRevision,
    columns: sql`${countParts(stack, sqlText('t.uid'))} as position`,
    condition: sql`t.position < ${partLimit(stack.section)}::int`,
    parts: sql`
    appended as (${insertPart(stack, uid, columns)} d.uid, t.position from d, t returning *),
    ${table} as not materialized (select * from appended union all select * from ${table})`,
  };
  const found = await writeWithPayload<{ isWritten: boolean }>(ctx, payload(uid), (text) =>
    changeStatement(ctx, datasetUid, change, sqlText('t.uid'), text),
  );
  return found?.isWritten ? uid : undefined;
}

/** Appends a part to the stack of a locked dataset. Fails as `changeDataset` does, and INVALID_INPUT when the stack is full. */
const appendToLocked = (
  ctx: RequestContext,
  stack: Stack,
  { datasetUid, expectedRevision, parse }: AppendedPart,
): Promise<string> =>
  changeDataset(
    ctx,
    datasetUid,
    {
      sections: [stack.section],
      expectedRevision,
      read: ({ db }) =>
        firstRow<{ count: number }>(db, sql`select ${countParts(stack, sql`${datasetUid}::text`)} as count`),
    },
    async (tx, _dataset, found) => {
      const position = found?.count ?? 0;
      checkPartLimit(stack.section, position + 1);
      const uid = newUid(stack.part);
      await tx.db.send(sql`${insertPart(stack, uid, await parse(tx))} ${datasetUid}::text, ${position}::int`);
      return uid;
    },
  );

const countParts = ({ table }: Stack, datasetUid: Sql): Sql =>
  sql`(select count(*)::int from ${sqlName(table)} part where part.dataset_uid = ${datasetUid})`;

/** The beginning of a statement that inserts a part, up to the values of its dataset and its position. */
const insertPart = ({ table }: Stack, uid: string, columns: PartColumns): Sql => sql`
  insert into ${sqlName(table)} (uid, ${sqlJoin(Object.keys(columns).map(sqlName), ', ')}, dataset_uid, position)
  select ${uid}::text, ${sqlJoin(Object.values(columns), ', ')},`;
