import type { DatasourceReader } from '#engine/datasource/datasource.ts';
import { fail } from '#kernel/fail.ts';
import type { JsonObject } from '#kernel/json.ts';
import { type ReadableDatasource, toReadableDatasource } from '#platform/datasources/datasource-client.ts';
import type { HttpSettings } from '#platform/datasources/http.ts';
import {
  audienceOf,
  decryptConnections,
  noSecrets,
  restoreUrlSecrets,
  SecretCollector,
  secretsForAudience,
  type StoredSecrets,
} from '#connections/index.ts';
import { openThroughCache } from './resource-cache.ts';
import type { ReaderConfiguration, ReaderServices } from './kinds/datasource-kind.ts';
import { connectionUidOf, type Datasource, datasourceKindOf, givenDatasource } from './kinds/datasource-kinds.ts';
import { readableFromParams } from './kinds/parameter-datasources.ts';
import { uploadedFileKind } from './kinds/uploaded-file.ts';
import type { RequestContext } from '#api/context.ts';
import { isRealtime } from '#engine/extractors/services.ts';
import { sql, type Sql, sqlText } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { createLogReader } from './realtime-log.ts';
import { decryptResourceSecrets, loadResourceSecrets } from './resource-secrets.ts';
import { requireConfigurationRight } from '#access/index.ts';
import { requireRights } from '#datasets/index.ts';
import { callerAsDefiner, type Definers } from '#identity/index.ts';
import { parseDatasource } from './kinds/parse-resource-datasource.ts';
import type { GuessExtractorsInput } from './resource.inputs.ts';
import type { Platform } from '#api/platform.ts';
import type { ConfiguredResource } from '#engine/pipeline/extracted-records.ts';
import type { CapturedResources } from './captured-resources.ts';
import type { PlannedFieldStep } from '#engine/field-steps.ts';

/** A resource, with everything needed to read it. */
interface ResourceConfiguration extends ReaderConfiguration {
  readonly type: string;
  readonly params: JsonObject;
  readonly datasource: Datasource | null;
  /** The address of a resource without a datasource. */
  readonly url: string | null;
}

/** A reader of the bytes of a resource, a new stream at each call. A secret goes only to its own origin. */
function createResourceReader(app: ReaderServices, configuration: ResourceConfiguration): DatasourceReader {
  const { type, params, datasource, url, secrets, resourceUid } = configuration;
  return {
    isRepeatable: datasource?.type === uploadedFileKind.type,
    async openStream(signal) {
      const fromParams = readableFromParams(type, params, secrets);
      if (fromParams) return openThroughCache(app, resourceUid, fromParams, signal);
      if (datasource) return datasourceKindOf(datasource.type).openStream(app, datasource, configuration, signal);
      const address =
        url ?? fail('SOURCE_FAILED', { reason: 'the resource has no datasource. Give the resource a datasource.' });
      return openThroughCache(app, resourceUid, httpDatasource(address, secrets), signal);
    },
  };
}

function httpDatasource(url: string, secrets: StoredSecrets): ReadableDatasource {
  const settings: HttpSettings = {
    type: 'http',
    connection: {
      url: restoreUrlSecrets(url, 'address', secretsForAudience(secrets, audienceOf(url))),
      headers: [],
      auth: null,
    },
    relativeUrl: '',
    headers: [],
  };
  return toReadableDatasource(settings, async () => (await import('#platform/datasources/http.ts')).httpClient);
}

/** A stored resource with its file. */
type StoredResource = Omit<ResourceConfiguration, 'secrets' | 'connection' | 'isSample'> & {
  readonly secrets: string | null;
};

