import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { JsonObject } from '#kernel/json.ts';
import { CommandError, type ExitCode, exitCodes } from '../exit-codes.ts';
import { openForExport, pathOfItem, removeOthers, writeItem } from '../files/portal-folder.ts';
import { datasetNoun } from '../nouns/dataset.ts';
import { glossaryNoun } from '../nouns/glossary.ts';
import { groupNoun } from '../nouns/group.ts';
import type { Noun, Session } from '../nouns/noun.ts';
import { pageNoun } from '../nouns/page.ts';
import { templateNoun } from '../nouns/template.ts';
import { readCounterparts } from '../remote/counterparts.ts';
import { MoveReport } from '../remote/move-report.ts';
import { type Move, readDataset } from '../remote/read-dataset.ts';
import { readGroups, readPages, readTemplates, readTerms } from '../remote/read-portal.ts';
import { remoteDataset, remoteDatasetName } from '../remote/remote-objects.ts';
import { RemotePortal, RemoteRefusal } from '../remote/remote-portal.ts';
import type { Terminal } from '../terminal.ts';
import { applyItems } from './apply.ts';
import { planAndPrint } from './plan.ts';
import type { PlanEntry } from './plan-file.ts';

export interface MoveOptions {
  readonly address: string;
  /** A key of the Automation API of the other portal. */
  readonly remoteKey: string;
  readonly dryRun?: boolean | undefined;
  /** A folder for the files: they are written, and not applied. */
  readonly to?: string | undefined;
}

/**
 * Moves the administration of another portal, which it reads by its Automation API: into files, and from these as `apply` does. Again, it does
 * what is missing. Nothing is applied before everything is read, so that a broken line leaves no half of a portal.
 */
export async function importAdministration(
  session: Session,
  terminal: Terminal,
  { address, remoteKey, dryRun, to }: MoveOptions,
): Promise<ExitCode> {
  const folder = to ?? (await mkdtemp(join(tmpdir(), 'catalograph-move-')));
  try {
    const report = new MoveReport();
    const remote = new RemotePortal(address, remoteKey);
    const counterparts = await readCounterparts(session);
    const move = { remote, counterparts, report, env: session.env };
    const identifiers = await readAdministration(session, move, folder);
    if (to !== undefined) {
      await writeFile(join(to, 'moved.json'), `${JSON.stringify({ from: remote.url, identifiers }, null, 2)}\n`);
      terminal.print(`The files are in ${to}. \`catalograph plan ${to}\` shows what applying them would change.`);
      return finish(terminal, report, { folder: to, identifiers }, exitCodes.ok);
    }
    if (dryRun === true) {
      const entries: PlanEntry[] = [];
      const { counts, exitCode } = await planAndPrint(session, terminal, { folder }, (entry) => {
        if (terminal.isJson) entries.push(entry);
      });
      return finish(terminal, report, { counts, entries, identifiers }, exitCode);
    }
    const { outcomes, exitCode } = await applyItems(session, terminal, { folder, wait: true, withoutSecrets: true });
    for (const { noun, key, action, error } of outcomes)
      if (action === 'failed') report.fail(noun, key, error ?? 'it was refused');
    return finish(terminal, report, { outcomes, identifiers }, exitCode);
  } finally {
    if (to === undefined) await rm(folder, { recursive: true, force: true });
  }
}

const twice = 'the other portal has two of this name; the first is carried';

function finish(terminal: Terminal, report: MoveReport, result: object, exitCode: ExitCode): ExitCode {
  report.print(terminal);
  terminal.printJson({ ...result, moved: report.toJson() });
  return exitCode === exitCodes.ok || exitCode === exitCodes.changes
    ? report.exitCode === exitCodes.ok
      ? exitCode
      : report.exitCode
    : exitCode;
}

/** The nouns of which one file is one item, in the order of `nouns`. */
const documentNouns = [
  { noun: groupNoun, read: readGroups },
  { noun: templateNoun, read: readTemplates },
  { noun: glossaryNoun, read: readTerms },
  { noun: pageNoun, read: readPages },
] as const;

/** A template that administrators made. */
const withFields = z.object({ schema: z.array(z.object({ name: z.string() })) });

