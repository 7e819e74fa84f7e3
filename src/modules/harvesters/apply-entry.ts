import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { captureSnapshots } from '#api/capture-sections.ts';
import type { RequestContext } from '#api/context.ts';
import type { SectionName } from '#api/section-name.ts';
import { inTransaction } from '#api/transaction.ts';
import { newUid } from '#kernel/ids.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject, toPlainJson } from '#kernel/json.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import type { RemoteResource } from '#engine/harvesters/harvester-kind.ts';
import type { VersionedDataset } from '#engine/harvesters/read-entries.ts';
import {
  changeDataset,
  createDataset,
  type DatasetEntity,
  datasetStatus,
  findFreeDatasetId,
  replaceRemoteValues,
  retryOnTakenDatasetId,
} from '#datasets/index.ts';
import { enqueueRun } from '#publication/index.ts';
import { facetMetadata, keepResourceFile } from '#resources/index.ts';
import type { HarvestedDifference, HarvestedParts, HarvestOutcome } from './harvester.entity.ts';
import { changeOf, changeOfPart, changesOfMetadata, recordChanges, type RecordedChanges } from './harvested-changes.ts';
import { type HarvestAttempt, type HarvestKey, lockLease } from './harvest-attempt.ts';
import { type PreparedAttachment, type PreparedFiles, prepareFiles, type PreparedResource } from './prepare-files.ts';

/** What an earlier run has made of a remote dataset. */
export interface KnownDataset {
  readonly remoteId: string;
  /** Null where the dataset was never made, or was deleted by hand. */
  readonly datasetUid: string | null;
  readonly version: string | null;
  readonly parts: HarvestedParts;
  readonly outcome: HarvestOutcome;
  readonly isPublicationDue: boolean;
}

const noParts: HarvestedParts = { resources: {}, attachments: {} };

/** What is applied: the dataset as the source has it, and the settings that shape it here. */
export const appliedVersion = (
  { settings, forcedMetadata }: Pick<HarvestAttempt, 'settings' | 'forcedMetadata'>,
  { version }: VersionedDataset,
): string =>
  createHash('sha256')
    .update(canonicalJson([version, forcedMetadata, settings['metadata_only'], settings['download_resources']]))
    .digest('base64url');

/** Makes a dataset of a remote one, or changes the one that it was made of, in one transaction after its files were fetched. */
export async function applyEntry(
  ctx: RequestContext,
  attempt: HarvestAttempt,
  entry: VersionedDataset,
  known: KnownDataset | undefined,
  signal: AbortSignal,
): Promise<void> {
  const files = await prepareFiles(ctx, attempt, entry, signal);
  await retryOnTakenDatasetId(() =>
    inTransaction(ctx, async (tx) => {
      await lockLease(tx, attempt);
      const isNew = known?.datasetUid == null;
      const { uid: datasetUid, changes: ofCreation } =
        known?.datasetUid == null ? await createDatasetOf(tx, attempt, entry) : { uid: known.datasetUid, changes: [] };
      const change = await changeHarvested(tx, {
        attempt,
        entry,
        files,
        datasetUid,
        parts: isNew ? noParts : known.parts,
      });
      const isComplete = files.problems.length === 0;
      await recordEntry(tx, attempt, {
        remoteId: entry.id,
        title: entry.title,
        datasetUid,
        version: isComplete ? appliedVersion(attempt, entry) : null,
        parts: change.parts,
        outcome: isNew ? 'created' : change.outcome,
        ...recordChanges(isNew ? ofCreation : change.changes),
        error: isComplete ? null : files.problems.join(' '),
        isPublicationDue: change.isPublicationDue || (known?.isPublicationDue ?? false),
      });
    }),
  );
}

/** A remote dataset as it is recorded. */
interface RecordedEntry extends KnownDataset, RecordedChanges {
  readonly title: string;
  readonly error: string | null;
}

