import type { RequestContext } from '../../api/context.ts';
import { fail } from '../../kernel/fail.ts';
import type { DatasetEntity } from '../datasets/index.ts';
import { ProcessorEntity } from './processor.entity.ts';

/** The processor of a dataset that is being changed; fails NOT_FOUND when it is not one of its own. */
export async function findProcessor(tx: RequestContext, dataset: DatasetEntity, uid: string): Promise<ProcessorEntity> {
  return (await tx.em.findOne(ProcessorEntity, { uid, dataset })) ?? fail('NOT_FOUND');
}
