import { sectionsAsJson } from '#api/capture-sections.ts';
import type { DesiredSection, ImpliedChanges, RequestContext } from '#api/context.ts';
import { CatalogError } from '#kernel/fail.ts';
import type { JsonObject } from '#kernel/json.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { requireRights, replaceRemoteValues, type DatasetMetadata } from '#datasets/index.ts';
import { fetchRemoteMetadata, type RemoteMetadata } from './fetch-remote-metadata.ts';
import { planResources } from '../snapshot/plan-resources.ts';
import type { DesiredResourceInput } from '../resource.inputs.ts';
import type { CapturedResources } from '../snapshot/captured-resources.ts';

/**
 * Plans the link of the metadata to the remote dataset of the desired resources, or the removal of the link. Fails NOT_FOUND or
 * PERMISSION_DENIED when the caller may not edit the dataset, and SOURCE_REFUSED when the address of the other catalog must not be
 * reached.
 */
export async function planImpliedMetadata(
  ctx: RequestContext,
  { datasetUid, input }: Omit<DesiredSection, 'current'>,
): Promise<ImpliedChanges> {
  // The type of `resources` is certain, because the graph has checked the input.
  const { resources: desired }: { readonly resources?: readonly DesiredResourceInput[] | null } = { ...input };
  if (desired === undefined) return {};
  if (!desired?.some(({ datasource }) => datasource?.type === 'federated')) return linkMetadataTo(ctx, null);
  await requireRights(ctx, datasetUid, ['edit']);
  const remote = await fetchRemoteOfDesired(ctx, datasetUid, desired);
  return remote ? linkMetadataTo(ctx, remote.metadata) : {};
}

const linkMetadataTo = ({ app }: RequestContext, remote: JsonObject | null): ImpliedChanges =>
  // The cast is safe, because the snapshots of the section `metadata` have this type.
  ({ metadata: (metadata) => replaceRemoteValues(app.registry, metadata as DatasetMetadata, remote) });

/**
 * Fetches the metadata of the remote dataset of the desired resources. Undefined without a remote dataset, and for invalid input, which
 * the change itself reports.
 */
async function fetchRemoteOfDesired(
  ctx: RequestContext,
  datasetUid: string,
  desired: readonly DesiredResourceInput[],
): Promise<RemoteMetadata | undefined> {
  const found = await firstRow<{ snapshots: { readonly resources: CapturedResources } }>(
    ctx.db,
    sql`
    select ${sectionsAsJson(ctx.app.registry.sections, sqlText('d'), ['resources'])} as snapshots from dataset d where d.uid = ${datasetUid}`,
  );
  if (!found) return undefined;
  const planned = await planResources(ctx, desired, { datasetUid, current: found.snapshots.resources }).catch(
    (error: unknown) => {
      if (error instanceof CatalogError) return [];
      throw error;
    },
  );
  for (const { parsed } of planned) {
    const { datasource, secrets } = parsed;
    if (datasource?.type === 'federated') return fetchRemoteMetadata(ctx.app, datasource, secrets);
  }
  return undefined;
}
