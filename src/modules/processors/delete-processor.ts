import type { RequestContext } from '../../api/context.ts';
import { sql } from '../../kernel/sql.ts';
import { changeDataset } from '../datasets/index.ts';
import { findProcessor } from './find-processor.ts';
import type { DeleteProcessorInput } from './processor.inputs.ts';

/** Takes a processor from a dataset's stack and answers the uid that it had; those after it move up. */
export function deleteProcessor(
  ctx: RequestContext,
  { datasetUid, uid, expectedRevision }: DeleteProcessorInput,
): Promise<string> {
  return changeDataset(ctx, datasetUid, { sections: ['processors'], expectedRevision }, async (tx, dataset) => {
    const processor = await findProcessor(tx, dataset, uid);
    await tx.em.remove(processor).flush();
    await tx.db.rows(
      sql`update processor set position = position - 1 where dataset_uid = ${datasetUid} and position > ${processor.position}::int`,
    );
    return uid;
  });
}