/** Writes the files of everything that the key may read, and returns the identifiers of the datasets by the uids that they have there. */
async function readAdministration(session: Session, move: Move, folder: string): Promise<Record<string, string>> {
  const { report } = move;
  await openForExport(folder, [groupNoun, templateNoun, glossaryNoun, datasetNoun, pageNoun]);
  const groups = new Set(move.counterparts.groups);
  const templates = new Map(move.counterparts.templates);
  for (const { noun, read } of documentNouns) {
    session.progress(`reading ${noun.name}`);
    const written = new Set<string>();
    try {
      for await (const document of read(move)) {
        const key = await write(move, noun, document, { folder, written });
        if (key !== undefined && noun === groupNoun) groups.add(key);
        const fields = withFields.safeParse(document).data;
        if (key !== undefined && noun === templateNoun && fields)
          templates.set(key, new Set(fields.schema.map(({ name }) => name)));
      }
      await removeOthers(folder, noun, written);
    } catch (error) {
      if (!(error instanceof RemoteRefusal) || error.status === 401) throw error;
      report.leave(noun.name, error.message);
    }
  }
  const counterparts = { ...move.counterparts, templates, groups: move.counterparts.groups && groups };
  const identifiers = await readDatasets(session, { ...move, counterparts }, folder);
  await reportOthers(move);
  return identifiers;
}

/** Writes the file of an item, and returns its key; reports one that is invalid here, or another one of the same key. */
async function write(
  { report }: Move,
  noun: Noun,
  document: JsonObject,
  { folder, written }: { readonly folder: string; readonly written: Set<string> },
): Promise<string | undefined> {
  const parsed = noun.schema.safeParse(document);
  if (!parsed.success) {
    const name = [document['slug'], document['uid'], document['name']].find((each) => typeof each === 'string');
    report.fail(noun.name, name ?? '?', parsed.error.message.replaceAll(/\s+/g, ' '));
    return undefined;
  }
  const key = noun.keyOf(document);
  const path = pathOfItem(noun, key);
  if (written.has(path)) {
    report.failPart(`${noun.name}/${key}`, twice);
    return undefined;
  }
  written.add(await writeItem(folder, noun, key, document));
  report.carry(noun.name, key);
  return key;
}

async function readDatasets(session: Session, move: Move, folder: string): Promise<Record<string, string>> {
  const { remote, report } = move;
  const written = new Set<string>();
  const identifiers: Record<string, string> = {};
  let done = 0;
  for await (const { item, totalCount } of remote.list('/datasets/')) {
    done += 1;
    session.progress(`reading datasets ${done}/${totalCount}`);
    const dataset = remoteDataset.safeParse(item);
    const name = remoteDatasetName.safeParse(item).data?.dataset_id ?? `number ${done}`;
    const path = pathOfItem(datasetNoun, name);
    // a list that moves while it is read has a dataset twice
    if (dataset.success && identifiers[dataset.data.uid] !== undefined) continue;
    if (!dataset.success) report.fail('datasets', name, dataset.error.message.replaceAll(/\s+/g, ' '));
    else if (written.has(path)) report.failPart(`datasets/${name}`, twice);
    else
      try {
        identifiers[dataset.data.uid] = name;
        const document = await readDataset(move, dataset.data, join(folder, dirname(path)));
        await writeItem(folder, datasetNoun, name, document);
        report.carry('datasets', name);
      } catch (error) {
        if (!(error instanceof RemoteRefusal) || error.status === 401) throw error;
        report.fail('datasets', name, error.message);
      }
    // the file of one that cannot be read now stays as it was
    written.add(path);
  }
  await removeOthers(folder, datasetNoun, written);
  return identifiers;
}

/** What the API lists and no file holds. */
const others = [
  { path: '/users/', name: 'users', reason: 'files hold none. Invite them under the same names, and import again' },
  { path: '/harvesters/', name: 'harvesters', reason: 'make them here, or import what they gave' },
  {
    path: '/datasource_connections/',
    name: 'connections',
    reason: 'each resource arrives with the settings of its own. Share them here',
  },
  { path: '/medias/images/', name: 'images', reason: 'upload them here; pages name them by their addresses there' },
] as const;

/** What the API has no list of. */
const unlisted = [
  ['forms', 'make them here under the same slugs, and import again'],
  ['relations of assets', 'record them here'],
  ['settings of the portal, and sign-in providers', 'set them up here'],
] as const;

/** Reports what stays behind of what the API has, and what the API does not have. */
async function reportOthers({ remote, report }: Move): Promise<void> {
  for (const { path, name, reason } of others)
    try {
      for await (const { totalCount } of remote.list(path)) {
        report.leave(name, `${totalCount} there: ${reason}`);
        break;
      }
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      report.leave(name, error.message);
    }
  for (const [name, reason] of unlisted) report.leave(name, `the API does not list them: ${reason}`);
}
