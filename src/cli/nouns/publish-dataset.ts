import { setTimeout as pause } from 'node:timers/promises';
import { type Json, type JsonObject, toPlainJson } from '#kernel/json.ts';
import { CommandError, exitCodes } from '../exit-codes.ts';
import { findReferences } from '../files/secrets.ts';
import {
  PublishDatasetDocument,
  PublishDatasetMetadataDocument,
  ReadPublicationDocument,
  UnpublishDatasetDocument,
  type WrittenDatasetFragment,
} from '../generated/operations.ts';
import { compare, isRenamedReference } from './compare.ts';
import { savedConnections } from './connection.ts';
import type { DatasetDocument } from './dataset-document.ts';
import type { Session } from './noun.ts';
import {
  publishedChanges,
  publishedDocument,
  type PublishedFile,
  publishedFilesOf,
  readPublishedState,
} from './published-dataset.ts';
import { writeDataset } from './write-dataset.ts';

interface EarlierPublication {
  readonly document: DatasetDocument;
  readonly folder: string;
  readonly read: () => Promise<WrittenDatasetFragment>;
  /** Brings a document and its files to the draft. */
  readonly bring: (
    document: DatasetDocument,
    files: readonly PublishedFile[],
    stored: WrittenDatasetFragment,
  ) => Promise<void>;
}

/**
 * Publishes what a file has published and the instance has not: it is brought to the draft, and a publication that captures it is requested.
 * Returns the dataset after it, whose draft then follows.
 */
export async function publishEarlier(
  session: Session,
  { document, folder, read, bring }: EarlierPublication,
): Promise<WrittenDatasetFragment> {
  const { client } = session;
  let stored = await read();
  if (stored.status?.next != null) {
    await waitForPublication(session, stored.uid, document.datasetId);
    stored = await read();
  }
  const connections = await savedConnections(session);
  const state = await readPublishedState(session, stored, connections);
  const written = writeDataset(stored, connections);
  const changes = await publishedChanges(document, folder, { stored, state, written });
  if (state.kind !== 'none' && changes.length === 0) return stored;
  const earlier = publishedDocument(document);
  requireSecrets(session, { document, earlier, written });
  await bring(earlier, await publishedFilesOf(document, folder), stored);
  const input = { uid: stored.uid };
  const isMetadataAlone = changes.length > 0 && changes.every(({ path }) => path[1] === 'metadata');
  if (isMetadataAlone) await client.send(PublishDatasetMetadataDocument, { input });
  else await client.send(PublishDatasetDocument, { input });
  return read();
}

/** Fails where the resources of a dataset would be replaced and then brought back without their secrets, which only it has. */
function requireSecrets(
  { env }: Session,
  {
    document,
    earlier,
    written,
  }: { readonly document: DatasetDocument; readonly earlier: DatasetDocument; readonly written: JsonObject },
): void {
  const stored = written['resources'] ?? [];
  const given = toPlainJson([earlier.resources ?? [], document.resources ?? []]) as readonly Json[];
  const [missing] = findReferences(given).filter(({ name }) => env[name] === undefined);
  const isNew = Array.isArray(stored) && stored.length === 0;
  if (!missing || isNew || compare(stored, given[0]).every(isRenamedReference)) return;
  throw new CommandError(
    `${missing.name} is not set. What the file has published replaces the resources of the draft until it is published, and their secrets would be lost.`,
    exitCodes.refused,
  );
}

/** The changes of a plan that change what visitors see of the records. */
const recordSections = ['resources', 'processors', 'fields', 'files', 'harvester', 'publication'] as const;

/** The changes of a plan after which a dataset is published. */
export const publishingSections: readonly string[] = [...recordSections, 'metadata', 'published'];

/** Publishes what changed, or removes the dataset from the catalog, as its file says. */
export async function publish(
  { client }: Session,
  {
    document,
    stored,
    uid,
    sections,
  }: {
    readonly document: DatasetDocument;
    readonly stored: WrittenDatasetFragment | undefined;
    readonly uid: string;
    readonly sections: ReadonlySet<string>;
  },
): Promise<void> {
  const wasPublished = stored ? writeDataset(stored)['isPublished'] === true : false;
  if (!document.isPublished) {
    if (wasPublished) await client.send(UnpublishDatasetDocument, { input: { uid } });
    return;
  }
  // `publishEarlier` has published it
  if (document.published) return;
  if (!wasPublished || recordSections.some((each) => sections.has(each)))
    await client.send(PublishDatasetDocument, { input: { uid } });
  else if (sections.has('metadata')) await client.send(PublishDatasetMetadataDocument, { input: { uid } });
}

/** The milliseconds between two looks at a publication. */
const pollMs = 250;

/** Waits until no publication of a dataset is pending. Fails where the last one failed. */
export async function waitForPublication({ client, progress }: Session, uid: string, key: string): Promise<void> {
  for (;;) {
    const { dataset } = await client.send(ReadPublicationDocument, { uid });
    const { status } = dataset ?? {};
    if (!status) return;
    if (status.status === 'error') throw new CommandError(`Its publication failed: ${status.message ?? ''}`);
    if (status.next === null) return;
    progress(`datasets/${key}: ${status.status} ${status.progress.percent ?? ''}`);
    await pause(pollMs);
  }
}
