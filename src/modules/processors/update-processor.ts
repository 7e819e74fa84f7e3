import type { RequestContext } from '../../api/context.ts';
import { failFields, required } from '../../kernel/fail.ts';
import { changeDataset } from '../datasets/index.ts';
import { definedByCaller } from '../identity/index.ts';
import { findProcessor } from './find-processor.ts';
import type { ProcessorEntity } from './processor.entity.ts';
import type { UpdateProcessorInput } from './processor.inputs.ts';
import { checkProcessor, isSameOperation } from './processor.rules.ts';
import { requireVisibleReference } from './require-visible-reference.ts';

/** Changes a processor in its place and answers its uid; what the input leaves out is kept, and an empty input changes nothing. */
export function updateProcessor(ctx: RequestContext, input: UpdateProcessorInput): Promise<string> {
  const { datasetUid, uid, expectedRevision } = input;
  return changeDataset(
    ctx,
    datasetUid,
    { sections: ['processors'], expectedRevision, isEmpty: isEmpty(input) },
    async (tx, dataset) => {
      await change(tx, await findProcessor(tx, dataset, uid), input);
      return uid;
    },
  );
}

const isEmpty = ({ type, label, params }: UpdateProcessorInput): boolean =>
  type === undefined && label === undefined && params === undefined;

async function change(
  tx: RequestContext,
  processor: ProcessorEntity,
  { type = processor.type, label = processor.label, params = processor.params }: UpdateProcessorInput,
): Promise<void> {
  const changed = { type: type ?? failFields({ type: [required] }), label: label ?? '', params: params ?? {} };
  checkProcessor(changed);
  const isKept = isSameOperation(changed, processor);
  if (!isKept) await requireVisibleReference(tx, changed);
  Object.assign(processor, changed, isKept ? {} : definedByCaller(tx));
}
