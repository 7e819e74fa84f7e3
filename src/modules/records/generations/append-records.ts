import { isDeepStrictEqual } from 'node:util';
import type { RequestContext } from '#api/context.ts';
import type { DataRecord } from '#engine/records/record.ts';
import { CatalogError } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { CsvLineWriter } from '#platform/columns/csv-line-writer.ts';
import { ExtentBuilder, type GeographicExtent } from '../extent/geographic-extent.ts';
import { assignColumns, columnsOfGeneration, type PublishedField, type RecordField } from '../record-field.ts';
import { RecordEncoder, recordIdentityOf } from '../table/record-encoder.ts';
import { areLong, foldQueue, maxTailBytes, mustFold } from './fold-tails.job.ts';
import { requireMoved, type StoredGeneration, tableOfGeneration } from './generations.service.ts';
import { identifyAppended } from './identify-appended.ts';
import { countTailBytes, insertTail, type TailRecord } from './record-tail.ts';

/** A generation that records are appended to. */
export interface AppendableGeneration {
  readonly stored: StoredGeneration;
  readonly datasetUid: string;
  readonly fields: readonly RecordField[];
  /** The extent of the records; null where it is unknown, and then it stays unknown. */
  readonly extent: GeographicExtent | null;
}

/** Thrown where the file that records are appended to is not on this machine. */
class FileElsewhere extends CatalogError {
  constructor(readonly key: string) {
    super('UNAVAILABLE');
  }
}

/** How often a transaction is begun: a publication or a fold may replace the file in between. */
const maxAttempts = 5;

/**
 * Runs a transaction that appends records. Where the file is on another machine only, the transaction ends, and is run again once the file is
 * here: fetching takes seconds, during which no other transaction may wait for the lock of the dataset.
 */
export async function withFile<T>({ app }: RequestContext, transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (!(error instanceof FileElsewhere) || attempt === maxAttempts) throw error;
      await app.columnEngine.fetchFile(error.key);
    }
  }
}

/**
 * Appends records to the tail of a generation, in the transaction of `withFile` that holds the lock of its dataset; readers see them when it commits.
 * `fields` are the fields of the generation, of which ints may have become doubles, followed by new fields. Returns whether the extent has changed.
 */
export async function appendRecords(
  tx: RequestContext,
  { stored, datasetUid, fields: known, extent: knownExtent }: AppendableGeneration,
  records: readonly DataRecord[],
  fields: readonly PublishedField[],
): Promise<{ readonly extendsPlace: boolean }> {
  await requireMoved(tx.db, stored);
  const { id, file, fileCount, recordCount } = stored;
  if (file !== null && !(await tx.app.columnEngine.hasFile(file))) throw new FileElsewhere(file);
  const assigned = assignColumns(fields, known);
  const madeAt = tx.app.clock.now();
  const extent = new ExtentBuilder(knownExtent ?? {});
  const identity = recordIdentityOf(tx.app.secrets, datasetUid);
  const encoder = new RecordEncoder(assigned, { identity, madeAt, extent });
  const ofFile = file === null ? null : tableOfGeneration(tx, { ...stored, recordCount: fileCount }, known);
  const firsts = records.map((record) => identity.idOf(encoder.digestOf(record)));
  const ids = await identifyAppended(tx, { generation: id, file: ofFile }, identity, firsts);
  const line = new CsvLineWriter(initialBytes);
  const tail = records.map((record, index): TailRecord => {
    const [position, ownId] = [recordCount + index, ids[index] ?? ''];
    encoder.writeLine(record, position, line, ownId);
    return { position, id: ownId, line: line.take().toString('utf8').slice(0, -1) };
  });
  await insertTail(tx.db, { generation: id, columnCount: columnsOfGeneration(assigned).length, madeAt }, tail);
  const count = recordCount + records.length;
  await tx.db.rows(sql`
    update generation
    set record_count = ${count}::bigint, tail_version = pg_current_xact_id()::text::bigint,
      fields = ${JSON.stringify(assigned)}::jsonb,
      extent = case when extent is not null then ${JSON.stringify(extent.extent)}::jsonb end where id = ${id}::bigint`);
  const bytes = tail.reduce((sum, { line: each }) => sum + Buffer.byteLength(each), 0);
  const hasBecomeLong = async () => {
    if (!areLong(bytes, records.length, fileCount)) return false;
    const all = await countTailBytes(tx.db, { generation: id, from: fileCount });
    return all >= maxTailBytes && all - bytes < maxTailBytes;
  };
  const hasBecomeMany = !mustFold(recordCount - fileCount, fileCount) && mustFold(count - fileCount, fileCount);
  if (hasBecomeMany || (await hasBecomeLong())) await tx.app.jobs.send(tx.db, foldQueue, {}, { key: foldQueue });
  return { extendsPlace: knownExtent !== null && !isDeepStrictEqual(knownExtent, extent.extent) };
}

const initialBytes = 4 * 1024;
