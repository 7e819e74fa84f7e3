import type { RequestContext } from '#api/context.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import type { TransformConfiguration } from './generation.entity.ts';

/** The properties of a new generation. */
export interface NewGeneration {
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
