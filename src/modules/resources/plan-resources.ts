import { isDeepStrictEqual } from 'node:util';
import type { DesiredSection, ImpliedChanges, RequestContext, SectionChange } from '#api/context.ts';
import { assignCreationTimes, type IdentityKey, matchParts } from '#api/match-parts.ts';
import { newUid } from '#kernel/ids.ts';
import { canonicalJson, type Json, type JsonObject, toPlainJson } from '#kernel/json.ts';
import { checkBefore, mapCollectingErrors } from '#kernel/check-all.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import {
  checkPartLimit,
  type DatasetMetadata,
  defineListField,
  isUpdate,
  prepareRemoteValues,
  requireRights,
} from '#datasets/index.ts';
import {
  type DatasourceInputBase,
  decryptConnections,
  encryptSecrets,
  maskUrl,
  noSecrets,
  storeConnection,
} from '#connections/index.ts';
import {
  checkDatasource,
  type CurrentDatasource,
  noDatasource,
  type ParsedResourceDatasource,
  parseResourceDatasource,
} from './kinds/parse-resource-datasource.ts';
import { DesiredResourceInput } from './resource.inputs.ts';
import { parseResource, type ResourceProperties } from './resource.rules.ts';
import type { CapturedResource, CapturedResources } from './captured-resources.ts';
import { loadResourceSecrets, resourceSecretRecord } from './resource-secrets.ts';
import { datasourceKindOf, givenDatasource } from './kinds/datasource-kinds.ts';
import { sectionsAsJson } from '#api/capture-sections.ts';
import { CatalogError } from '#kernel/fail.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { fetchRemoteMetadata, type RemoteMetadata } from './remote-metadata.ts';

/** The field `resources` of `applyDataset`: all resources, in order. It changes no uploaded files. */
export const planResourcesSection = defineListField<
  readonly DesiredResourceInput[],
  CapturedResources,
  CapturedResource
>({
  name: 'resources',
  type: () => [DesiredResourceInput],
  description: 'All resources, in the order of their records. Upload the files that they read before.',
  list: {
    read: ({ resources }) => resources,
    write: ({ files }, resources) => ({ files, resources: assignCreationTimes(resources) }),
  },
  check: (count) => {
    checkPartLimit('resources', count);
  },
  plan: async (tx, input, section) => planSection(tx, input ?? [], section),
});

/** An input of a resource, with the kind of its datasource next to the fields. */
type DesiredResource = Omit<DesiredResourceInput, 'datasource'> & {
  readonly datasource: DatasourceInputBase | null | undefined;
};

const withGivenDatasource = (input: DesiredResourceInput): DesiredResource =>
  Object.assign({}, input, { datasource: givenDatasource(input.datasource) });

/** A resource as it will be after the change. */
interface PlannedResource {
  readonly resource: CapturedResource;
  readonly parsed: ParsedResourceDatasource;
  readonly hasNewSecrets: boolean;
}

/** Validates the desired resources and matches them with the current ones, whose uids they take. Stores nothing. */
async function planResources(
  tx: RequestContext,
  inputs: readonly DesiredResourceInput[],
  { datasetUid, current }: Omit<DesiredSection<CapturedResources>, 'input'>,
): Promise<readonly PlannedResource[]> {
  const desired = inputs.map(withGivenDatasource);
  checkPartLimit('resources', desired.length);
  const pathOf = (index: number) => `resources.${index}`;
  const storedSecrets = await loadResourceSecrets(
    { db: tx.db, secrets: tx.app.secrets },
    current.resources.map(({ uid }) => uid),
  );
  const currentByUid = new Map(current.resources.map((resource) => [resource.uid, resource]));
  const currentDatasourceOf = (uid: string | undefined): CurrentDatasource => {
    const old = currentByUid.get(uid ?? '');
    return old ? { datasource: old.datasource, secrets: storedSecrets.get(old.uid) ?? noSecrets } : noDatasource;
  };
  const checkDatasources = () => {
    const matched = matchParts('resources', current.resources, desired, looseIdentityKeys);
    return mapCollectingErrors(desired, pathOf, ({ datasource }, index) =>
      checkDatasource(tx, datasetUid, datasource, currentDatasourceOf(matched[index]?.uid)),
    );
  };
  const checked = await checkBefore(
    () =>
      mapCollectingErrors(desired, pathOf, (input) => {
        const { uid, type, title } = input;
        const { datasource, ...kept } = withKept(input, currentByUid.get(uid ?? ''));
        return { uid, datasource, ...parseResource({ type, title, ...kept }) };
      }),
    checkDatasources,
  );
  const addressed = await withTargets(tx, current.resources, checked);
  const matched = matchParts('resources', addressed.current, addressed.desired, identityKeys);
  return mapCollectingErrors(
    checked,
    pathOf,
    async ({ uid: _uid, datasource: desiredDatasource, ...properties }, index): Promise<PlannedResource> => {
      const old = currentByUid.get(matched[index]?.uid ?? '');
      const currentDatasource = currentDatasourceOf(old?.uid);
      const parsed = await parseResourceDatasource(
        tx,
        datasetUid,
        { ...properties, datasource: desiredDatasource },
        currentDatasource,
      );
      const { params, url, datasource } = parsed;
      const resource = applyProperties(
        old,
        { ...properties, params, url, datasource },
        tx.app.clock.now().toISOString(),
      );
      return {
        resource,
        parsed,
        hasNewSecrets:
          hasNewConnectionSecrets(parsed) || !isDeepStrictEqual(toPlainJson(parsed.secrets), currentDatasource.secrets),
      };
    },
  );
}

