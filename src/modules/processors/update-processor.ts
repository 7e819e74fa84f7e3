import type { RequestContext } from '../../api/context.ts';
import { failFields } from '../../kernel/fail.ts';
import { changeDataset } from '../datasets/index.ts';
import { findProcessor } from './find-processor.ts';
import type { ProcessorEntity } from './processor.entity.ts';
import type { UpdateProcessorInput } from './processor.inputs.ts';
import { checkProcessor } from './processor.rules.ts';

/** Changes a processor in its place and answers its uid; what the input leaves out is kept, and an empty input changes nothing. */
export function updateProcessor(ctx: RequestContext, input: UpdateProcessorInput): Promise<string> {
  const { datasetUid, uid, expectedRevision } = input;
  return changeDataset(ctx, datasetUid, { sections: ['processors'], expectedRevision, isEmpty: isEmpty(input) }, async (tx, dataset) => {
    change(await findProcessor(tx, dataset, uid), input);
    return uid;
  });
}

const isEmpty = ({ type, label, params }: UpdateProcessorInput): boolean =>
  type === undefined && label === undefined && params === undefined;

function change(processor: ProcessorEntity, { type = processor.type, label = processor.label, params = processor.params }: UpdateProcessorInput): void {
  const changed = { type: type ?? failFields({ type: ['This field is required.'] }), label: label ?? '', params: params ?? {} };
  checkProcessor(changed);
  Object.assign(processor, changed);
}
