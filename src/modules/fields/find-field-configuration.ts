import type { RequestContext } from '../../api/context.ts';
import { fail } from '../../kernel/fail.ts';
import type { DatasetEntity } from '../datasets/index.ts';
import { FieldConfigurationEntity } from './field-configuration.entity.ts';

/** The field configuration of a dataset that is being changed; fails NOT_FOUND when it is not one of its own. */
export async function findFieldConfiguration(
  tx: RequestContext,
  dataset: DatasetEntity,
  uid: string,
): Promise<FieldConfigurationEntity> {
  return (await tx.em.findOne(FieldConfigurationEntity, { uid, dataset })) ?? fail('NOT_FOUND');
}
