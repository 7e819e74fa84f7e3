import type { RequestContext } from '#api/context.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import { datasetPartPayload } from '#datasets/index.ts';
import { processors } from './processor.source.ts';

/** The fields of a ProcessorPayload after a change of the processor, which are read only when they are selected. */
export const processorPayload = (ctx: RequestContext, datasetUid: string, uid: string) => ({
  processor: lazyRow(ctx, processors, { uid, dataset_uid: datasetUid }),
  processorEdge: lazyEdge(ctx, processors, { uid, dataset_uid: datasetUid }),
  ...datasetPartPayload(ctx, datasetUid),
});
