import { join } from 'node:path';
import { isJsonObject, type Json, type JsonObject, toPlainJson } from '#kernel/json.ts';
import {
  ApplyDatasetDocument,
  CountRecordsDocument,
  DeleteDatasetDocument,
  ExportDatasetsDocument,
  ListDatasetIdsDocument,
  UnpublishDatasetDocument,
  type WrittenDatasetFragment,
} from '../generated/operations.ts';
import { pathOf } from '../graph-client.ts';
import { namesOfFiles } from '../files/safe-name.ts';
import { applyDataset } from './apply-dataset.ts';
import { compare } from './compare.ts';
import { savedConnections } from './connection.ts';
import { fileChanges, findFileWork } from './dataset-files.ts';
import { datasetDocument, type DatasetDocument } from './dataset-document.ts';
import { inputOf, savedNameOf } from './dataset-input.ts';
import { harvesterChanges, harvesterNames, withHarvester, withoutAddresses } from './harvesting.ts';
import type { Change, DesiredItem, Noun, PlannedItem, Session, StoredItem } from './noun.ts';
import { pages } from './pages.ts';
import { waitForPublication } from './publish-dataset.ts';
import {
  draftDocument,
  publishedChanges,
  type PublishedState,
  readPublishedState,
  writePublishedFiles,
} from './published-dataset.ts';
import { readStored } from './read-dataset.ts';
import { hasAllParts, namedFiles, warningOfRemoteValues, writeDataset } from './write-dataset.ts';

/** How many datasets an export reads at a time, with the first parts of each. */
const pageSize = 10;
const firstParts = 100;

/** Datasets: planned and applied by `applyDataset` of the graph. */
export const datasetNoun: Noun = Object.freeze<Noun>({
  name: 'datasets',
  creationRights: [['create_dataset']],
  hasFolders: true,
  secretMembers: ['resources', 'published'],
  schema: datasetDocument,
  comments: {
    remoteMetadata: 'what the source says; a value of the same field below metadata overrides it',
    remoteFields: 'what the source says; fields of this dataset follow it',
  },
  keyOf: ({ datasetId }) => (typeof datasetId === 'string' ? datasetId : ''),
  async *list(session) {
    const { client, progress } = session;
    let done = 0;
    for await (const { dataset, totalCount } of pages(async (after) => {
      const { datasets } = await client.send(ExportDatasetsDocument, { first: pageSize, parts: firstParts, after });
      return datasets && { ...datasets, nodes: datasets.nodes.map((dataset) => ({ dataset, ...datasets })) };
    })) {
      done += 1;
      progress(`datasets ${done}/${totalCount}`);
      const whole = hasAllParts(dataset) ? dataset : await readStored(session, dataset.datasetId);
      if (!whole) continue;
      const connections = await savedConnections(session);
      const state = await readPublishedState(session, whole, connections);
      if (state.kind === 'unknown')
        session.warn(
          `datasets/${whole.datasetId}: its draft is ahead of what is published, which is not known. Its file has the draft alone, and another instance publishes that.`,
        );
      if (state.kind === 'pending' && whole.published?.isCurrent === false)
        session.warn(
          `datasets/${whole.datasetId}: a publication is under way. Its file has the draft alone; export again after it.`,
        );
      const document = withHarvester(writeDataset(whole, connections), whole, await harvesterNames(session));
      yield storedItem(client, whole, { document, state });
    }
  },
  async *keys({ client }) {
    for await (const { datasetId } of pages(
      async (after) => (await client.send(ListDatasetIdsDocument, { after })).datasets,
    ))
      yield datasetId;
  },
  plan: planDataset,
  apply: applyDataset,
  async weigh({ client }, key) {
    const { catalogDataset } = await client.send(CountRecordsDocument, { datasetId: key });
    return `${(catalogDataset?.recordCount ?? 0).toLocaleString('en')} records`;
  },
  async remove(session, key) {
    const stored = await readStored(session, key);
    if (!stored) return;
    if (stored.isPublished) {
      await session.client.send(UnpublishDatasetDocument, { input: { uid: stored.uid } });
      await waitForPublication(session, stored.uid, key);
    }
    await session.client.send(DeleteDatasetDocument, { input: { uid: stored.uid } });
  },
  needs: ({ processors = [], resources = [], published = {} }) => [...referencesIn([processors, resources, published])],
  async settle(session, keys) {
    for (const key of keys) {
      const stored = await readStored(session, key);
      if (stored) await waitForPublication(session, stored.uid, key);
    }
  },
});

