import type { RequestContext } from '#api/context.ts';
import type { SectionName } from '#api/section-name.ts';
import { inTransaction } from '#api/transaction.ts';
import {
  changeDataset,
  checkPartLimit,
  type DatasetEntity,
  requireRights,
  type RowsOfChange,
} from '#datasets/index.ts';
import { fetchMetadataForInput, linkToRemote, type RemoteMetadata } from './remote-metadata.ts';
import { checkBefore } from '#kernel/check-all.ts';
import { newUid } from '#kernel/ids.ts';
import { encryptSecrets, storeConnection } from '#connections/index.ts';
import { definerColumns, requireValidKey } from '#identity/index.ts';
import {
  checkDatasource,
  type CurrentDatasource,
  noDatasource,
  parseResourceDatasource,
} from './kinds/parse-resource-datasource.ts';
import { givenDatasource } from './kinds/datasource-kinds.ts';
import { findResource, ResourceEntity } from './resource.entity.ts';
import type {
  CreateResourceInput,
  ResourceActionInput,
  UpdateResourceInput,
  UploadResourceFileInput,
} from './resource.inputs.ts';
import { parseResource } from './resource.rules.ts';
import { decryptResourceSecrets, resourceSecretRecord } from './resource-secrets.ts';
import { isDeepStrictEqual } from 'node:util';
import { clearCache } from './resource-cache.ts';
import { sql } from '#kernel/sql.ts';
import { storeFile, type StoredFile } from '#blobs/index.ts';

/** A change of a dataset's resources. */
interface ResourcesChange<Rows> extends RowsOfChange<Rows> {
  readonly datasetUid: string;
  readonly expectedRevision?: number | null | undefined;
  /** The metadata of the remote dataset that the changed resource names. */
  readonly remote?: RemoteMetadata | undefined;
}

/**
 * Changes the resources of a dataset. All changes of single resources go through this function. In the same version it links the dataset to the
 * remote dataset of its resources, or removes the link. Fails as `changeDataset` does.
 */
const changeResources = <T, Rows>(
  ctx: RequestContext,
  { datasetUid, expectedRevision, remote, read }: ResourcesChange<Rows>,
  apply: (tx: RequestContext, dataset: DatasetEntity, rows: Rows) => Promise<T> | T,
): Promise<T> =>
  inTransaction(ctx, (tx) => {
    const sections: SectionName[] = ['resources'];
    return changeDataset(tx, datasetUid, { sections, expectedRevision, read }, async (innerTx, dataset, rows) => {
      const result = await apply(innerTx, dataset, rows);
      await innerTx.em.flush();
      if (await linkToRemote(innerTx, dataset, remote)) sections.push('metadata');
      return result;
    });
  });

/** Adds a resource to a dataset, after the existing ones, and returns its uid. */
export async function createResource(ctx: RequestContext, input: CreateResourceInput): Promise<string> {
  const { datasetUid, expectedRevision, type, title, params = null, url = null } = input;
  const datasource = givenDatasource(input.datasource) ?? null;
  const remote = await fetchMetadataForInput(ctx, datasetUid, input.datasource);
  const read = ({ em }: RequestContext) => em.count(ResourceEntity, { dataset: datasetUid });
  return changeResources(ctx, { datasetUid, expectedRevision, remote, read }, async (tx, dataset, count) => {
    checkPartLimit('resources', count + 1);
    const properties = await checkBefore(
      () => parseResource({ type, title, params, url }),
      () => checkDatasource(tx, datasetUid, datasource, noDatasource),
    );
    const parsed = await parseResourceDatasource(tx, datasetUid, { ...properties, datasource });
    if (parsed.connection) await storeConnection(tx, parsed.connection);
    const uid = newUid('resource');
    const secrets = encryptSecrets(tx.app.secrets, parsed.secrets, resourceSecretRecord(uid));
    const now = tx.app.clock.now();
    tx.em.create(ResourceEntity, {
      uid,
      dataset,
      ...properties,
      params: parsed.params,
      url: parsed.url,
      datasource: parsed.datasource,
      secrets,
      ...definerColumns(tx),
      createdAt: now,
      updatedAt: now,
    });
    return uid;
  });
}

