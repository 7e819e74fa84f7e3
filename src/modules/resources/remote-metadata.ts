import type { Platform } from '#api/platform.ts';
import { isStorableInput } from '#api/assert-storable.ts';
import { CatalogError } from '#kernel/fail.ts';
import type { Json, JsonObject } from '#kernel/json.ts';
import type { RemoteDataset, RemoteField } from '#platform/datasources/remote-dataset.ts';
import {
  type AnnotationName,
  checkFieldStep,
  type PlannedFieldStep,
  type TypedFieldStep,
} from '#engine/field-steps.ts';
import { noSecrets, SecretCollector, type StoredSecrets } from '#connections/index.ts';
import { type FederatedDatasource, federatedSettings, parseFederated, remoteAddress } from './kinds/federated.ts';
import { type DatasourceInput, givenDatasource } from './kinds/datasource-kinds.ts';
import { readWithDeadline, readWithinRequest } from './resource-reader.ts';
import type { RequestContext } from '#api/context.ts';
import { requireCaller } from '#api/session.ts';
import { type DatasetEntity, replaceRemoteValues, requireRights } from '#datasets/index.ts';
import { type CurrentDatasource, noDatasource } from './kinds/parse-resource-datasource.ts';
import type { CapturedResources } from './captured-resources.ts';
import { decryptResourceSecrets, loadResourceSecrets } from './resource-secrets.ts';
import { sql, type Sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { isDeepStrictEqual } from 'node:util';
import { toTechnicalName } from '#kernel/technical-name.ts';
import { isFieldType } from '#engine/records/record.ts';

/** The services needed to fetch from another catalog. */
type RemoteCatalogServices = Pick<Platform, 'datasources' | 'config' | 'semaphores'>;

/** The time limit for an answer of another catalog. It is short, because a user waits for the answer. */
const remoteTimeoutMs = 5_000;

/** The metadata and fields of a remote dataset, as a dataset takes them over. */
export interface RemoteMetadata {
  /** Identifies the remote dataset. */
  readonly address: string;
  /** The metadata values, by template and field. */
  readonly metadata: JsonObject;
  /** The steps that give the records the fields of the remote dataset. */
  readonly fieldSteps: readonly PlannedFieldStep[];
}

/** Fetches remote metadata; undefined when they do not come within `remoteTimeoutMs` or are unreadable. Fails SOURCE_REFUSED. */
export async function fetchRemoteMetadata(
  app: RemoteCatalogServices,
  datasource: FederatedDatasource,
  secrets: StoredSecrets,
): Promise<RemoteMetadata | undefined> {
  try {
    const { metas, fields } = await readWithDeadline(
      app,
      (signal) => fetchRemoteDescription(app, datasource, secrets, signal),
      remoteTimeoutMs,
    );
    return {
      address: remoteAddress(datasource),
      metadata: { ...facetMetadata(fields), ...metas },
      fieldSteps: remoteFieldSteps(fields),
    };
  } catch (error) {
    if (error instanceof CatalogError && error.code !== 'SOURCE_REFUSED') return undefined;
    throw error;
  }
}

/**
 * Fetches the metadata and the fields of a remote dataset, without texts that PostgreSQL cannot store. Fails SOURCE_REFUSED when the
 * address must not be reached, and SOURCE_FAILED when the other catalog does not answer or its answer cannot be read.
 */
async function fetchRemoteDescription(
  { datasources, config }: RemoteCatalogServices,
  datasource: FederatedDatasource,
  secrets: StoredSecrets,
  signal: AbortSignal,
): Promise<RemoteDataset> {
  const { datasetId, metas, fields } = await datasources.describeRemote(
    federatedSettings(config, datasource, secrets),
    signal,
  );
  return {
    datasetId,
    metas: Object.fromEntries(
      Object.entries(metas).map(([template, values]) => [
        template,
        Object.fromEntries(Object.entries(values).filter(([name, value]) => isStorableInput([name, value]))),
      ]),
    ),
    fields: fields.filter(isStorableInput),
  };
}

/**
 * Fetches the metadata of the remote dataset that the input of a resource names, before the change locks the dataset. Undefined when the
 * input names no remote dataset, when the other catalog does not answer, and for invalid input, which the later change reports. Fails
 * NOT_FOUND or PERMISSION_DENIED when the caller may not edit the dataset, and SOURCE_REFUSED when the address of the other catalog must
 * not be reached.
 */
export async function fetchMetadataForInput(
  ctx: RequestContext,
  datasetUid: string,
  given: DatasourceInput | null | undefined,
  findCurrent: () => Promise<CurrentDatasource> = async () => noDatasource,
): Promise<RemoteMetadata | undefined> {
  const input = givenDatasource(given);
  if (input?.type !== 'federated') return undefined;
  await requireRights(ctx, datasetUid, ['edit']);
  const current = await findCurrent();
  const secrets = new SecretCollector(current.secrets);
  try {
    const datasource = parseFederated(input, requireCaller(ctx.session), { current: current.datasource, secrets });
    return await fetchRemoteMetadata(ctx.app, datasource, secrets.secrets);
  } catch (error) {
    if (error instanceof CatalogError && error.code === 'INVALID_INPUT') return undefined;
    throw error;
  }
}

/** Fetches the metadata of the first remote dataset of captured resources; undefined without one or an answer. */
export async function fetchMetadataForResources(
  app: RemoteCatalogServices & Pick<Platform, 'db' | 'secrets'>,
  { resources }: CapturedResources,
): Promise<RemoteMetadata | undefined> {
  for (const { uid, datasource } of resources) {
    if (datasource?.type !== 'federated') continue;
    const secrets = await loadResourceSecrets(app, [uid]);
    return fetchRemoteMetadata(app, datasource, secrets.get(uid) ?? noSecrets).catch(ignoreCatalogError);
  }
  return undefined;
}

/** Ignores errors of the datasource, which the publication itself reports. */
function ignoreCatalogError(error: unknown): undefined {
  if (!(error instanceof CatalogError)) throw error;
}

/**
 * Fetches the remote dataset of a resource. The caller has been allowed to see the resource before. Null when the resource has no remote
 * dataset, or when the other catalog cannot be reached, refuses, sends an answer that cannot be read, or takes longer than `remoteTimeoutMs`.
 */
export async function fetchRemoteDataset(ctx: RequestContext, uid: string): Promise<RemoteDataset | null> {
  const found = await firstRow<{ datasource: FederatedDatasource; secrets: string | null }>(
    ctx.db,
    sql`
    select datasource, secrets from resource where uid = ${uid} and datasource ->> 'type' = 'federated'`,
  );
  if (!found) return null;
  const secrets = decryptResourceSecrets(ctx.app, { uid, secrets: found.secrets });
  try {
    return await readWithinRequest(
      ctx,
      (signal) => fetchRemoteDescription(ctx.app, found.datasource, secrets, signal),
      remoteTimeoutMs,
    );
  } catch (error) {
    if (error instanceof CatalogError && (error.code === 'SOURCE_FAILED' || error.code === 'SOURCE_REFUSED'))
      return null;
    throw error;
  }
}

/**
 * Links the draft metadata of a locked dataset to the remote dataset of its first federated resource, or removes the link of a dataset
 * without a federated resource. Metadata that the remote dataset does not have is kept. Returns whether anything changed.
 */
export async function linkToRemote(
  tx: RequestContext,
  dataset: DatasetEntity,
  remote: Pick<RemoteMetadata, 'address' | 'metadata'> | undefined,
): Promise<boolean> {
  // a harvester links the dataset, not one of its resources
  if (dataset.harvesterUid != null) return false;
  const unlinked = await replaceRemoteValues(tx, dataset.metadata, null);
  // there is nothing to link to, and no link to remove
  if (!remote && isDeepStrictEqual(unlinked, dataset.metadata)) return false;
  const firstFederated = await firstRow<{ datasource: FederatedDatasource }>(
    tx.db,
    sql`
    select datasource
    from resource
    where dataset_uid = ${dataset.uid} and datasource ->> 'type' = 'federated'
    order by created_at, uid
    limit 1`,
  );
  // `remote` does not belong to the resource, for example because the resource was changed while the metadata was fetched
  if (firstFederated && remote?.address !== remoteAddress(firstFederated.datasource)) return false;
  const metadata =
    firstFederated && remote ? await replaceRemoteValues(tx, dataset.metadata, remote.metadata) : unlinked;
  if (isDeepStrictEqual(metadata, dataset.metadata)) return false;
  dataset.metadata = metadata;
  return true;
}

/** The annotations that fields receive from the remote dataset. Its other annotations are settings of the other catalog or of its pages. */
const annotationNames: readonly AnnotationName[] = [
  'id',
  'timeserie_precision',
  'unit',
  'decimals',
  'sortable',
  'multivalued',
  'hierarchical',
];

/**
 * The steps that give records of a remote dataset the labels, types, descriptions and annotations of its fields, so that
 * nothing has to be inferred. They precede the field configurations of the dataset. Properties that this catalog cannot
 * express are left out.
 */
export const remoteFieldSteps = (fields: readonly RemoteField[]): PlannedFieldStep[] =>
  fields.flatMap((field) =>
    stepsOf(field)
      .filter((step) => Object.keys(checkFieldStep(step)).length === 0)
      .map((step) => ({ ...step, uid: null })),
  );

function stepsOf({ name, label, type, description, annotations }: RemoteField): TypedFieldStep[] {
  const field = toTechnicalName(name);
  return [
    { type: 'rename', params: { fromName: field, toName: field, fieldLabel: label } },
    ...(isFieldType(type) ? [{ type: 'type', params: { field, typeParam: type } } as const] : []),
    { type: 'description', params: { field, description: description ?? '' } },
    ...annotationNames.flatMap((annotation) => {
      const args = argsOf(annotations[annotation]);
      return args ? [{ type: 'annotate', params: { field, annotation, args } } as const] : [];
    }),
  ];
}

/** The arguments of an annotation: none for a flag, one for a single value. Undefined for an annotation that the field does not have. */
function argsOf(value: Json | undefined): (string | number)[] | undefined {
  if (value === undefined || value === null || value === false) return undefined;
  return [value].flat().filter((arg) => typeof arg === 'string' || typeof arg === 'number');
}

/** The steps for the fields that a harvester has read of the remote dataset; none for other datasets. */
export async function harvestedFieldSteps(
  { db }: Pick<RequestContext, 'db'>,
  datasetUid: Sql,
): Promise<PlannedFieldStep[]> {
  const found = await firstRow<{ fields: readonly RemoteField[] }>(
    db,
    sql`select d.remote_fields as fields from dataset d where d.uid = ${datasetUid} and d.remote_fields is not null`,
  );
  return remoteFieldSteps(found?.fields ?? []);
}

/** The facets of a remote dataset as metadata. The Explore API shows them as annotations of fields. */
export function facetMetadata(fields: readonly RemoteField[]): JsonObject {
  const facets = fields.flatMap(({ name, annotations: { facet, facetsort, disjunctive } }) =>
    facet === undefined
      ? []
      : [
          {
            field_name: toTechnicalName(name),
            ...(typeof facetsort === 'string' && { facetsort }),
            ...(disjunctive !== undefined && { disjunctive: true }),
          },
        ],
  );
  return facets.length > 0 ? { asset_content_configuration: { facets } } : {};
}
