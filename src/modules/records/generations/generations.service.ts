import type { RequestContext } from '#api/context.ts';
import type { Platform } from '#api/platform.ts';
import { inTransaction } from '#api/transaction.ts';
import { keepBlob, releaseBlob } from '#blobs/index.ts';
import type { StoreFile } from '#engine/extractors/extractor.ts';
import { CatalogError, fail } from '#kernel/fail.ts';
import { onceFor } from '#kernel/once-for.ts';
import { sql, type Sql } from '#kernel/sql.ts';
import type { GenerationTable } from '#platform/columns/column-engine.ts';
import { type DatabaseClient, firstRow } from '#platform/database/database-client.ts';
import { isBlobKey } from '#platform/storage/storage.ts';
import { columnsOfGeneration, type RecordField } from '../record-field.ts';
import type { TransformConfiguration } from './generation.entity.ts';
import { graceMs, readTail } from './record-tail.ts';

/** The properties of a new generation. */
interface NewGeneration {
  readonly datasetUid: string;
  /** The last position of the log of pushed records that the generation includes. */
  readonly logPosition: number;
  /** How the records are transformed. Records pushed later are transformed in the same way. */
  readonly transform: TransformConfiguration;
}

/** Creates a generation without records, and returns its identifier. */
export async function createGeneration(
  { app, db }: RequestContext,
  { datasetUid, logPosition, transform }: NewGeneration,
): Promise<number> {
  const row = await firstRow<{ id: string }>(
    db,
    sql`
    insert into generation (dataset_uid, created_at, log_position, transform, words, extent)
    values (${datasetUid}, ${app.clock.now()}::timestamptz, ${logPosition}::bigint, ${JSON.stringify(transform)}::jsonb,
      'complete', '{}')
    returning id`,
  );
  return Number(row?.id);
}

/** The files that the records of a generation name. */
interface StoredFiles {
  /** Stores the bytes of a file. */
  readonly store: StoreFile;
  /** Whether `store` has stored bytes with a SHA-256. */
  readonly isStored: (sha256: string) => boolean;
}

/**
 * Stores the bytes of files for a generation. A job removes the bytes a day after the last generation that refers to them is dropped. The number of
 * files is limited by those of archives.
 */
export function storedFilesOf(app: Pick<Platform, 'db' | 'storage' | 'config'>, generation: number): StoredFiles {
  const limit = app.config.maxUploadBytes;
  const keys = new Set<string>();
  const beforeStore = async (key: string): Promise<void> => {
    await keepBlob(app, key);
    await app.db.rows(sql`
      insert into record_file (generation, blob_key) values (${generation}::bigint, ${key}) on conflict do nothing`);
  };
  return {
    isStored: (sha256) => keys.has(sha256),
    store: async (content, filename) => {
      try {
        const stored = await app.storage.write(content, { limit, beforeStore });
        keys.add(stored.key);
        return stored;
      } catch (error) {
        if (error instanceof CatalogError && error.code === 'PAYLOAD_TOO_LARGE')
          fail('EXTRACTION_FAILED', {
            reason: `the file ${filename} is larger than the ${limit} bytes that MAX_UPLOAD_BYTES allows`,
          });
        throw error;
      }
    },
  };
}

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

/** Marks a generation that readers no longer see. */
export const retireGeneration = ({ app, db }: RequestContext, id: number): Promise<unknown> =>
  db.rows(sql`update generation set replaced_at = ${app.clock.now()}::timestamptz where id = ${id}::bigint`);

/** Marks the generations of a deleted dataset. While it can be restored, those that it used are kept: they are replaced at no time. */
export const retireGenerationsOf = ({ app, db }: RequestContext, datasetUid: string): Promise<unknown> =>
  db.rows(sql`
    update generation
    set replaced_at = case
      when exists (select from deletion where uid = ${datasetUid}) then 'infinity'
      else ${app.clock.now()}::timestamptz end
    where dataset_uid = ${datasetUid} and replaced_at is null`);

/** Marks the kept generations of a restored dataset as used again. */
export const reviveGenerationsOf = ({ db }: RequestContext, datasetUid: string): Promise<unknown> =>
  db.rows(sql`update generation set replaced_at = null where dataset_uid = ${datasetUid} and replaced_at = 'infinity'`);

/**
 * Drops the generations that neither a dataset nor a run uses: those of failed attempts at once, those of replaced generations after a grace
 * period. `inUse` is a query that returns the generations of the runs in its column `generation`.
 */
export async function dropGenerations(ctx: RequestContext, inUse: Sql, signal: AbortSignal): Promise<void> {
  for (const { id } of await unusedGenerations(ctx, inUse)) {
    signal.throwIfAborted();
    await dropGeneration(ctx, Number(id));
  }
}

const unusedGenerations = ({ app, db }: RequestContext, inUse: Sql): Promise<{ id: string }[]> =>
  db.rows<{ id: string }>(sql`
    select g.id from generation g
    where (coalesce(g.replaced_at <= ${new Date(app.clock.now().getTime() - graceMs)}::timestamptz, true)
        or g.replaced_at = 'infinity'
          and not exists (select 1 from deletion kept where kept.uid = g.dataset_uid and not kept.is_purged))
      and not exists (select 1 from dataset d where d.uid = g.dataset_uid and d.generation = g.id)
      and not exists (select 1 from (${inUse}) used where used.generation = g.id)`);

/** Drops a generation that nothing reads, with its tail. A job removes the bytes of its files later. */
export const dropGeneration = (ctx: RequestContext, id: number): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const dropped = await firstRow<{ file: string | null }>(
      tx.db,
      sql`delete from generation where id = ${id}::bigint returning file`,
    );
    if (dropped?.file != null) await releaseBlob(tx, dropped.file);
  });