/** Records what became of a remote dataset. */
export const recordEntry = (
  { app, db }: RequestContext,
  { harvesterUid, runId }: HarvestKey,
  { remoteId, title, datasetUid, version, parts, outcome, error, ...entry }: RecordedEntry,
): Promise<unknown> =>
  db.rows(sql`
    insert into harvested_dataset (key, harvester_uid, remote_id, title, dataset_uid, version, parts, run_id, outcome, error,
      changes, change_count, is_publication_due, harvested_at)
    values (${`${harvesterUid}/${remoteId}`}, ${harvesterUid}, ${remoteId}, ${title}, ${datasetUid}, ${version},
      ${JSON.stringify(parts)}::jsonb, ${runId}::uuid, ${outcome}, ${error}, ${JSON.stringify(entry.changes)}::jsonb,
      ${entry.changeCount}, ${entry.isPublicationDue}, ${app.clock.now()})
    on conflict (key) do update set title = excluded.title, dataset_uid = excluded.dataset_uid, version = excluded.version,
      parts = excluded.parts, run_id = excluded.run_id, outcome = excluded.outcome, error = excluded.error,
      changes = excluded.changes, change_count = excluded.change_count,
      is_publication_due = excluded.is_publication_due, harvested_at = excluded.harvested_at`);

/** Records that a remote dataset could not be read or stored; what an earlier run has made of it stays. */
export const recordFailure = (
  { app, db }: RequestContext,
  { harvesterUid, runId }: HarvestAttempt,
  { id, error, title = '' }: { readonly id: string; readonly error: string; readonly title?: string },
): Promise<unknown> =>
  db.rows(sql`
    insert into harvested_dataset (key, harvester_uid, remote_id, title, run_id, outcome, error, harvested_at)
    values (${`${harvesterUid}/${id}`}, ${harvesterUid}, ${id}, ${title}, ${runId}::uuid, 'failed', ${error}, ${app.clock.now()})
    on conflict (key) do update set run_id = excluded.run_id, error = excluded.error, harvested_at = excluded.harvested_at,
      outcome = case when ${isOfThisRun} then harvested_dataset.outcome else excluded.outcome end,
      changes = case when ${isOfThisRun} then harvested_dataset.changes else '[]'::jsonb end,
      change_count = case when ${isOfThisRun} then harvested_dataset.change_count else 0 end`);

/** Whether this run has already taken the dataset over, of which only a part failed. */
const isOfThisRun = sqlText(`harvested_dataset.run_id = excluded.run_id and harvested_dataset.outcome <> 'failed'`);

/** Creates the dataset of a remote one, with the identifier that it has there; where that is taken, another one is the change to record. */
async function createDatasetOf(
  tx: RequestContext,
  attempt: HarvestAttempt,
  entry: VersionedDataset,
): Promise<{ readonly uid: string; readonly changes: readonly HarvestedDifference[] }> {
  const wanted = entry.datasetId?.replace(/[^\p{L}\p{N}_@.-]+/gu, '-') ?? '';
  const datasetId = wanted === '' ? undefined : await findFreeDatasetId(tx, wanted, '');
  const { session } = tx;
  const asManager = attempt.isRestrictingDatasets
    ? { ...tx, session: { ...session, scopes: new Set([...session.scopes, 'manage_dataset' as const]) } }
    : tx;
  const title = { default: { title: { value: entry.title } } };
  const uid = await createDataset(asManager, {
    metadata: title,
    ...(datasetId !== undefined && datasetId !== '' && { datasetId }),
    isRestricted: attempt.isRestrictingDatasets,
  });
  return { uid, changes: datasetId === undefined ? [] : changeOf('datasetId', wanted, datasetId || uid) };
}

/** What a change of a dataset needs. */
interface HarvestedChange {
  readonly attempt: HarvestAttempt;
  readonly entry: VersionedDataset;
  readonly files: PreparedFiles;
  readonly datasetUid: string;
  readonly parts: HarvestedParts;
}