/**
 * Where an input says that the records come from, with what it leaves out of the resource that its uid names: the parameters, unless the
 * type changes, and either the datasource, which is then undefined, or the URL. Without a uid, what is left out is empty.
 */
function withKept(
  { type, params, url, datasource }: DesiredResource,
  old: CapturedResource | undefined,
): Pick<CapturedResource, 'params' | 'url'> & { readonly datasource: DatasourceInputBase | null | undefined } {
  if (!old) return { params: params ?? {}, url: url ?? null, datasource: datasource ?? null };
  const keptParams = type === old.type ? old.params : {};
  return {
    params: params === undefined ? keptParams : (params ?? {}),
    url: url === undefined && !datasource ? old.url : (url ?? null),
    datasource: datasource === undefined && url != null ? null : datasource,
  };
}

async function planSection(
  tx: RequestContext,
  desired: readonly DesiredResourceInput[],
  section: DesiredSection<CapturedResources>,
): Promise<SectionChange<CapturedResources>> {
  const planned = await planResources(tx, desired, section);
  const changed = planned.filter(({ hasNewSecrets }) => hasNewSecrets);
  return {
    snapshot: { files: section.current.files, resources: assignCreationTimes(planned.map(({ resource }) => resource)) },
    changedSecrets: changed.map(({ resource: { uid } }) => ['resources', uid, 'secrets']),
    beforeWrite: async (innerTx) => {
      for (const { parsed } of planned) if (parsed.connection) await storeConnection(innerTx, parsed.connection);
    },
    afterWrite: (innerTx) => storeSecrets(innerTx, changed),
  };
}

/** Whether the secrets of the connection change. */
const hasNewConnectionSecrets = ({ connection }: ParsedResourceDatasource): boolean =>
  connection?.change === 'secrets' ||
  (connection?.change === 'new' && Object.keys(connection.connection.secrets).length > 0);

/** Returns the resource with its new properties. `updatedAt` changes only when a property changes. */
function applyProperties(
  old: CapturedResource | undefined,
  properties: ResourceProperties & Pick<CapturedResource, 'datasource'>,
  now: string,
): CapturedResource {
  const kept = old ?? { uid: newUid('resource'), createdAt: now, updatedAt: now };
  const resource = { ...kept, ...properties };
  return isDeepStrictEqual(resource, old) ? resource : { ...resource, updatedAt: now };
}

function storeSecrets({ db, app }: RequestContext, changed: readonly PlannedResource[]): Promise<unknown> {
  const encrypted = changed.map(({ resource: { uid }, parsed: { secrets } }) => ({
    uid,
    secrets: encryptSecrets(app.secrets, secrets, resourceSecretRecord(uid)),
  }));
  return db.rows(sql`update resource set secrets = each.secrets from jsonb_to_recordset(${JSON.stringify(encrypted)}::jsonb)
    as each(uid text, secrets text) where resource.uid = each.uid`);
}

/** A datasource, stored or from an input. */
interface LinkedDatasource {
  readonly type: string;
  readonly connection?: { readonly uid?: string | null; readonly url?: string | null } | null;
}

interface ComparableResource extends ResourceProperties {
  readonly datasource?: LinkedDatasource | null | undefined;
}

/** A resource with the address of its bytes, in a form that can be compared. */
type WithTarget<T extends ComparableResource = ComparableResource> = T & { readonly target: Json };

