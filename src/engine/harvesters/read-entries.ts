import { createHash } from 'node:crypto';
import { fail } from '#kernel/fail.ts';
import { canonicalJson, type JsonObject } from '#kernel/json.ts';
import { truncate } from '#kernel/text.ts';
import { isStorableJson, toStorableText } from '../records/record.ts';
import type { Harvest, HarvesterKind, RemoteDataset, RemoteEntry, RemoteFailure } from './harvester-kind.ts';

/** A remote dataset with the version that decides whether it has changed. */
export type VersionedDataset = RemoteDataset & { readonly version: string };

/** The most entries of one list. */
export const maxEntries = 10_000;
/** How many entries in a row may be repetitions before the list counts as endless. */
const maxRepetitions = 1_000;
/** The longest texts of an entry, and the longest entry, in characters. */
export const maxLength = { id: 500, title: 1_000, error: 1_000, url: 4_000, dataset: 900_000 };
/** The most resources, attachments and fields of a dataset. */
export const maxParts = { resources: 200, attachments: 200, fields: 5_000 };

/**
 * The entries of a portal within the limits. Each identifier comes once: an equal repetition is left out, another one is a failure. Texts are
 * storable. Fails SOURCE_FAILED for a list that is too long or repeats itself, and as the kind does.
 */
export async function* readEntries(
  kind: HarvesterKind,
  settings: JsonObject,
  harvest: Harvest,
): AsyncGenerator<VersionedDataset | RemoteFailure> {
  const versions = new Map<string, string>();
  let repetitions = 0;
  let failures = 0;
  for await (const given of kind.entries(settings, harvest)) {
    harvest.signal.throwIfAborted();
    const { entry: fit, problem } = withoutUnfitParts(given);
    const entry = checkEntry(fit);
    const known = versions.get(entry.id);
    repetitions = known === undefined ? 0 : repetitions + 1;
    if (repetitions > maxRepetitions)
      fail('SOURCE_FAILED', {
        reason: 'its list repeats the same datasets. It may ignore the page that is asked for.',
      });
    if ('error' in entry) {
      failures += 1;
      if (failures > maxEntries)
        fail('SOURCE_FAILED', {
          reason: `more than ${maxEntries} entries of its list cannot be read. Check the address.`,
        });
      yield entry;
      continue;
    }
    if (known !== undefined) {
      if (known !== entry.version)
        yield { id: entry.id, error: 'The source has several datasets with this identifier. The first one was taken.' };
      continue;
    }
    if (versions.size >= maxEntries)
      fail('SOURCE_FAILED', { reason: `it has more than ${maxEntries} datasets. Restrict the list by the settings.` });
    versions.set(entry.id, entry.version);
    yield entry;
    if (problem !== undefined) yield { id: entry.id, error: problem, isPartial: true };
  }
}

/** An entry with a version and storable texts, or what is wrong with it. */
function checkEntry(given: RemoteEntry): VersionedDataset | RemoteFailure {
  const { loadFields, locate, ...entry } =
    'error' in given ? { ...given, loadFields: undefined, locate: undefined } : given;
  const id = truncate(toStorableText(entry.id), maxLength.id);
  if ('error' in entry) return { ...entry, id, error: truncate(toStorableText(entry.error), maxLength.error) };
  if (entry.id === '' || entry.id.length > maxLength.id)
    return { id, error: `The identifier is empty or has more than ${maxLength.id} characters.` };
  const dataset = isStorableJson(entry) ? entry : toStorableDataset(entry);
  const problem = problemOf(dataset);
  if (problem !== undefined) return { id, error: problem };
  return {
    ...dataset,
    title: truncate(dataset.title, maxLength.title),
    version: dataset.version ?? contentHash(dataset),
    ...(loadFields && { loadFields }),
    ...(locate && { locate }),
  };
}

function problemOf(dataset: RemoteDataset): string | undefined {
  if (!isStorableJson(dataset)) return 'A name in its description has characters that cannot be stored.';
  for (const part of ['resources', 'attachments', 'fields'] as const)
    if (dataset[part].length > maxParts[part]) return `It has more than ${maxParts[part]} ${part}.`;
  if (JSON.stringify(dataset).length > maxLength.dataset)
    return `Its description has more than ${maxLength.dataset} characters.`;
  return undefined;
}

/** An entry without the parts whose addresses are none, and a message that names them. */
function withoutUnfitParts(entry: RemoteEntry): { readonly entry: RemoteEntry; readonly problem?: string } {
  if ('error' in entry) return { entry };
  const [resources, attachments] = [entry.resources.filter(isAddressed), entry.attachments.filter(isAddressed)];
  const unfit = [...entry.resources, ...entry.attachments].filter((part) => !isAddressed(part));
  if (unfit.length === 0) return { entry };
  const names = unfit.slice(0, 3).map(({ title, url }) => JSON.stringify(toStorableText(truncate(title || url, 100))));
  const more = unfit.length > names.length ? ` and ${unfit.length - names.length} more` : '';
  return {
    entry: { ...entry, resources, attachments },
    problem: `Left out, because the address is not a web or file address: ${names.join(', ')}${more}.`,
  };
}

const isAddressed = ({ url }: { readonly url: string }): boolean =>
  url.length <= maxLength.url && /^(https?|ftps?|sftp):$/.test(URL.parse(url)?.protocol ?? '');

/** A dataset whose texts have the replacement character where PostgreSQL could not store one. */
const toStorableDataset = (dataset: RemoteDataset): RemoteDataset =>
  // The copy has the form of the dataset: only characters of texts are replaced.
  JSON.parse(
    JSON.stringify(dataset, (_name, value: unknown) => (typeof value === 'string' ? toStorableText(value) : value)),
  ) as RemoteDataset;

const contentHash = (dataset: RemoteDataset): string =>
  createHash('sha256').update(canonicalJson(dataset)).digest('base64url');
