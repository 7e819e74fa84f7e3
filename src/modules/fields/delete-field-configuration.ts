import type { RequestContext } from '../../api/context.ts';
import { sql } from '../../kernel/sql.ts';
import { changeDataset } from '../datasets/index.ts';
import type { DeleteFieldConfigurationInput } from './field-configuration.inputs.ts';
import { findFieldConfiguration } from './find-field-configuration.ts';

/** Takes a field configuration from a dataset's stack and answers the uid that it had; those after it move up. */
export function deleteFieldConfiguration(
  ctx: RequestContext,
  { datasetUid, uid, expectedRevision }: DeleteFieldConfigurationInput,
): Promise<string> {
  return changeDataset(ctx, datasetUid, { sections: ['fields'], expectedRevision }, async (tx, dataset) => {
    const configuration = await findFieldConfiguration(tx, dataset, uid);
    await tx.em.remove(configuration).flush();
    await tx.db.rows(sql`
      update field_configuration set position = position - 1 where dataset_uid = ${datasetUid} and position > ${configuration.position}::int`);
    return uid;
  });
}
