import type { RequestContext } from '../../api/context.ts';
import { newUid } from '../../kernel/ids.ts';
import { changeDataset, checkPartLimit } from '../datasets/index.ts';
import { definedByCaller } from '../identity/index.ts';
import { ProcessorEntity } from './processor.entity.ts';
import type { AppendProcessorInput } from './processor.inputs.ts';
import { checkProcessor } from './processor.rules.ts';
import { requireVisibleReference } from './require-visible-reference.ts';

/** Puts a processor at the end of a dataset's stack and answers its uid. */
export function appendProcessor(
  ctx: RequestContext,
  { datasetUid, type, label, params, expectedRevision }: AppendProcessorInput,
): Promise<string> {
  return changeDataset(ctx, datasetUid, { sections: ['processors'], expectedRevision }, async (tx, dataset) => {
    const position = await tx.em.count(ProcessorEntity, { dataset });
    checkPartLimit('processors', position + 1);
    const configured = { type, label: label ?? '', params: params ?? {} };
    checkProcessor(configured);
    await requireVisibleReference(tx, configured);
    const uid = newUid('processor');
    tx.em.create(ProcessorEntity, { uid, dataset, position, ...configured, ...definedByCaller(tx) });
    return uid;
  });
}