/** Changes a resource and returns its uid. An omitted field keeps its value; null clears the field. */
export async function updateResource(
  ctx: RequestContext,
  { datasetUid, uid, expectedRevision, datasource: input, ...changes }: UpdateResourceInput,
): Promise<string> {
  const datasource = givenDatasource(input);
  const remote = await fetchMetadataForInput(ctx, datasetUid, input, async () =>
    currentDatasource(ctx, await findResource(ctx, datasetUid, uid)),
  );
  const read = (tx: RequestContext) => findResource(tx, datasetUid, uid);
  return changeResources(ctx, { datasetUid, expectedRevision, remote, read }, async (tx, _dataset, resource) => {
    const {
      type = resource.type,
      title = resource.title,
      params = resource.params,
      url = resource.url ?? null,
    } = changes;
    const properties = await checkBefore(
      () => parseResource({ type, title, params, url }),
      () => checkDatasource(tx, datasetUid, datasource, currentDatasource(tx, resource)),
    );
    const parsed = await parseResourceDatasource(
      tx,
      datasetUid,
      { ...properties, datasource },
      currentDatasource(tx, resource),
    );
    if (parsed.connection) await storeConnection(tx, parsed.connection);
    const secrets = encryptSecrets(tx.app.secrets, parsed.secrets, resourceSecretRecord(uid));
    const definer = isDeepStrictEqual(parsed.datasource, resource.datasource ?? null) ? {} : definerColumns(tx);
    tx.em.assign(resource, {
      ...properties,
      params: parsed.params,
      url: parsed.url,
      datasource: parsed.datasource,
      secrets,
      ...definer,
      updatedAt: tx.app.clock.now(),
    });
    return uid;
  });
}

const currentDatasource = ({ app }: RequestContext, resource: ResourceEntity): CurrentDatasource => ({
  datasource: resource.datasource ?? null,
  secrets: decryptResourceSecrets(app, resource),
});

/** Deletes a resource and returns its uid; files stay. */
export function deleteResource(
  ctx: RequestContext,
  { datasetUid, uid, expectedRevision }: ResourceActionInput,
): Promise<string> {
  const read = (tx: RequestContext) => findResource(tx, datasetUid, uid);
  return changeResources(ctx, { datasetUid, expectedRevision, read }, (tx, _dataset, resource) => {
    tx.em.remove(resource);
    return uid;
  });
}

/** Clears the cache of a resource, and returns the resource's uid. */
export const clearResourceCache = (
  ctx: RequestContext,
  { datasetUid, uid, expectedRevision }: ResourceActionInput,
): Promise<string> =>
  changeDataset(ctx, datasetUid, { sections: ['data'], expectedRevision }, async (tx) => {
    await findResource(tx, datasetUid, uid);
    await clearCache(tx, uid);
    return uid;
  });

/**
 * Stores a file for the resources of a dataset and returns the file's uid. An existing file of the same name is replaced and keeps its
 * position in lists. The bytes are received only from callers who may edit the dataset. Fails PAYLOAD_TOO_LARGE when the file exceeds the
 * size limit, and UNAUTHORIZED when the key was revoked during the upload.
 */
export async function storeResourceFile(
  ctx: RequestContext,
  { datasetUid, file, expectedRevision }: UploadResourceFileInput,
): Promise<string> {
  await requireRights(ctx, datasetUid, ['edit']);
  const stored = await storeFile(ctx, file);
  return changeDataset(ctx, datasetUid, { sections: ['resources'], expectedRevision }, async (tx) => {
    await requireValidKey(tx);
    await keepResourceFile(tx, datasetUid, stored);
    return stored.filename;
  });
}

/** Adds a stored file to the resource files of a locked dataset, in place of one of the same name. */
export const keepResourceFile = (
  tx: RequestContext,
  datasetUid: string,
  { filename, mimetype, blobKey, bytes }: StoredFile,
): Promise<unknown> =>
  tx.db.rows(sql`
      insert into resource_file (dataset_uid, uid, mimetype, blob_key, bytes, created_at)
      values (${datasetUid}, ${filename}, ${mimetype}, ${blobKey}, ${bytes}, ${tx.app.clock.now()})
      on conflict (dataset_uid, uid)
      do update set mimetype = excluded.mimetype, blob_key = excluded.blob_key, bytes = excluded.bytes`);