/** Creates a reader of a sample of a saved resource that the caller may see. */
export async function createSavedReader(
  { db, app }: RequestContext,
  { uid, type }: { readonly uid: string; readonly type: string },
): Promise<DatasourceReader> {
  if (isRealtime({ type })) return createLogReader(db, { resourceUid: uid });
  const stored =
    (await firstRow<StoredResource>(
      db,
      sql`
    select r.uid as "resourceUid", r.type, r.params, r.datasource, r.url, r.secrets, 
      case
        when f.uid is not null then jsonb_build_object('blobKey', f.blob_key, 'mimetype', f.mimetype, 'bytes',
          f.bytes) end as file,
          ${definerOfResource(sqlText('r'))} as definer
    from resource r left join resource_file f
      on f.dataset_uid = r.dataset_uid
        and r.datasource ->> 'type' = 'uploaded_file'
        and f.uid = r.datasource -> 'file' ->> 'uid'
    where r.uid = ${uid}`,
    )) ?? fail('NOT_FOUND');
  const connectionUid = connectionUidOf(stored.datasource) ?? '';
  const connections = await decryptConnections(
    { db, secrets: app.secrets },
    connectionUid === '' ? [] : [connectionUid],
  );
  return createResourceReader(app, {
    ...stored,
    secrets: decryptResourceSecrets(app, { uid, secrets: stored.secrets }),
    connection: connections.get(connectionUid),
    isSample: true,
  });
}

/**
 * Creates a reader of the datasource of an input, to guess its format. The caller must have the right to read the dataset and the right to
 * configure at least one dataset (docs/contract/rest.md, Who may do what).
 */
export async function createReaderForGuess(
  ctx: RequestContext,
  input: GuessExtractorsInput,
): Promise<DatasourceReader> {
  await requireRights(ctx, input.datasetUid, ['read']);
  return requireConfigurationRight(ctx, () => createUnsavedReader(ctx, input));
}

/** Creates a reader of the datasource of an input, for a preview. The caller must have the right to edit the dataset. */
export async function createReaderForPreview(
  ctx: RequestContext,
  input: GuessExtractorsInput,
): Promise<DatasourceReader> {
  await requireRights(ctx, input.datasetUid, ['edit']);
  return createUnsavedReader(ctx, input);
}

async function createUnsavedReader(
  ctx: RequestContext,
  { datasetUid, datasource: input }: GuessExtractorsInput,
): Promise<DatasourceReader> {
  const secrets = new SecretCollector(noSecrets);
  const { datasource, connection } = await parseDatasource(ctx, givenDatasource(input), {
    datasetUid,
    current: null,
    secrets,
  });
  return createResourceReader(ctx.app, {
    type: '',
    params: {},
    datasource,
    url: null,
    resourceUid: null,
    secrets: secrets.secrets,
    connection: connection?.connection,
    file: await findFile(ctx, datasetUid, datasource),
    definer: callerAsDefiner(ctx.session),
    isSample: true,
  });
}

/** The stored bytes of a file datasource; null for other kinds. Fails FILE_MISSING. */
async function findFile(
  ctx: RequestContext,
  datasetUid: string,
  datasource: Datasource | null,
): Promise<ReaderConfiguration['file']> {
  if (datasource?.type !== 'uploaded_file') return null;
  return (
    (await firstRow<NonNullable<ReaderConfiguration['file']>>(
      ctx.db,
      sql`
    select blob_key as "blobKey", mimetype, bytes::float8 as bytes
    from resource_file
    where dataset_uid = ${datasetUid} and uid = ${datasource.file.uid}`,
    )) ?? fail('FILE_MISSING')
  );
}

/** SQL: the user who saved a resource's datasource, as jsonb, or null; `resource` is the alias of its table. */
const definerOfResource = (resource: Sql): Sql =>
  sql`
    case
      when ${resource}.definer is not null then jsonb_build_object('username', ${resource}.definer, 'scopes',
        ${resource}.definer_scopes) end`;