/** Brings a dataset to the state of the remote one, in one version; a state that is the same makes none. */
async function changeHarvested(tx: RequestContext, { attempt, entry, files, datasetUid, parts }: HarvestedChange) {
  const sections: SectionName[] = [];
  const change = { sections, rights: ['edit'] as const, isEmpty: false };
  return changeDataset(tx, datasetUid, change, async (innerTx, dataset) => {
    const changes: HarvestedDifference[] = [];
    const metadata = await changeMetadataOf(innerTx, dataset, attempt, {
      metadata: entry.metadata,
      fields: files.fields,
    });
    if (metadata.isChanged) sections.push('metadata');
    changes.push(...metadata.changes);
    const current = await captureSnapshots(innerTx, datasetUid);
    const resources = await writeResources(innerTx, dataset, current.resources, files.resources, parts.resources);
    if (resources.isChanged) {
      sections.push('resources');
      changes.push(...changeOfPart('resources', Object.keys(parts.resources), Object.keys(resources.parts)));
    }
    const attachments = await writeAttachments(
      innerTx,
      dataset,
      current.attachments,
      files.attachments,
      parts.attachments,
    );
    if (attachments.isChanged) {
      sections.push('attachments');
      changes.push(...changeOfPart('attachments', Object.keys(parts.attachments), Object.keys(attachments.parts)));
    }
    change.isEmpty = sections.length === 0;
    await innerTx.em.flush();
    const isPublicationDue = dataset.isPublished && !change.isEmpty && !(await publishAgain(innerTx, dataset));
    return {
      parts: { resources: resources.parts, attachments: attachments.parts },
      outcome: change.isEmpty ? ('unchanged' as const) : ('updated' as const),
      changes,
      isPublicationDue,
    };
  });
}

/** Enqueues the publication of a locked dataset for the starter; false where its status does not allow it now. */
export async function publishAgain(tx: RequestContext, dataset: DatasetEntity): Promise<boolean> {
  if (!datasetStatus.allowing('enqueue').includes(dataset.status)) return false;
  await enqueueRun(tx, dataset, 'publish', { isScheduled: true });
  await tx.em.flush();
  return true;
}

/** Replaces the remote values and fields of a dataset; returns whether any changed, and which. Local values that override them stay. */
async function changeMetadataOf(
  tx: RequestContext,
  dataset: DatasetEntity,
  { harvesterUid, forcedMetadata }: HarvestAttempt,
  { metadata, fields = dataset.remoteFields ?? [] }: Pick<VersionedDataset, 'metadata'> & Pick<PreparedFiles, 'fields'>,
): Promise<{ readonly isChanged: boolean; readonly changes: readonly HarvestedDifference[] }> {
  const remote: Record<string, Json> = { ...facetMetadata(fields), ...metadata };
  for (const [template, values] of Object.entries(forcedMetadata)) {
    const own = remote[template];
    remote[template] = { ...(isJsonObject(own) ? own : {}), ...(isJsonObject(values) ? values : {}) };
  }
  const merged = await replaceRemoteValues(tx, dataset.metadata, remote);
  const stored = fields.length > 0 ? toPlainJson(fields) : null;
  const [before, after] = [toPlainJson<JsonObject>(dataset.metadata), toPlainJson<JsonObject>(merged)];
  const [oldFields, newFields] = [namesIn(dataset.remoteFields), namesIn(stored)];
  const hasOtherFields = !isDeepStrictEqual(stored, dataset.remoteFields ?? null);
  const isChanged = !isDeepStrictEqual(after, before) || hasOtherFields;
  const changes = [
    ...changesOfMetadata(before, after),
    ...(hasOtherFields ? changeOfPart('fields', oldFields, newFields) : []),
  ];
  dataset.metadata = merged;
  dataset.remoteFields = stored;
  dataset.harvesterUid = harvesterUid;
  return { isChanged, changes };
}

const namesIn = (fields: PreparedFiles['fields'] | null): readonly string[] => (fields ?? []).map(({ name }) => name);

/** The datasource of a resource, as an input describes it. */
function datasourceOf({ located: { url, headers, login }, file }: PreparedResource): JsonObject {
  if (file) return { uploadedFile: { file: { uid: file.filename } } };
  const auth = login ? { basicAuth: { ...login } } : null;
  return /^https?:/i.test(url)
    ? { http: { connection: { url, headers: toPlainJson(headers ?? []), auth } } }
    : { ftp: { connection: { url, auth } } };
}