/** Adds the address of the bytes to current and desired resources. The address contains the URL of a stored connection instead of its uid. */
async function withTargets<Current extends ComparableResource, Desired extends ComparableResource>(
  { db, app: { secrets } }: RequestContext,
  current: readonly Current[],
  desired: readonly Desired[],
): Promise<{ readonly current: WithTarget<Current>[]; readonly desired: WithTarget<Desired>[] }> {
  const uids = [...current, ...desired].flatMap(({ datasource }) => datasource?.connection?.uid ?? []);
  const connections = await decryptConnections({ db, secrets }, uids);
  const identityOf = (datasource: LinkedDatasource): Json => {
    const { uid, url } = datasource.connection ?? {};
    const connectionUrl = toMaskedUrl(url) ?? connections.get(uid ?? '')?.settings.url ?? null;
    return [datasource.type, connectionUrl, datasourceKindOf(datasource.type).identity(datasource)];
  };
  const targetOf = ({ url, datasource }: ComparableResource): Json => [
    toMaskedUrl(url),
    datasource ? identityOf(datasource) : null,
  ];
  const addAddress = <T extends ComparableResource>(resource: T): WithTarget<T> => ({
    ...resource,
    target: targetOf(resource),
  });
  return { current: current.map(addAddress), desired: desired.map(addAddress) };
}

/** The address without secrets, as the catalog stores addresses. */
const toMaskedUrl = (url: string | null | undefined): string | null => (url == null ? null : maskUrl(url));

/** The identity keys for resources whose addresses may be invalid: first type and title, then type. */
const looseIdentityKeys: readonly IdentityKey<Pick<ComparableResource, 'type' | 'title'>>[] = [
  ({ type, title }) => canonicalJson([type, title]),
  ({ type }) => type,
];

/** The identity keys of resources: first all properties except secrets, then type and title, then type. */
const identityKeys: readonly IdentityKey<WithTarget>[] = [
  ({ type, title, params, target }) => canonicalJson([type, title, params, target]),
  ...looseIdentityKeys,
];

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
  const isLinking = desired?.some(({ datasource }) => datasource?.['federated'] != null) ?? false;
  if (!desired || (!isLinking && !isUpdate(input) && !desired.some(keepsDatasource)))
    return unlinkMetadata(ctx, datasetUid);
  await requireRights(ctx, datasetUid, ['edit']);
  const current = await currentResources(ctx, datasetUid);
  if (!current) return {};
  if (!isLinking) return keepsRemote(current, desired, isUpdate(input)) ? {} : unlinkMetadata(ctx, datasetUid);
  const remote = await fetchRemoteOfDesired(ctx, desired, { datasetUid, current });
  return remote ? linkMetadataTo(ctx, remote.metadata) : {};
}

/** Whether an input leaves the datasource of the resource that its uid names as it is. */
const keepsDatasource = ({ uid, url, datasource }: DesiredResourceInput): boolean =>
  uid != null && datasource === undefined && url == null;

/** Whether a resource of a remote dataset stays although no input describes its datasource. */
function keepsRemote(
  { resources }: CapturedResources,
  desired: readonly DesiredResourceInput[],
  isUpdated: boolean,
): boolean {
  const inputs = new Map(desired.map((input) => [input.uid, input]));
  return resources.some(({ uid, datasource }) => {
    const input = inputs.get(uid);
    return datasource?.type === 'federated' && (input ? keepsDatasource(input) : isUpdated);
  });
}

/** Removes the link of the metadata, unless a harvester made it. */
async function unlinkMetadata(ctx: RequestContext, datasetUid: string): Promise<ImpliedChanges> {
  const harvested = await firstRow(
    ctx.db,
    sql`select 1 from dataset d where d.uid = ${datasetUid} and d.harvester_uid is not null`,
  );
  return harvested ? {} : linkMetadataTo(ctx, null);
}

async function linkMetadataTo(ctx: RequestContext, remote: JsonObject | null): Promise<ImpliedChanges> {
  const replace = await prepareRemoteValues(ctx, remote);
  // The cast is safe, because the snapshots of the section `metadata` have this type.
  return { metadata: (metadata) => replace(metadata as DatasetMetadata) };
}

async function currentResources(ctx: RequestContext, datasetUid: string): Promise<CapturedResources | undefined> {
  const found = await firstRow<{ snapshots: { readonly resources: CapturedResources } }>(
    ctx.db,
    sql`
    select ${sectionsAsJson(ctx.app.registry.sections, sqlText('d'), ['resources'])} as snapshots
    from dataset d
    where d.uid = ${datasetUid}`,
  );
  return found?.snapshots.resources;
}

/** Fetches the remote metadata of the desired resources, if any; invalid input is left to the change to report. */
async function fetchRemoteOfDesired(
  ctx: RequestContext,
  desired: readonly DesiredResourceInput[],
  section: Omit<DesiredSection<CapturedResources>, 'input'>,
): Promise<RemoteMetadata | undefined> {
  const planned = await planResources(ctx, desired, section).catch((error: unknown) => {
    if (error instanceof CatalogError) return [];
    throw error;
  });
  for (const { parsed } of planned) {
    const { datasource, secrets } = parsed;
    if (datasource?.type === 'federated') return fetchRemoteMetadata(ctx.app, datasource, secrets);
  }
  return undefined;
}
