import { setTimeout as pause } from 'node:timers/promises';
import { CommandError, exitCodes, type ExitCode } from '../exit-codes.ts';
import {
  CreateHarvesterDocument,
  FindHarvesterDocument,
  FollowHarvesterDocument,
  type FollowHarvesterQuery,
  ListHarvestedDocument,
  ListHarvesterTypesDocument,
  PreviewHarvesterDocument,
  PublishDatasetDocument,
  PublishHarvestedDocument,
  StartHarvesterDocument,
  UpdateHarvesterDocument,
} from '../generated/operations.ts';
import { GraphRefusal } from '../graph-client.ts';
import { waitForPublication } from '../nouns/publish-dataset.ts';
import type { Session } from '../nouns/noun.ts';
import { pages } from '../nouns/pages.ts';
import type { Terminal } from '../terminal.ts';
import { parseSettings } from './harvester-settings.ts';

export interface HarvestOptions {
  readonly kind: string;
  readonly address: string;
  readonly name?: string | undefined;
  readonly dryRun?: boolean | undefined;
  readonly publish?: boolean | undefined;
  /** Whether to wait for the publications. */
  readonly wait: boolean;
  /** Other settings of the kind, each as `name=value`. */
  readonly setting?: readonly string[] | undefined;
  readonly clearSecrets?: boolean | undefined;
}

/** The names of the setting that is the address of a remote portal, by kind. */
const addressSettings: readonly string[] = ['domain', 'url', 'host'];

/** The milliseconds between two looks at a run. */
const pollMs = 500;

/**
 * Runs a harvester of the instance once, and follows it. A second import with the same name runs the same harvester, with the settings that are
 * given: what is unchanged stays. Throws a CommandError for unknown settings, and for a harvester of this name with another address.
 */
export async function importByHarvester(
  session: Session,
  terminal: Terminal,
  { kind, address, name: givenName, dryRun, publish, wait, ...given }: HarvestOptions,
): Promise<ExitCode> {
  const { client, progress } = session;
  const { harvesterTypes } = await client.send(ListHarvesterTypesDocument);
  const type = harvesterTypes.find((each) => each.type === kind);
  if (!type)
    throw new CommandError(
      `${kind} is no kind of import: folder, ${harvesterTypes.map((each) => each.type).join(', ')} are.`,
    );
  if (type.unavailableReason !== null) throw new CommandError(type.unavailableReason, exitCodes.refused);
  const setting = addressSettings.find((each) => type.settings.some((known) => known.name === each));
  if (setting === undefined) throw new CommandError(`A harvester of the kind ${kind} has no setting for an address.`);
  const others = parseSettings(given.setting ?? [], {
    kind,
    known: type.settings.filter((each) => each.name !== setting),
    env: session.env,
    isClearAccepted: given.clearSecrets === true,
  });
  const settings = { ...others, [setting]: address };
  const { name, found } = await findHarvester(session, kind, givenName ?? new URL(address).hostname);
  const input = { name, type: kind, settings };
  if (dryRun === true) {
    const { harvesterPreview } = await client.send(PreviewHarvesterDocument, { input });
    const { totalCount = 0, datasets = [], problems = [] } = harvesterPreview ?? {};
    for (const { remoteId, title } of datasets) terminal.print(`${remoteId}  ${title}`);
    for (const problem of problems) terminal.warn(problem);
    terminal.print(`${totalCount} datasets; nothing is imported`);
    terminal.printJson({ totalCount, datasets, problems });
    return exitCodes.ok;
  }
  if (found && found.settings[setting] !== address)
    throw new CommandError(
      `The harvester ${name} reads ${String(found.settings[setting])}. Give this one another name with --name.`,
    );
  if (found && Object.keys(others).length > 0)
    await client.send(UpdateHarvesterDocument, { input: { uid: found.uid, settings } });
  const uid = found?.uid ?? (await createHarvester(session, input));
  await client.send(StartHarvesterDocument, { input: { uid } });
  for (;;) {
    const { harvester } = await client.send(FollowHarvesterDocument, { uid });
    if (!harvester) throw new CommandError('The harvester was deleted meanwhile.');
    if (harvester.status === 'idle' || harvester.status === 'new') break;
    progress(`${name}: ${harvester.harvestedDatasetCount}/${harvester.remoteDatasetCount} datasets`);
    await pause(pollMs);
  }
  const { hasFailed, result } = await report(session, terminal, uid);
  if (publish === true && !wait) await client.send(PublishHarvestedDocument, { input: { uid } });
  const unpublished = publish === true && wait ? await publishHarvested(session, terminal, uid) : [];
  terminal.printJson({ ...result, unpublished });
  return hasFailed || unpublished.length > 0 ? exitCodes.failed : exitCodes.ok;
}

/** A dataset that is not published as the run left it. */
interface Unpublished {
  readonly remoteId: string;
  readonly datasetId: string;
  readonly error: string;
}

