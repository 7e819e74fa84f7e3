import type { JobHandler } from '#api/catalog-module.ts';
import type { RequestContext } from '#api/context.ts';
import { inTransaction } from '#api/transaction.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { releaseBlob } from '#blobs/index.ts';
import { columnsOfGeneration, type RecordField } from '../record-field.ts';
import { storedFormOf } from '../table/stored-form.ts';
import { storeGenerationFile } from './generation-file-writer.ts';
import { storedGeneration, type StoredGeneration } from './generations.service.ts';
import { graceMs, readTailBatches } from './record-tail.ts';

/** The queue of tails that have become large. */
export const foldQueue = 'records_fold';

/** The numbers of records from which a tail is folded: of any file, and of the largest ones, whose tail may have a part of the file's records. */
const minRecords = 5_000;
const maxRecords = 50_000;
const maxShare = 0.05;
/** The bytes from which a tail is folded, and how old it becomes at most. */
export const maxTailBytes = 8 * 1024 * 1024;
const maxAgeMs = 24 * 3_600_000;

/**
 * Whether a tail has so many records that it is folded. A reader reads the whole tail into memory after each push, and a fold writes the whole
 * file, so a large file has a larger tail.
 */
export const mustFold = (tailCount: number, fileCount: number): boolean => tailCount >= foldedCount(fileCount);

/**
 * Whether records of these bytes may make a tail large before their number does: they have more bytes than the records of a tail that has as many bytes as
 * records.
 */
export const areLong = (bytes: number, count: number, fileCount: number): boolean =>
  bytes / Math.max(count, 1) > maxTailBytes / foldedCount(fileCount);

const foldedCount = (fileCount: number): number =>
  Math.min(maxRecords, Math.max(minRecords, Math.floor(fileCount * maxShare)));

/** A generation with a tail. */
interface TailedGeneration {
  readonly stored: StoredGeneration;
  readonly fields: readonly RecordField[];
  readonly bytes: string;
  readonly isOld: boolean;
}

/** Folds tails that are large or old into new files, and removes the records that were folded some time ago from the tails. */
export const foldTailsJob: JobHandler = {
  queue: foldQueue,
  everySeconds: 300,
  async run(ctx, { signal }) {
    await removeFolded(ctx);
    for (const generation of await findTails(ctx)) {
      signal.throwIfAborted();
      const { fileCount, recordCount } = generation.stored;
      const isLarge = mustFold(recordCount - fileCount, fileCount) || Number(generation.bytes) > maxTailBytes;
      if (isLarge || generation.isOld) await foldTail(ctx, generation, signal);
    }
  },
};

const findTails = ({ app, db }: RequestContext): Promise<TailedGeneration[]> =>
  db.rows<TailedGeneration>(sql`
    select ${storedGeneration(sqlText('g'))} as stored, g.fields, tail.bytes,
      tail.made_at < ${new Date(app.clock.now().getTime() - maxAgeMs)}::timestamptz as "isOld"
    from generation g join dataset d on d.generation = g.id,
      lateral (select sum(octet_length(t.line)) as bytes, min(t.made_at) as made_at from record_tail t
        where t.generation = g.id and t.position >= g.file_count) tail
    where g.record_count > g.file_count and tail.bytes is not null order by g.id`);

/**
 * Writes a file with the records of a generation, and makes it the file of the generation. Records that are pushed meanwhile remain in the tail.
 * Nothing changes when the generation has got another file meanwhile.
 */
async function foldTail(
  ctx: RequestContext,
  { stored, fields }: Pick<TailedGeneration, 'stored' | 'fields'>,
  signal: AbortSignal,
): Promise<void> {
  const key = await writeFile(ctx, { stored, fields }, signal);
  await inTransaction(ctx, async (tx) => {
    const { id, file, recordCount } = stored;
    await tx.db.rows(sql`select 1 from dataset where generation = ${id}::bigint for update`);
    const folded = await tx.db.rows(sql`
      update generation
      set file = ${key}, file_count = ${recordCount}::bigint, folded_at = ${tx.app.clock.now()}::timestamptz
      where id = ${id}::bigint and file is not distinct from ${file}::text and file_count = ${stored.fileCount}::bigint
      returning 1`);
    if (folded.length > 0 && file !== null) await releaseBlob(tx, file);
  });
}

/** Stores a file with the records of a generation in their order, those of its file and then those of its tail, and returns its key. */
async function writeFile(
  { app }: RequestContext,
  { stored: { id: generation, file, fileCount, recordCount }, fields }: Pick<TailedGeneration, 'stored' | 'fields'>,
  signal: AbortSignal,
): Promise<string> {
  const columns = columnsOfGeneration(fields);
  const tail = { generation, from: fileCount, to: recordCount, columnCount: columns.length };
  const writer = await app.columnEngine.createWriter(columns);
  try {
    if (file !== null) await writer.loadFile(file);
    for await (const lines of readTailBatches(app.db, tail)) {
      signal.throwIfAborted();
      await writer.load([lines]);
    }
    // All identifiers are different already.
    const written = await writer.finish({
      identify: (repeated) => repeated.map(({ id }) => id),
      signal,
      form: storedFormOf(fields),
    });
    const { key } = await storeGenerationFile(app, written.path);
    // Requests that read it do not wait.
    await written.adopt(key);
    await app.columnEngine.fetchFile(key);
    return key;
  } finally {
    await writer.close();
  }
}

/** Removes the records from tails that no request reads there any more, because they were folded into the file. */
const removeFolded = ({ app, db }: RequestContext): Promise<unknown> =>
  db.rows(sql`
    with folded as (
      update generation
      set folded_at = null
      where folded_at <= ${new Date(app.clock.now().getTime() - graceMs)}::timestamptz
      returning id, file_count)
    delete from record_tail t using folded where t.generation = folded.id and t.position < folded.file_count`);
