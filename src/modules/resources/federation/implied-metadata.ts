import { capturedSections } from '../../../api/sections/capture-sections.ts';
import type { RequestContext } from '../../../api/context.ts';
import type { DesiredSection, ImpliedChanges } from '../../../api/context.ts';
import { CatalogError } from '../../../kernel/fail.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { sql, sqlText } from '../../../kernel/sql.ts';
import { firstRow } from '../../../platform/database/database-client.ts';
import { requireRights, linkMetadata, type DatasetMetadata } from '../../datasets/index.ts';
import { fetchRemoteMetadata, type RemoteMetadata } from './fetch-remote-metadata.ts';
import { planResources } from '../desired-resources.ts';
import type { DesiredResourceInput } from '../resource.inputs.ts';
import type { CapturedResources } from '../captured-resources.ts';

/** By the resources that a client wants, the metadata are linked to a remote dataset or to none. Fails NOT_FOUND, PERMISSION_DENIED, SOURCE_REFUSED. */
export async function impliedMetadata(
  ctx: RequestContext,
  { datasetUid, input }: Omit<DesiredSection, 'current'>,
): Promise<ImpliedChanges> {
  // the graph has checked the input against the type of the field
  const { resources: wanted }: { readonly resources?: readonly DesiredResourceInput[] | null } = { ...input };
  if (wanted === undefined) return {};
  if (!wanted?.some(({ datasource }) => datasource?.type === 'federated')) return linking(ctx, null);
  await requireRights(ctx, datasetUid, ['edit']);
  const told = await remoteOfWanted(ctx, datasetUid, wanted);
  return told ? linking(ctx, told.metas) : {};
}

const linking = ({ app }: RequestContext, remote: JsonObject | null): ImpliedChanges =>
  // what the section of the metadata holds
  ({ metadata: (metadata) => linkMetadata(app.registry, metadata as DatasetMetadata, remote) });

/** Undefined too where the input is wrong, which the change itself says. */
async function remoteOfWanted(
  ctx: RequestContext,
  datasetUid: string,
  wanted: readonly DesiredResourceInput[],
): Promise<RemoteMetadata | undefined> {
  const found = await firstRow<{ contents: { readonly resources: CapturedResources } }>(
    ctx.db,
    sql`
    select ${capturedSections(ctx.app.registry.sections, sqlText('d'), ['resources'])} as contents from dataset d where d.uid = ${datasetUid}`,
  );
  if (!found) return undefined;
  const planned = await planResources(ctx, wanted, { datasetUid, current: found.contents.resources }).catch(
    (error: unknown) => {
      if (error instanceof CatalogError) return [];
      throw error;
    },
  );
  for (const {
    accepted: { datasource, secrets },
  } of planned)
    if (datasource?.type === 'federated') return fetchRemoteMetadata(ctx.app, datasource, secrets);
  return undefined;
}
