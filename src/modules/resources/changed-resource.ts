import type { RequestContext } from '../../api/context.ts';
import { lazyObject } from '../../api/lazy-object.ts';
import { deferRow } from '../../api/reading/read.ts';
import { toNodeId } from '../../kernel/ids.ts';
import { changedDataset } from '../datasets/index.ts';
import { resources } from './resource.source.ts';

interface InDataset {
  readonly datasetUid: string;
}

/** What a change of a resource answers: the resource and its dataset, read afresh when they are selected. */
export const changedResource = (ctx: RequestContext, { datasetUid }: InDataset, uid: string) =>
  lazyObject({ resource: deferRow(ctx, resources, { uid }), ...changedDataset(ctx, datasetUid) });

/** The same for one that is gone. */
export const goneResource = (ctx: RequestContext, { datasetUid }: InDataset, uid: string) =>
  lazyObject({ id: () => toNodeId('Resource', uid), uid: () => uid, ...changedDataset(ctx, datasetUid) });
