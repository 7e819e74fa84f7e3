import type { RequestContext } from '#api/context.ts';
import { CatalogError } from '#kernel/fail.ts';
import { onceFor } from '#kernel/once-for.ts';
import { sql, type Sql } from '#kernel/sql.ts';
import { isBlobKey } from '#platform/storage/storage.ts';
import type { GenerationTable } from '#platform/columns/column-engine.ts';
import { type DatabaseClient, firstRow } from '#platform/database/database-client.ts';
import type { RecordField } from '../record-field.ts';
import { columnsOfGeneration } from '../table/record-columns.ts';
import { readTail } from './record-tail.ts';

/** Where the records of a generation are, as `storedGeneration` selects it. */
export interface StoredGeneration {
  readonly id: string;
  /** The key of the file; null for a generation without records, or whose records are all in the tail. */
  readonly file: string | null;
  /** The number of records in the file. */
  readonly fileCount: number;
  /** The number of records in the file and the tail. */
  readonly recordCount: number;
  /** The version of the tail. */
  readonly tailVersion: string;
}

/** JSON with the StoredGeneration of a row of the table `generation` under an alias. */
export const storedGeneration = (generation: Sql): Sql =>
  sql`json_build_object('id', ${generation}.id::text, 'file', ${generation}.file, 'fileCount', ${generation}.file_count,
    'recordCount', ${generation}.record_count, 'tailVersion', ${generation}.tail_version::text)`;

/** Whether the records are still in a table of the version before (move-records.ts): they are in no file, and no push has written a tail. */
const isUnmoved = ({ file, recordCount, tailVersion }: StoredGeneration): boolean =>
  file === null && recordCount > 0 && tailVersion === '0';

/** Fails RECORDS_MOVING where the records of a generation are still in a table of the version before. */
export async function requireMoved(db: DatabaseClient, stored: StoredGeneration): Promise<void> {
  if (!isUnmoved(stored)) return;
  const unmoved = await firstRow<{ count: number }>(
    db,
    sql`
      select count(*)::int as count
      from generation g
      join dataset d on d.generation = g.id
      where g.file is null and g.record_count > 0 and g.tail_version = 0`,
  );
  throw new CatalogError('RECORDS_MOVING', { remaining: unmoved?.count ?? 1, seconds: 10 });
}

/**
 * The table of a generation with its fields, all of them, in the column engine. In a transaction that appended records, the table has these
 * records too.
 */
export function tableOfGeneration(
  ctx: Pick<RequestContext, 'app' | 'db' | 'em'>,
  stored: StoredGeneration,
  fields: readonly RecordField[],
): GenerationTable {
  const { id, file, fileCount, recordCount, tailVersion } = stored;
  // the key becomes a part of a name in statements
  if (file !== null && !isBlobKey(file)) throw new TypeError('The file of a generation is the key of a blob.');
  const columns = sharedColumns(fields);
  const hasTail = recordCount > fileCount;
  return {
    name: [`g${id}`, file?.slice(0, 16) ?? '', fieldsVersion(fields), recordCount, hasTail ? tailVersion : ''].join(
      '_',
    ),
    file: file === null ? null : { key: file, recordCount: fileCount },
    columns,
    // Outside of transactions the read does not wait for a turn of the request: the statement that needs it holds one.
    readTail: hasTail
      ? async () => {
          const db = ctx.em.isInTransaction() ? ctx.db : ctx.app.db;
          await requireMoved(db, stored);
          return readTail(db, { generation: id, from: fileCount, to: recordCount, columnCount: columns.length });
        }
      : null,
  };
}

/** The requests that find a generation as it was share the list of its fields. */
const sharedColumns = onceFor(columnsOfGeneration);

/** A text that differs for each state of the fields of one generation: fields are only appended, and ints become doubles. */
const fieldsVersion = (fields: readonly RecordField[]): string =>
  `${fields.length}f${fields.filter(({ type }) => type === 'double').length}`;
