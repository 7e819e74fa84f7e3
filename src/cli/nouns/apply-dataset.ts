import { CommandError, exitCodes } from '../exit-codes.ts';
import {
  ApplyDatasetDocument,
  CreateDatasetDocument,
  UpdateDatasetDocument,
  UploadResourceFileDocument,
  type WrittenDatasetFragment,
} from '../generated/operations.ts';
import { savedConnections } from './connection.ts';
import { type DatasetChange, ExpectedRevision } from './dataset-change.ts';
import { datasetDocument, type DatasetDocument } from './dataset-document.ts';
import { applyAttachments, findFileWork } from './dataset-files.ts';
import { inputOf } from './dataset-input.ts';
import { type Visibility, visibilityMeanwhile, visibilityOf } from './dataset-visibility.ts';
import { attach, findHarvester, withoutAddresses } from './harvesting.ts';
import type { DesiredItem, PlannedWork, Session } from './noun.ts';
import { publish, publishEarlier, waitForPublication } from './publish-dataset.ts';
import { draftDocument } from './published-dataset.ts';
import { readStored } from './read-dataset.ts';
import { readMetadata } from './write-dataset.ts';

/** Brings a dataset to what its file says, where it is still what the plan saw. */
export async function applyDataset(
  session: Session,
  { document: given, folder }: DesiredItem,
  { action, sections, token }: PlannedWork,
): Promise<void> {
  const document = datasetDocument.parse(given);
  const stored = await readStored(session, document.datasetId);
  requirePlanned(stored, action, token);
  const harvesterUid = await findHarvester(session, document, stored);
  const { uid, revision } = stored ?? (await create(session, document));
  const connections = await savedConnections(session);
  const change = { session, document, folder, uid, connections, revision: new ExpectedRevision(revision) };
  const hasEarlier = document.isPublished && document.published !== undefined;
  if (hasEarlier && harvesterUid !== undefined) {
    // what is published has the values of the source too
    await bringDraft(change, { current: stored, meanwhile: visibilityMeanwhile(document, stored, sections), token });
    await attach(change, harvesterUid);
  }
  const current = hasEarlier ? await bringPublished(change, sections) : stored;
  const meanwhile = visibilityMeanwhile(document, current, sections);
  await bringDraft(change, { current, meanwhile, token });
  if (!hasEarlier && harvesterUid !== undefined) await attach(change, harvesterUid);
  await setFeedback(change, stored);
  await publish(session, { document, stored, uid, sections });
  if (current && meanwhile) await showPublished(change, stored ?? current);
}

/** The revision that a plan saw; undefined where it saw no dataset. */
const revisionOf = (token: string): number | undefined => (token === 'new' ? undefined : Number.parseInt(token, 10));

function requirePlanned(
  stored: WrittenDatasetFragment | undefined,
  action: PlannedWork['action'],
  token: string,
): void {
  const refuse = (message: string): never => {
    throw new CommandError(message, exitCodes.refused);
  };
  if (action === 'create' && stored) refuse('It was created since the plan. Plan again.');
  if (action === 'update' && !stored) refuse('It was deleted since the plan.');
  if (stored && stored.revision !== revisionOf(token)) refuse('It changed since the plan. Plan again.');
}

async function create({ client }: Session, document: DatasetDocument) {
  const { datasetId, isRestricted, defaultSecurity } = document;
  const metadata = readMetadata(document);
  const input = {
    datasetId,
    ...(metadata && { metadata }),
    // nobody sees a dataset before its rulesets stand
    ...(isRestricted !== undefined && { isRestricted }),
    ...(defaultSecurity && { defaultSecurity }),
  };
  return (await client.send(CreateDatasetDocument, { input })).createDataset.dataset ?? failMissing();
}

/** Publishes what the file has published, where the instance has not. Returns the dataset after it. */
async function bringPublished(
  change: DatasetChange,
  sections: PlannedWork['sections'],
): Promise<WrittenDatasetFragment> {
  const { session, document, folder, uid: datasetUid, revision, connections } = change;
  const published = await publishEarlier(session, {
    document: withoutAddresses(document),
    folder,
    read: () => readAgain(change),
    bring: async (earlier, files, before) => {
      revision.expected = before.revision;
      const known = new Map(before.resourceFiles.nodes.map(({ filename, sha256 }) => [filename, sha256]));
      await upload(
        change,
        files.filter(({ name, hash }) => known.get(name) !== hash),
      );
      const visible = { ...earlier, ...visibilityMeanwhile(document, before, sections) };
      const input = { ...inputOf(session, visible, before, connections), datasetUid };
      await session.client.send(ApplyDatasetDocument, { input: { ...input, expectedRevision: revision.expected } });
    },
  });
  revision.expected = published.revision;
  return published;
}

/** What a dataset is brought to a draft from, and how. */
interface DraftChange {
  readonly current: WrittenDatasetFragment | undefined;
  readonly meanwhile: Visibility | undefined;
  readonly token: string;
}

/** Brings the draft with its files: one version by the id of its plan, and one for each file that is added or removed. */
async function bringDraft(change: DatasetChange, { current, meanwhile, token }: DraftChange): Promise<void> {
  const { session, document, folder, uid: datasetUid, revision, connections } = change;
  const work = await findFileWork(document, folder, current);
  await upload(change, work.uploads);
  const draft = { ...draftDocument(document), ...meanwhile };
  const planned = revisionOf(token);
  // a plan that needs files or connections which were not there has no id
  const hasPlanId = !meanwhile && revision.expected === planned && token !== String(planned);
  const input = {
    ...inputOf(session, draft, current, connections),
    datasetUid,
    ...(hasPlanId ? { planId: token } : { expectedRevision: revision.expected }),
  };
  revision.follow((await session.client.send(ApplyDatasetDocument, { input })).applyDataset);
  await applyAttachments(change, work);
}

async function upload(
  { session, document, uid: datasetUid, revision }: DatasetChange,
  files: readonly { readonly path: string; readonly name: string }[],
): Promise<void> {
  for (const { path, name } of files) {
    session.progress(`datasets/${document.datasetId}: ${name}`);
    const input = { datasetUid, expectedRevision: revision.expected };
    revision.follow((await session.client.upload(UploadResourceFileDocument, input, path, name)).uploadResourceFile);
  }
}

async function setFeedback(
  { session, document: { isFeedbackEnabled }, uid, revision }: DatasetChange,
  stored: WrittenDatasetFragment | undefined,
): Promise<void> {
  if (isFeedbackEnabled === undefined || isFeedbackEnabled === (stored?.isFeedbackEnabled ?? false)) return;
  const input = { uid, isFeedbackEnabled, expectedRevision: revision.expected };
  revision.follow((await session.client.send(UpdateDatasetDocument, { input })).updateDataset);
}

/** Lets those see the dataset whom the file lets, once its records are those of the file. */
async function showPublished(
  change: DatasetChange,
  before: Pick<WrittenDatasetFragment, 'isRestricted'>,
): Promise<void> {
  const { session, document, uid: datasetUid, connections } = change;
  await waitForPublication(session, datasetUid, document.datasetId);
  const published = await readAgain(change);
  const visible = inputOf(session, visibilityOf(document, before), published, connections);
  const input = { ...visible, datasetUid, expectedRevision: published.revision };
  await session.client.send(ApplyDatasetDocument, { input });
}

const readAgain = async ({ session, document }: DatasetChange): Promise<WrittenDatasetFragment> =>
  (await readStored(session, document.datasetId)) ?? failMissing();

const failMissing = (): never => {
  throw new CommandError('The dataset cannot be read with this key.', exitCodes.refused);
};
