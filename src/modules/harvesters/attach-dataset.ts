import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { RequestContext } from '#api/context.ts';
import { checkAll } from '#kernel/check-all.ts';
import { failFields, requiredMessage } from '#kernel/fail.ts';
import { isJsonObject, type JsonObject } from '#kernel/json.ts';
import { sql } from '#kernel/sql.ts';
import { lineProblem } from '#kernel/text.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { type RemoteField, remoteField } from '#platform/datasources/remote-dataset.ts';
import { maxLength, maxParts } from '#engine/harvesters/read-entries.ts';
import { changeDataset, type DatasetEntity, replaceRemoteValues } from '#datasets/index.ts';
import { recordEntry } from './apply-entry.ts';
import { noChanges } from './harvested-changes.ts';
import { harvesterStatus } from './harvester.entity.ts';
import type { AttachHarvestedDatasetInput, HarvestedPartInput } from './harvester.inputs.ts';
import { parseRemoteMetadata } from './harvester.rules.ts';
import { changeHarvester } from './harvesters.service.ts';

/**
 * Makes a dataset one of a harvester, in one version, and returns its uid. Its record has no version of the source, so that the next run compares
 * the two. Fails as `changeHarvester` and `changeDataset` do, INVALID_HARVESTER_STATUS during a run, which has read its list of datasets already,
 * and INVALID_INPUT where the dataset or the remote one is taken.
 */
export async function attachHarvestedDataset(ctx: RequestContext, input: AttachHarvestedDatasetInput): Promise<string> {
  const { datasetUid, harvesterUid, expectedRevision } = input;
  const change = { sections: ['metadata'], rights: ['edit'], expectedRevision } as const;
  await changeHarvester(ctx, { action: 'attachHarvestedDataset', uid: harvesterUid, input }, async (tx, harvester) => {
    harvesterStatus.next(harvester.status, 'start', 'attaching a dataset');
    const [remoteId, fields] = checkAll(
      () => parseRemoteId(input.remoteId),
      () => parseFields(input.remoteFields ?? []),
    );
    const limits = { path: 'remoteMetadata', maxLength: maxLength.dataset };
    const remote = await parseRemoteMetadata(tx, input.remoteMetadata, limits);
    await changeDataset(tx, datasetUid, change, async (innerTx, dataset) => {
      await requireFree(innerTx, dataset, { harvesterUid, remoteId });
      const metadata = await replaceRemoteValues(innerTx, dataset.metadata, remote);
      // that is how too long ones are left alone
      if (metadata === dataset.metadata)
        failFields({ remoteMetadata: ['With the values of the dataset, they are too long to be stored.'] });
      const parts = {
        resources: await findParts(innerTx, datasetUid, 'resources', input.resources ?? []),
        attachments: await findParts(innerTx, datasetUid, 'attachments', input.attachments ?? []),
      };
      innerTx.em.assign(dataset, { metadata, remoteFields: fields.length > 0 ? [...fields] : null, harvesterUid });
      await recordEntry(
        innerTx,
        // a list that lacks the dataset has no part in this run, so that the dataset is missing
        { harvesterUid, runId: randomUUID() },
        {
          ...{ remoteId, title: titleIn(remote), datasetUid, version: null, parts },
          ...{ outcome: 'created', error: null, isPublicationDue: false },
          ...noChanges,
        },
      );
    });
  });
  return datasetUid;
}

function parseRemoteId(given: string): string {
  const problem = given === '' ? requiredMessage : lineProblem(given, maxLength.id);
  return problem === undefined ? given : failFields({ remoteId: [problem] });
}

const fieldList = z.array(remoteField).max(maxParts.fields);

/** The fields of the source. Fails INVALID_INPUT at the first one that is none. */
function parseFields(given: readonly JsonObject[]): readonly RemoteField[] {
  if (JSON.stringify(given).length > maxLength.dataset)
    failFields({ remoteFields: [`Give at most ${maxLength.dataset} characters of JSON.`] });
  const { data, error } = fieldList.safeParse(given);
  if (data) return data;
  const [issue] = error.issues;
  return failFields({ [['remoteFields', ...(issue?.path ?? [])].join('.')]: [issue?.message ?? ''] });
}

const titleIn = ({ default: fields }: JsonObject): string => {
  const title = isJsonObject(fields) ? fields['title'] : undefined;
  return typeof title === 'string' ? title.slice(0, maxLength.title) : '';
};

/** Fails INVALID_INPUT where a harvester keeps the dataset up to date already, or another dataset belongs to the remote one. */
async function requireFree(
  { db }: RequestContext,
  { uid, harvesterUid: owner }: DatasetEntity,
  { harvesterUid, remoteId }: { readonly harvesterUid: string; readonly remoteId: string },
): Promise<void> {
  if (owner != null && owner !== harvesterUid)
    failFields({ datasetUid: ['The dataset belongs to another harvester. Delete that one, and keep its datasets.'] });
  const taken = await firstRow<{ remoteId: string; datasetId: string }>(
    db,
    sql`
    select hd.remote_id as "remoteId", d.dataset_id as "datasetId"
    from harvested_dataset hd join dataset d on d.uid = hd.dataset_uid and d.harvester_uid = hd.harvester_uid
    where hd.harvester_uid = ${harvesterUid} and (hd.remote_id = ${remoteId} or hd.dataset_uid = ${uid})
    limit 1`,
  );
  if (taken) failFields({ remoteId: [`The dataset ${taken.datasetId} belongs to ${taken.remoteId} already.`] });
}

/** The uids of parts of a dataset by their addresses at the source. Fails INVALID_INPUT for others, and where one comes twice. */
async function findParts(
  { db }: RequestContext,
  datasetUid: string,
  kind: 'resources' | 'attachments',
  given: readonly HarvestedPartInput[],
): Promise<Record<string, string>> {
  if (given.length > maxParts[kind]) failFields({ [kind]: [`Give at most ${maxParts[kind]}.`] });
  const uids = given.map(({ uid }) => uid);
  const rows = await db.rows<{ uid: string }>(
    kind === 'resources'
      ? sql`select uid from resource where dataset_uid = ${datasetUid} and uid = any(${uids}::text[])`
      : sql`select uid from attachment where dataset_uid = ${datasetUid} and uid = any(${uids}::text[])`,
  );
  const known = new Set(rows.map(({ uid }) => uid));
  const parts = new Map<string, string>();
  for (const [index, { uid, remoteUrl }] of given.entries()) {
    const url = remoteUrl.length > maxLength.url ? `Use ${maxLength.url} characters at most.` : undefined;
    if (url !== undefined) failFields({ [`${kind}.${index}.remoteUrl`]: [url] });
    if (parts.has(remoteUrl)) failFields({ [`${kind}.${index}.remoteUrl`]: ['The address is given twice.'] });
    if (!known.delete(uid))
      failFields({ [`${kind}.${index}.uid`]: ['The dataset has no such part, or it is given twice.'] });
    parts.set(remoteUrl, uid);
  }
  return Object.fromEntries(parts);
}
