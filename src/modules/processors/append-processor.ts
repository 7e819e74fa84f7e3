import type { RequestContext } from '../../api/context.ts';
import { newUid } from '../../kernel/ids.ts';
import { changeDataset, requireRoom } from '../datasets/index.ts';
import { savedByCaller } from '../identity/index.ts';
import { ProcessorEntity } from './processor.entity.ts';
import type { AppendProcessorInput } from './processor.inputs.ts';
import { checkProcessor } from './processor.rules.ts';
import { requireSeenReference } from './require-seen-reference.ts';

/** Puts a processor at the end of a dataset's stack and answers its uid. */
export function appendProcessor(
  ctx: RequestContext,
  { datasetUid, type, label, params, expectedRevision }: AppendProcessorInput,
): Promise<string> {
  return changeDataset(ctx, datasetUid, { sections: ['processors'], expectedRevision }, async (tx, dataset) => {
    const position = await tx.em.count(ProcessorEntity, { dataset });
    requireRoom('processors', position + 1);
    const configured = { type, label: label ?? '', params: params ?? {} };
    checkProcessor(configured);
    await requireSeenReference(tx, configured);
    const uid = newUid('processor');
    tx.em.create(ProcessorEntity, { uid, dataset, position, ...configured, ...savedByCaller(tx) });
    return uid;
  });
}