/** Publishes the datasets of a harvester and waits for them. Prints and returns those whose publication failed, with the message of each. */
async function publishHarvested(session: Session, terminal: Terminal, uid: string): Promise<readonly Unpublished[]> {
  const { client, progress } = session;
  const failures: Unpublished[] = [];
  const pending = [];
  let published = 0;
  const fail = ({ remoteId, title }: Pick<Harvested, 'remoteId' | 'title'>, datasetId: string, error: string) => {
    failures.push({ remoteId, datasetId, error });
    terminal.warn(`${nameOf(remoteId, title)}: ${error}`);
  };
  for await (const { dataset, ...remote } of pages(
    async (after) => (await client.send(ListHarvestedDocument, { uid, after })).harvester?.harvestedDatasets,
  )) {
    if (!dataset) continue;
    progress(`publishing: ${pending.length + 1}`);
    try {
      await client.send(PublishDatasetDocument, { input: { uid: dataset.uid } });
    } catch (error) {
      if (!(error instanceof GraphRefusal) || error.exitCode === exitCodes.refused) throw error;
      // of the run itself: it is under way
      if (error.code !== 'INVALID_DATASET_STATUS') {
        fail(remote, dataset.datasetId, error.message);
        continue;
      }
    }
    pending.push({ dataset, remote });
  }
  for (const [index, { dataset, remote }] of pending.entries())
    try {
      const { datasetId } = dataset;
      const progressOf = (message: string) => {
        progress(`published: ${index}/${pending.length} · ${message}`);
      };
      await waitForPublication({ ...session, progress: progressOf }, dataset.uid, datasetId);
      published += 1;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      fail(remote, dataset.datasetId, error.message);
    }
  terminal.print(`${String(published).padStart(6)}  published`);
  return failures;
}

/** The harvester of a kind with a name; where one of another kind has that name, the one with the kind behind it. Names are unique in files. */
async function findHarvester({ client }: Session, kind: string, name: string) {
  const withKind = `${name} (${kind})`;
  let isTaken = false;
  let other;
  for await (const harvester of pages(
    async (after) => (await client.send(FindHarvesterDocument, { after })).harvesters,
  )) {
    if (harvester.name === name && harvester.type === kind) return { name, found: harvester };
    isTaken ||= harvester.name === name;
    if (harvester.name === withKind && harvester.type === kind) other = harvester;
  }
  return { name: isTaken || other ? withKind : name, found: other };
}

async function createHarvester({ client }: Session, input: object): Promise<string> {
  const { harvester } = (await client.send(CreateHarvesterDocument, { input })).createHarvester;
  if (!harvester) throw new CommandError('The harvester cannot be read with this key.', exitCodes.refused);
  return harvester.uid;
}

type Harvested = NonNullable<FollowHarvesterQuery['harvester']>['harvestedDatasets']['nodes'][number];

/** How many datasets that were added, changed or gone are printed, and are in JSON. */
const maxPrinted = 100;
const maxListed = 1_000;

const marks: Readonly<Record<string, string>> = { created: '+', updated: '~', missing: '-', deleted: '-' };

/** What identifies a remote dataset, for people; some that could not be read have no title. */
const nameOf = (remoteId: string, title: string): string => (title === '' ? remoteId : `${remoteId} (${title})`);

/** Prints what the run added, changed and found gone, what became of each dataset, and the message of each that failed. */
async function report({ client }: Session, terminal: Terminal, uid: string) {
  const outcomes: Record<string, number> = {};
  const failures: { readonly remoteId: string; readonly error: string }[] = [];
  const differences: Pick<Harvested, 'remoteId' | 'title' | 'outcome' | 'changes' | 'changeCount'>[] = [];
  let differing = 0;
  let unread = 0;
  for await (const { error, isOfLastRun, ...dataset } of pages(
    async (after) => (await client.send(FollowHarvesterDocument, { uid, after })).harvester?.harvestedDatasets,
  )) {
    const { remoteId, title, outcome } = dataset;
    if (!isOfLastRun) {
      if (outcome !== 'deleted') unread += 1;
      continue;
    }
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    if (marks[outcome] !== undefined) {
      differing += 1;
      if (differing <= maxListed) differences.push(dataset);
      if (differing <= maxPrinted) printDifference(terminal, dataset);
    }
    if (error === null) continue;
    failures.push({ remoteId, error });
    terminal.warn(`${nameOf(remoteId, title)}: ${error}`);
  }
  if (differing > maxPrinted) terminal.print(`… and ${differing - maxPrinted} more`);
  const { harvester, harvesterErrors } = await client.send(FollowHarvesterDocument, { uid });
  const message = harvesterErrors?.harvester ?? null;
  if (message !== null) terminal.warn(message);
  for (const [outcome, count] of Object.entries(outcomes)) terminal.print(`${String(count).padStart(6)}  ${outcome}`);
  if (unread > 0) terminal.print(`${String(unread).padStart(6)}  not read, and left as they are`);
  if (unread === 0 && Object.keys(outcomes).length === 0) terminal.print('No datasets were read.');
  return {
    hasFailed: harvester?.hasError === true || failures.length > 0,
    result: { harvester: uid, outcomes, unread, differences, differenceCount: differing, failures, message },
  };
}

function printDifference(
  terminal: Terminal,
  {
    remoteId,
    title,
    outcome,
    changes,
    changeCount,
  }: Pick<Harvested, 'remoteId' | 'title' | 'outcome' | 'changes' | 'changeCount'>,
): void {
  terminal.print(`${marks[outcome] ?? ''} ${remoteId}  ${title}`);
  for (const { field, before, after } of changes)
    terminal.print(
      before === null && after === null
        ? `    ${field}`
        : `    ${field}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`,
    );
  if (changeCount > changes.length) terminal.print(`    … and ${changeCount - changes.length} more`);
}
