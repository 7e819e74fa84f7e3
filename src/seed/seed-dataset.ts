import type { RequestContext } from '#api/context.ts';
import type { Graph } from '#api/graph.ts';
import { newUid } from '#kernel/ids.ts';
import type { JsonObject } from '#kernel/json.ts';
import { parseSecurity, RulesetEntity } from '#access/index.ts';
import { changeDataset, DatasetEntity, type DatasetMetadata } from '#datasets/index.ts';
import { FeedbackEntity } from '#feedback/index.ts';
import { GroupEntity, UserEntity } from '#identity/index.ts';
import { contextForUser, withSetupErrors } from './seed-portal.ts';
import type { SeededDataset, SeededFile, SeededResource } from './catalog-file.ts';
import {
  appendProcessorMutation,
  createAttachmentMutation,
  createResourceMutation,
  publishDatasetMutation,
  uploadResourceFileMutation,
} from './operations.ts';
import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { lookup } from 'mime-types';
import { ReceivedFile } from '#api/types/scalars.ts';
import { SetupError } from '#platform/system-errors.ts';

/** Creates a dataset with all its parts, in the name of its creator; `folder` is the base of file paths. Returns its uid. Fails with a SetupError that names the dataset. */
export function seedDataset(tx: RequestContext, graph: Graph, dataset: SeededDataset, folder: string): Promise<string> {
  const ctx = contextForUser(tx, dataset.createdBy);
  return withSetupErrors(`dataset ${dataset.datasetId}`, async () => {
    const uid = await insertDataset(ctx, dataset);
    for (const resource of dataset.resources) await addResource(ctx, graph, uid, resource, folder);
    for (const processor of dataset.processors)
      await graph.execute(appendProcessorMutation, { input: { datasetUid: uid, ...processor } }, ctx);
    for (const file of dataset.attachments)
      await graph.execute(
        createAttachmentMutation,
        { input: { datasetUid: uid, file: await readSeededFile(file, folder) } },
        ctx,
      );
    await addFeedbacks(ctx, uid, dataset);
    if (dataset.published) await graph.execute(publishDatasetMutation, { input: { uid } }, ctx);
    return uid;
  });
}

/** Inserts the row of the dataset directly, because a file may specify the uid. `changeDataset` records the first version. */
async function insertDataset(ctx: RequestContext, dataset: SeededDataset): Promise<string> {
  const { datasetId, isRestricted, isFeedbackEnabled, uid = newUid('dataset') } = dataset;
  const creator = ctx.em.getReference(UserEntity, dataset.createdBy);
  const now = ctx.app.clock.now();
  ctx.em.create(DatasetEntity, {
    uid,
    datasetId,
    isRestricted,
    isFeedbackEnabled,
    metadata: ((await ctx.app.registry.sections.get('metadata')?.parse?.({ metadata: dataset.metadata }, ctx)) ??
      {}) as DatasetMetadata,
    defaultSecurity: parseSecurity(dataset.defaultSecurity, 'defaultSecurity'),
    createdAt: now,
    createdBy: creator,
    updatedAt: now,
    updatedBy: creator,
    statusSince: now,
  });
  await ctx.em.flush();
  await changeDataset(ctx, uid, { sections: ['data', 'metadata', 'security'] }, (tx) => addRulesets(tx, uid, dataset));
  return uid;
}

function addRulesets({ em }: RequestContext, datasetUid: string, { rulesets }: SeededDataset): void {
  rulesets.forEach(({ user, group, permissions, security }, index) =>
    em.create(RulesetEntity, {
      datasetUid,
      permissions,
      user: user === undefined ? null : em.getReference(UserEntity, user),
      group: group === undefined ? null : em.getReference(GroupEntity, group),
      security: parseSecurity(security, `rulesets.${String(index)}.security`),
    }),
  );
}

/** Inserts the rows of the feedback directly, because an unpublished dataset accepts no feedback. Their creation times are one second apart, in the file's order. */
async function addFeedbacks(
  { em, app }: RequestContext,
  datasetUid: string,
  { feedbacks }: SeededDataset,
): Promise<void> {
  const now = app.clock.now().getTime();
  feedbacks.forEach(({ user, ...feedback }, index) =>
    em.create(FeedbackEntity, {
      ...feedback,
      uid: newUid('feedback'),
      dataset: em.getReference(DatasetEntity, datasetUid),
      user: em.getReference(UserEntity, user),
      createdAt: new Date(now - (feedbacks.length - index) * 1_000),
    }),
  );
  await em.flush();
}

async function addResource(
  ctx: RequestContext,
  graph: Graph,
  datasetUid: string,
  resource: SeededResource,
  folder: string,
): Promise<void> {
  const { file, datasource, ...rest } = resource;
  const source = file ? await upload(ctx, graph, datasetUid, file, folder) : datasource;
  await graph.execute(
    createResourceMutation,
    { input: { datasetUid, ...rest, ...(source && { datasource: source }) } },
    ctx,
  );
}

async function upload(
  ctx: RequestContext,
  graph: Graph,
  datasetUid: string,
  given: SeededFile,
  folder: string,
): Promise<JsonObject> {
  const file = await readSeededFile(given, folder);
  const {
    uploadResourceFile: {
      file: { uid },
    },
  } = await graph.execute(uploadResourceFileMutation, { input: { datasetUid, file } }, ctx);
  return { uploadedFile: { file: { uid } } };
}

/** Reads a file of the catalog as an upload; `folder` is the base of its path. Fails with a SetupError when it cannot be read. */
export async function readSeededFile(file: SeededFile, folder: string): Promise<ReceivedFile> {
  const name = 'path' in file ? basename(file.path) : file.name;
  const content =
    'path' in file ? await readFile(resolve(folder, file.path)).catch(failUnreadable) : Buffer.from(file.content);
  return new ReceivedFile(name, lookup(name) || 'application/octet-stream', content.length, () =>
    Readable.from([content]),
  );
}

function failUnreadable(error: unknown): never {
  throw new SetupError(
    `A file of the catalog file cannot be read: ${error instanceof Error ? error.message : String(error)}`,
  );
}
