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
  /** Where its records are. */
  readonly located: RemoteResource;
  /** Undefined where the file could not be fetched: what an earlier run has made of it stays. */
  readonly format: RemoteFormat | undefined;
  readonly file: StoredFile | undefined;
}

/** An attachment with its bytes. */
export interface PreparedAttachment {
  readonly remote: RemoteAttachment;
  /** Undefined where it could not be fetched: the one of an earlier run stays. */
  readonly file: StoredFile | undefined;
}

/** The files of a remote dataset, fetched before anything is locked. */
export interface PreparedFiles {
  readonly resources: readonly PreparedResource[];
  readonly attachments: readonly PreparedAttachment[];
  /** The fields; undefined where they could not be read: those of the last run stay. */
  readonly fields: RemoteDataset['fields'] | undefined;
  /** What could not be fetched, as sentences. The rest of the dataset is taken over. */
  readonly problems: readonly string[];
}

/** The most problems that a message names. */
const maxProblems = 5;

const isSet = (settings: JsonObject, name: string): boolean => settings[name] === true;

/**
 * Fetches what is stored here: attachments, and with `download_resources` the files of resources; nothing with `metadata_only`. A file that
 * cannot be fetched is a problem.
 */
export async function prepareFiles(
  ctx: RequestContext,
  { settings, harvesterUid }: HarvestAttempt,
  dataset: RemoteDataset,
  signal: AbortSignal,
): Promise<PreparedFiles> {
  if (isSet(settings, 'metadata_only')) return { resources: [], attachments: [], fields: dataset.fields, problems: [] };
  const problems: string[] = [];
  /** Runs work on a part; undefined with a problem where the part is the reason for a failure. */
  async function attempt<T>(title: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CatalogError) || signal.aborted || isFault(error)) throw error;
      problems.push(title.trim() === '' ? error.message : `${truncate(title, 100)}: ${error.message}`);
      return undefined;
    }
  }
  const resources: PreparedResource[] = [];
  const others: RemoteAttachment[] = [];
  for (const remote of eachAddressOnce(dataset.resources)) {
    const prepared = await attempt(remote.title, async () => {
      const located = dataset.locate ? { ...remote, ...(await dataset.locate(remote)) } : remote;
      const format = await formatOf(ctx, located, harvesterUid, signal);
      if (!format) return others.push(located);
      const isStored = isSet(settings, 'download_resources');
      const file = isStored ? await storeRemoteFile(ctx, located, harvesterUid, signal) : undefined;
      return resources.push({ remote, located, format, file });
    });
    if (prepared === undefined) resources.push({ remote, located: remote, format: undefined, file: undefined });
  }
  const attachments: PreparedAttachment[] = [];
  for (const remote of eachAddressOnce([...dataset.attachments, ...others])) {
    const file = await attempt(remote.title, () => storeRemoteFile(ctx, remote, harvesterUid, signal));
    attachments.push({ remote, file });
  }
  const { fields, loadFields } = dataset;
  const loaded = loadFields ? await attempt('fields', loadFields) : [];
  return {
    resources: withUniqueNames(resources),
    attachments,
    fields: loaded && [...loaded, ...fields],
    problems: summarize(problems),
  };
}

/** Whether the service, not the file, is the reason. */
const isFault = ({ entry: { kind } }: CatalogError): boolean => kind === 'unavailable' || kind === 'full';

const eachAddressOnce = <Part extends { readonly url: string }>(parts: readonly Part[]): readonly Part[] =>
  [...new Map(parts.toReversed().map((part) => [part.url, part])).values()].toReversed();

/** The name identifies a file of a dataset. */
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