/** Writes the resources of a remote dataset before those that were added here, which stay. */
async function writeResources(
  tx: RequestContext,
  { uid: datasetUid }: DatasetEntity,
  before: Json | undefined,
  prepared: readonly PreparedResource[],
  known: HarvestedParts['resources'],
) {
  // one with the same bytes stays, also where it came by an upload with another type
  const kept = new Map(
    partsIn(isJsonObject(before) ? before['files'] : null).map((part) => [
      textIn(part, 'uid'),
      textIn(part, 'blobKey'),
    ]),
  );
  for (const { file } of prepared)
    if (file && kept.get(file.filename) !== file.blobKey) await keepResourceFile(tx, datasetUid, file);
  const { resources: current = before ?? null } = await captureSnapshots(tx, datasetUid);
  const stored = resourcesIn(current);
  const own = new Set(Object.values(known));
  const local = stored.filter(({ uid }) => !own.has(uid));
  const existing = new Map(stored.map((part) => [part.uid, part]));
  const written = prepared.flatMap((resource): { remote: RemoteResource; input: JsonObject }[] => {
    const { remote, format } = resource;
    const before = existing.get(known[remote.url] ?? '');
    if (!format) return before ? [{ remote, input: { ...before } }] : [];
    const title = remote.title.trim() || 'Records';
    return [
      { remote, input: { ...(before && { uid: before.uid }), ...format, title, datasource: datasourceOf(resource) } },
    ];
  });
  const desired = [...written.map(({ input }) => input), ...local.map((part) => ({ ...part }))];
  const section = tx.app.registry.sections.get('resources');
  const planned = await section?.planChange?.(tx, { datasetUid, current, input: { resources: desired } });
  if (!section || !planned) return { isChanged: false, parts: known };
  const after = resourcesIn(planned.snapshot);
  const parts = Object.fromEntries(written.map(({ remote }, index) => [remote.url, after[index]?.uid ?? '']));
  const isChanged =
    !isDeepStrictEqual(toPlainJson(planned.snapshot), toPlainJson(before)) || (planned.changedSecrets?.length ?? 0) > 0;
  if (isChanged) {
    await planned.beforeWrite?.(tx);
    await section.write(tx, datasetUid, planned.snapshot);
    await planned.afterWrite?.(tx);
  }
  return { isChanged, parts };
}

/** The resources of a snapshot of the section `resources`. */
const resourcesIn = (snapshot: Json): readonly { uid: string; type: string; title: string }[] =>
  partsIn(isJsonObject(snapshot) ? snapshot['resources'] : null).map((part) => ({
    uid: textIn(part, 'uid'),
    type: textIn(part, 'type'),
    title: textIn(part, 'title'),
  }));

/** The parts of a list in a snapshot. */
const partsIn = (list: Json | undefined): readonly JsonObject[] =>
  Array.isArray(list) ? list.filter((part: Json) => isJsonObject(part)) : [];

const textIn = (part: JsonObject, name: string): string => {
  const value = part[name];
  return typeof value === 'string' ? value : '';
};

/** Writes the attachments of a remote dataset, and keeps those that were added here. Equal bytes keep their uid. */
async function writeAttachments(
  tx: RequestContext,
  { uid: datasetUid }: DatasetEntity,
  before: Json | undefined,
  prepared: readonly PreparedAttachment[],
  known: HarvestedParts['attachments'],
) {
  const current = partsIn(before);
  const own = new Set(Object.values(known));
  const createdAt = tx.app.clock.now().toISOString();
  const remote = prepared.flatMap(({ remote: { url }, file }) => {
    const before = current.find(({ uid }) => uid === known[url]);
    if (!file) return before ? [{ url, attachment: before }] : [];
    const isKept = before?.['blobKey'] === file.blobKey && before['filename'] === file.filename;
    return [{ url, attachment: isKept ? before : { uid: newUid('attachment'), ...file, createdAt } }];
  });
  const wanted = new Set(remote.map(({ attachment }) => textIn(attachment, 'uid')));
  const kept = current.filter((part) => wanted.has(textIn(part, 'uid')) || !own.has(textIn(part, 'uid')));
  const added = remote.map(({ attachment }) => attachment).filter((attachment) => !kept.includes(attachment));
  const isChanged = added.length > 0 || kept.length < current.length;
  const section = tx.app.registry.sections.get('attachments');
  if (isChanged) await section?.write(tx, datasetUid, toPlainJson([...kept, ...added]));
  return {
    isChanged,
    parts: Object.fromEntries(remote.map(({ url, attachment }) => [url, textIn(attachment, 'uid')])),
  };
}
