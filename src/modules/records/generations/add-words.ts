import type { RequestContext } from '../../../api/context.ts';
import { inTransaction } from '../../../api/transaction.ts';
import { sql, sqlJoin, sqlText, type Sql } from '../../../kernel/sql.ts';
import { firstRow } from '../../../platform/database/database-client.ts';
import { isLockTimeout } from '../../../platform/database/errors.ts';
import type { RecordField } from '../record-field.ts';
import { tableOf } from '../table/generation-table.ts';
import { dropIndex, minIndexedRecords, createWordsIndex, disableWordStatistics } from '../table/table-indexes.ts';
import { recordIdField, recordScope } from '../visible/record-scope.ts';

/** The number of positions that one statement fills. It is small, so that readers and pushes do not wait for the statement. */
const windowSize = 5_000;
/** How long adding the column waits for the readers of the table; the next call tries again. */
const lockTimeoutMs = 1_000;
/** The timeout of filling one window, and of creating the index. */
const statementTimeoutMs = 10 * 60_000;

/** A table that an earlier version created. */
interface EarlierTable {
  readonly fields: readonly RecordField[];
  readonly count: string;
}

/**
 * Adds the column of words to the table of an earlier version, fills the column and creates its index. Until then readers
 * search the fields. A call continues the work of an interrupted call.
 */
export async function addWords(ctx: RequestContext, generation: number, signal: AbortSignal): Promise<void> {
  const found = await addColumn(ctx, generation);
  if (!found) return;
  const table = tableOf(generation);
  const words = wordsOfTexts(found.fields);
  await ctx.app.maintenance.use(
    async (run) => {
      for (let from = 0; words && from < Number(found.count); from += windowSize)
        await run(sql`update ${table} t set _words = ${words}
          where _words is null and _position >= ${from}::bigint and _position < ${from + windowSize}::bigint`);
      if (Number(found.count) >= minIndexedRecords) {
        await run(disableWordStatistics(generation));
        if (words) await run(createWordsIndex(generation));
      }
      await run(sql`update generation set words = 'complete' where id = ${generation}::bigint`);
    },
    { statementTimeoutMs, signal },
  );
}

/**
 * Adds the column under the lock of the dataset, so that all records pushed later have words. Undefined when readers held the table for
 * too long.
 */
async function addColumn(ctx: RequestContext, generation: number): Promise<EarlierTable | undefined> {
  try {
    return await inTransaction(ctx, async ({ db }) => {
      await db.rows(sql`select 1 from dataset where generation = ${generation}::bigint for update`);
      await db.rows(sqlText(`set local lock_timeout = ${lockTimeoutMs}`));
      const absent = await firstRow(
        db,
        sql`select 1 from generation where id = ${generation}::bigint and words = 'absent'`,
      );
      // earlier versions created an index with this name, over an expression
      if (absent) await db.rows(dropIndex(generation, 'words'));
      await db.rows(sql`alter table ${tableOf(generation)} add column if not exists _words tsvector storage external`);
      return firstRow<EarlierTable>(
        db,
        sql`update generation set words = 'filling' where id = ${generation}::bigint returning fields, record_count as count`,
      );
    });
  } catch (error) {
    if (isLockTimeout(error)) return undefined;
    throw error;
  }
}

/** The words of the text fields of a row; undefined without such fields. */
function wordsOfTexts(fields: readonly RecordField[]): Sql | undefined {
  const scope = recordScope(
    { datasetId: '', fields, allFields: fields, recordId: recordIdField(), hasWords: false },
    { timezone: 'UTC', language: 'en', now: new Date(0) },
  );
  const texts = scope.fields.filter(({ type }) => type === 'text');
  const single = texts.filter(({ isMultivalued }) => !isMultivalued).map(({ value }) => value);
  const lists = texts.filter(({ isMultivalued }) => isMultivalued).map(({ value }) => value);
  return texts.length === 0
    ? undefined
    : sql`odsql.word_vector(${sqlJoin([sql`array[${sqlJoin(single, ', ')}]::text[]`, ...lists], ' || ')})`;
}
