import type { RequestContext } from '#api/context.ts';
import { CatalogError } from '#kernel/fail.ts';
import type { JsonObject } from '#kernel/json.ts';
import { truncate, uniqueNames } from '#kernel/text.ts';
import type { RemoteAttachment, RemoteDataset, RemoteResource } from '#engine/harvesters/harvester-kind.ts';
import type { StoredFile } from '#blobs/index.ts';
import type { HarvestAttempt } from './harvest-attempt.ts';
import { formatOf, type RemoteFormat, storeRemoteFile } from './remote-files.ts';

/** A resource with its format, and its bytes where they are stored here. */
export interface PreparedResource {
  readonly remote: RemoteResource;
  readonly format: RemoteFormat;
  readonly file: StoredFile | undefined;
}

/** An attachment with its bytes. */
export interface PreparedAttachment {
  readonly remote: RemoteAttachment;
  readonly file: StoredFile;
}

/** The files of a remote dataset, fetched before anything is locked. */
export interface PreparedFiles {
  readonly resources: readonly PreparedResource[];
  readonly attachments: readonly PreparedAttachment[];
  /** What could not be fetched, as sentences. The rest of the dataset is taken over. */
  readonly problems: readonly string[];
}

/** The most problems that a message names. */
const maxProblems = 5;

const isSet = (settings: JsonObject, name: string): boolean => settings[name] === true;

/**
 * Fetches what is stored here: attachments, and with `download_resources` the files of resources. Nothing with `metadata_only`. Fails as
 * `storeRemoteFile` does where a file of a resource is missing; a missing attachment is a problem.
 */
export async function prepareFiles(
  ctx: RequestContext,
  { settings, harvesterUid }: HarvestAttempt,
  dataset: RemoteDataset,
  signal: AbortSignal,
): Promise<PreparedFiles> {
  if (isSet(settings, 'metadata_only')) return { resources: [], attachments: [], problems: [] };
  const problems: string[] = [];
  const resources: PreparedResource[] = [];
  const others: RemoteAttachment[] = [];
  for (const remote of eachAddressOnce(dataset.resources)) {
    const format = await inContext(remote, () => formatOf(ctx, remote, harvesterUid, signal));
    if (!format) {
      others.push(remote);
      continue;
    }
    const isStored = isSet(settings, 'download_resources');
    const file = isStored
      ? await inContext(remote, () => storeRemoteFile(ctx, remote, harvesterUid, signal))
      : undefined;
    resources.push({ remote, format, file });
  }
  const attachments: PreparedAttachment[] = [];
  for (const remote of eachAddressOnce([...dataset.attachments, ...others])) {
    try {
      attachments.push({ remote, file: await storeRemoteFile(ctx, remote, harvesterUid, signal) });
    } catch (error) {
      if (!(error instanceof CatalogError) || signal.aborted || isFault(error)) throw error;
      problems.push(`${truncate(remote.title, 100)}: ${error.message}`);
    }
  }
  return { resources: withUniqueNames(resources), attachments, problems: summarize(problems) };
}

/** Whether the service, not the file, is the reason. */
const isFault = ({ entry: { kind } }: CatalogError): boolean => kind === 'unavailable' || kind === 'full';

const eachAddressOnce = <Part extends { readonly url: string }>(parts: readonly Part[]): readonly Part[] =>
  [...new Map(parts.toReversed().map((part) => [part.url, part])).values()].toReversed();

/** Runs work on a resource; its failure names the resource. */
async function inContext<T>({ title }: RemoteResource, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CatalogError) || isFault(error)) throw error;
    const reason = error.message.replace(/^The source could not be read: /, '');
    throw new CatalogError('SOURCE_FAILED', { reason: `${truncate(title, 100)}: ${reason}` });
  }
}

/** The files of a dataset are told apart by their names. */
function withUniqueNames(resources: readonly PreparedResource[]): readonly PreparedResource[] {
  const names = uniqueNames(
    resources.map(({ file }) => file?.filename ?? ''),
    (name, suffix) => name.replace(/(\.[^.]*)?$/, (extension) => `${suffix}${extension}`),
  );
  return resources.map((resource, index) =>
    resource.file
      ? { ...resource, file: { ...resource.file, filename: names[index] ?? resource.file.filename } }
      : resource,
  );
}

const summarize = (problems: readonly string[]): readonly string[] =>
  problems.length <= maxProblems
    ? problems
    : [...problems.slice(0, maxProblems), `${problems.length - maxProblems} more files are missing.`];
