import type { RequestContext } from '#api/context.ts';
import { deletedObject } from '#api/node.type.ts';
import { lazyObject } from '#api/reading/lazy-object.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import { toNodeId } from '#kernel/ids.ts';
import { datasetPartPayload } from '#datasets/index.ts';
import { resources } from '../resource.source.ts';

interface InDataset {
  readonly datasetUid: string;
}

/** The payload of a change of a resource: the resource and its dataset, read again when selected. */
export const resourcePayload = (ctx: RequestContext, { datasetUid }: InDataset, uid: string) =>
  lazyObject({
    resource: lazyRow(ctx, resources, { uid }),
    resourceEdge: lazyEdge(ctx, resources, { uid }),
    ...datasetPartPayload(ctx, datasetUid),
  });

/** The payload of a deleted resource: its identifiers, and its dataset. */
export const deleteResourcePayload = (ctx: RequestContext, { datasetUid }: InDataset, uid: string) =>
  lazyObject({ ...deletedObject(toNodeId('Resource', uid)), uid: () => uid, ...datasetPartPayload(ctx, datasetUid) });