/** The datasets of this portal that processors name: their parameter `dataset`. */
function* referencesIn(value: Json): Generator<string> {
  if (Array.isArray(value)) for (const item of value as readonly Json[]) yield* referencesIn(item);
  if (!isJsonObject(value)) return;
  for (const [name, member] of Object.entries(value))
    if (name === 'dataset' && typeof member === 'string') yield member;
    else yield* referencesIn(member);
}

/** An uploaded file or attachment is at an address of the Automation API. */
const administration = '/api/automation/v1.0/datasets';

function storedItem(
  client: Session['client'],
  dataset: WrittenDatasetFragment,
  { document, state }: { readonly document: JsonObject; readonly state: PublishedState },
): StoredItem {
  return {
    key: dataset.datasetId,
    document: { ...document, ...(state.kind === 'earlier' && { published: state.parts }) },
    async write(folder) {
      const used = new Set(dataset.resources.nodes.flatMap(({ datasource }) => fileOf(datasource)));
      for (const [uid, name] of namesOfFiles(used)) {
        const path = `${administration}/${dataset.uid}/resources/files/${encodeURIComponent(uid)}/download/`;
        await client.download(path, join(folder, 'files', name));
      }
      for (const { name, item } of namedFiles(dataset.attachments.nodes)) {
        const path = `${administration}/${dataset.uid}/attachments/${encodeURIComponent(item.uid)}/download/`;
        await client.download(path, join(folder, 'attachments', name));
      }
      for (const { name, item } of namedFiles(dataset.alternativeExports.nodes))
        if (item.url === null) await client.download(pathOf(item.downloadUrl), join(folder, 'exports', name));
      await writePublishedFiles({ client }, dataset, state, folder);
    },
  };
}

const fileOf = (datasource: WrittenDatasetFragment['resources']['nodes'][number]['datasource']): string[] =>
  datasource && 'file' in datasource ? [datasource.file.uid] : [];

async function planDataset(session: Session, { document: given, folder }: DesiredItem): Promise<PlannedItem> {
  const document = datasetDocument.parse(given);
  const stored = await readStored(session, document.datasetId);
  const work = await findFileWork(document, folder, stored);
  const ofHarvester = await harvesterChanges(session, document, stored);
  if (!stored) return { action: 'create', token: 'new', changes: compare(undefined, given, []) };
  const warning = warningOfRemoteValues(document, toPlainJson(stored.metadata) as JsonObject);
  if (warning !== undefined) session.warn(warning);
  const connections = await savedConnections(session);
  const known = new Set(connections.values());
  const named = document.resources?.flatMap(({ datasource }) => savedNameOf(datasource) ?? []) ?? [];
  // the graph cannot plan resources of files and connections that it does not have
  const needsFiles = work.uploads.some(({ isNew }) => isNew) || named.some((each) => !known.has(each));
  const { resources, ...input } = inputOf(
    session,
    needsFiles ? { ...draftDocument(document), resources: undefined } : draftDocument(document),
    stored,
    connections,
  );
  const dryRun = await session.client.send(ApplyDatasetDocument, {
    input: {
      ...input,
      ...(resources !== undefined && { resources }),
      datasetUid: stored.uid,
      isDryRun: true,
    },
  });
  const written = writeDataset(stored, connections);
  const state = await readPublishedState(session, stored, connections);
  if (state.kind === 'pending' && document.isPublished && document.published)
    session.warn(
      `datasets/${document.datasetId}: a publication is under way, so that its draft alone is compared. Plan again after it for \`published\`.`,
    );
  const changes: Change[] = [
    ...dryRun.applyDataset.changes.map(({ path, kind, before, after }) => ({
      path,
      kind,
      before: toPlainJson(before) as Json,
      after: toPlainJson(after) as Json,
    })),
    ...(needsFiles ? compare(written['resources'], given['resources'], ['resources']) : []),
    ...fileChanges(work),
    ...flagChanges(document, written),
    ...ofHarvester,
    ...(await publishedChanges(withoutAddresses(document), folder, {
      ...{ stored, written, state },
    })),
  ];
  const token = needsFiles ? `${stored.revision}` : dryRun.applyDataset.planId;
  return { action: changes.length === 0 ? 'none' : 'update', changes, token };
}

const flagChanges = (document: DatasetDocument, written: JsonObject): Change[] =>
  (['isPublished', 'isFeedbackEnabled'] as const).flatMap((name) => {
    const after = document[name];
    return after === undefined || after === written[name]
      ? []
      : [{ path: [name], kind: 'changed', before: written[name] ?? null, after } as const];
  });