/** SQL: the definers of a dataset's resources that read forms, by resource uid; `dataset` is the alias of its table. */
export const definersOfResources = (dataset: Sql): Sql => sql`(
  select coalesce(jsonb_object_agg(r.uid, ${definerOfResource(sqlText('r'))}), '{}'::jsonb)
  from resource r
  where r.dataset_uid = ${dataset}.uid and r.definer is not null and r.datasource ->> 'type' = 'ods_form')`;

/**
 * Prepares the resources of a snapshot for the pipeline, with the files, log position and definers at the time of the snapshot. A
 * snapshot contains no secrets, so the current secrets are used; each secret is sent only to the origin for which it was given.
 */
export async function prepareResources(
  app: Pick<Platform, 'db' | 'storage' | 'datasources' | 'clock' | 'secrets' | 'config'>,
  { resources, files }: CapturedResources,
  { highWatermark, definers }: { readonly highWatermark: number; readonly definers: Definers },
): Promise<ConfiguredResource[]> {
  const secrets = await loadResourceSecrets(
    app,
    resources.map(({ uid }) => uid),
  );
  const connections = await decryptConnections(
    app,
    resources.flatMap(({ datasource }) => connectionUidOf(datasource) ?? []),
  );
  const filesByUid = new Map(files.map((file) => [file.uid, file]));
  return resources.map(({ uid, type, params, datasource, url }) => ({
    type,
    params,
    source: isRealtime({ type })
      ? createLogReader(app.db, { resourceUid: uid, upTo: highWatermark })
      : createResourceReader(app, {
          type,
          params,
          datasource,
          url,
          resourceUid: uid,
          secrets: secrets.get(uid) ?? noSecrets,
          connection: connections.get(connectionUidOf(datasource) ?? ''),
          file: datasource?.type === 'uploaded_file' ? (filesByUid.get(datasource.file.uid) ?? null) : null,
          definer: definers[uid] ?? null,
          isSample: false,
        }),
  }));
}

/** The steps for what the datasources of captured resources declare of their fields. A remote dataset declares its fields in its metadata instead. */
export async function declaredFieldSteps(
  app: Pick<ReaderServices, 'db'>,
  { resources }: CapturedResources,
): Promise<readonly PlannedFieldStep[]> {
  const steps: PlannedFieldStep[] = [];
  for (const { datasource } of resources)
    if (datasource) steps.push(...((await datasourceKindOf(datasource.type).fieldSteps?.(app, datasource)) ?? []));
  return steps;
}

/** The time limit for reading a source within a request. */
const defaultTimeoutMs = 20_000;
/** The maximum number of sources that one request may read. Each read may call another server. */
const maxReads = 5;

const readCounts = new WeakMap<RequestContext, number>();

/** Reads a source within a request. Fails QUERY_TOO_COMPLEX when the request has read too many sources, SOURCE_FAILED after the time limit. */
export async function readWithinRequest<T>(
  ctx: RequestContext,
  work: (signal: AbortSignal) => Promise<T>,
  timeoutMs = defaultTimeoutMs,
): Promise<T> {
  const readCount = (readCounts.get(ctx) ?? 0) + 1;
  readCounts.set(ctx, readCount);
  if (readCount > maxReads)
    fail('QUERY_TOO_COMPLEX', {
      found: readCount,
      measure: 'sources to read',
      limit: maxReads,
      advice: 'Ask for fewer previews, guesses and remote datasets at once.',
    });
  return readWithDeadline(ctx.app, work, timeoutMs);
}

/** Reads a source with a permit and a deadline; fails SOURCE_FAILED at the deadline, which includes the wait for the permit. */
export async function readWithDeadline<T>(
  { semaphores }: Pick<Platform, 'semaphores'>,
  work: (signal: AbortSignal) => Promise<T>,
  timeoutMs: number,
): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await semaphores.sourceReads(() => work(signal), { signal });
  } catch (error) {
    if (signal.aborted) fail('SOURCE_FAILED', { reason: `reading it took longer than ${timeoutMs / 1000} seconds.` });
    throw error;
  }
}
