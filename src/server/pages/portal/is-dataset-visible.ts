import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { parse } from 'graphql';
import type { RequestContext } from '#api/context.ts';
import type { Graph } from '#api/graph.ts';
import { prices, spendPoints } from '#api/points.ts';

const document: TypedDocumentNode<{ catalogDataset: object | null }, { datasetId: string }> = parse(
  'query PortalDataset($datasetId: String!) { catalogDataset(by: { datasetId: $datasetId }) { id } }',
);

/** Whether the caller sees a published dataset with this identifier or uid. It costs the caller a point. */
export async function isDatasetVisible(graph: Graph, ctx: RequestContext, datasetId: string): Promise<boolean> {
  await spendPoints(ctx, prices.request);
  return (await graph.execute(document, { datasetId }, ctx)).catalogDataset !== null;
}
