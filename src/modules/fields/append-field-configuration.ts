import type { RequestContext } from '../../api/context.ts';
import { newUid } from '../../kernel/ids.ts';
import { changeDataset, checkPartLimit } from '../datasets/index.ts';
import { FieldConfigurationEntity } from './field-configuration.entity.ts';
import type { AppendFieldConfigurationInput } from './field-configuration.inputs.ts';
import { parseConfiguration } from './field-configuration.rules.ts';

/** Puts a field configuration at the end of a dataset's stack and answers its uid. */
export function appendFieldConfiguration(
  ctx: RequestContext,
  { datasetUid, label, configuration, expectedRevision }: AppendFieldConfigurationInput,
): Promise<string> {
  return changeDataset(ctx, datasetUid, { sections: ['fields'], expectedRevision }, async (tx, dataset) => {
    const position = await tx.em.count(FieldConfigurationEntity, { dataset });
    checkPartLimit('fields', position + 1);
    const accepted = parseConfiguration(label, configuration);
    const uid = newUid('field');
    tx.em.create(FieldConfigurationEntity, { uid, dataset, position, ...accepted });
    return uid;
  });
}
