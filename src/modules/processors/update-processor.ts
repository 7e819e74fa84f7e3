import type { RequestContext } from '../../api/context.ts';
import { inTransaction } from '../../api/transaction.ts';
import { failFields } from '../../kernel/fail.ts';
import { changeDataset, lockDataset } from '../datasets/index.ts';
import { findProcessor } from './find-processor.ts';
import type { ProcessorEntity } from './processor.entity.ts';
import type { UpdateProcessorInput } from './processor.inputs.ts';
import { checkProcessor } from './processor.rules.ts';

/** Changes a processor in its place and answers its uid; what the input leaves out is kept, and an empty input changes nothing. */
export async function updateProcessor(ctx: RequestContext, input: UpdateProcessorInput): Promise<string> {
  const { datasetUid, uid, expectedRevision } = input;
  if (isEmpty(input)) {
    await inTransaction(ctx, async (tx) => findProcessor(tx, await lockDataset(tx, datasetUid, ['edit'], expectedRevision), uid));
  } else {
    await changeDataset(ctx, datasetUid, { sections: ['processors'], expectedRevision }, async (tx, dataset) =>
      change(await findProcessor(tx, dataset, uid), input));
  }
  return uid;
}

const isEmpty = ({ type, label, params }: UpdateProcessorInput): boolean =>
  type === undefined && label === undefined && params === undefined;

function change(processor: ProcessorEntity, { type = processor.type, label = processor.label, params = processor.params }: UpdateProcessorInput): void {
  const changed = { type: type ?? failFields({ type: ['This field is required.'] }), label: label ?? '', params: params ?? {} };
  checkProcessor(changed);
  Object.assign(processor, changed);
}
