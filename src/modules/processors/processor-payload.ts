import type { RequestContext } from '../../api/context.ts';
import { lazyRow } from '../../api/reading/read.ts';
import { datasetPayload } from '../datasets/index.ts';
import { processors } from './processor.source.ts';

/** The fields of a ProcessorPayload after a change of the processor, which are read only when they are selected. */
export const processorPayload = (ctx: RequestContext, datasetUid: string, uid: string) => ({
  processor: lazyRow(ctx, processors, { uid, dataset_uid: datasetUid }),
  ...datasetPayload(ctx, datasetUid),
});
