import { randomUUID } from 'node:crypto';
import type { DataRecord, Field } from '#engine/records/record.ts';
import { anonymous } from '#api/session.ts';
import { inTransaction } from '#api/transaction.ts';
import { sql } from '#kernel/sql.ts';
import { createGeneration, GenerationFileWriter, setWrittenRecords } from '#records/index.ts';
import { createContext } from '#server/create-context.ts';
import type { TestApp } from '../app.ts';

/** A field of records. Omitted properties have the values of an unconfigured field. */
export type TestField = Pick<Field, 'name' | 'type'> & Partial<Field>;

/** Publishes records of a dataset as its current generation, without a source; answers the generation. */
export async function publishRecords(
  { services }: Pick<TestApp, 'services'>,
  uid: string,
  fields: readonly TestField[],
  records: readonly DataRecord[],
): Promise<number> {
  const published = fields.map((field) => ({ label: field.name, description: '', annotations: [], ...field }));
  const writer = new GenerationFileWriter(services, uid, { madeAt: services.clock.now() });
  try {
    writer.extend(published);
    writer.add(records, published);
    const written = await writer.finish(new AbortController().signal);
    // in one transaction, because a running worker drops generations that neither a dataset nor a run uses
    return await inTransaction(createContext(services, anonymous, randomUUID()), async (tx) => {
      const generation = await createGeneration(tx, {
        datasetUid: uid,
        logPosition: 0,
        transform: { processors: [], fields: [] },
      });
      await tx.db.rows(setWrittenRecords(generation, written));
      await tx.db.rows(sql`
        update dataset set is_published = true, published_metadata = coalesce(published_metadata, metadata), generation = ${generation}, published_fields = ${JSON.stringify(published)}::jsonb where uid = ${uid}`);
      return generation;
    });
  } finally {
    await writer.close();
  }
}
