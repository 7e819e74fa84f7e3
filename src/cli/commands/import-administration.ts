import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { JsonObject } from '#kernel/json.ts';
import { CommandError, type ExitCode, exitCodes, messageOf } from '../exit-codes.ts';
import { ItemWriter, openForExport } from '../files/portal-folder.ts';
import { fromYaml } from '../files/yaml.ts';
import { connectionNoun } from '../nouns/connection.ts';
import { datasetNoun } from '../nouns/dataset.ts';
import { glossaryNoun } from '../nouns/glossary.ts';
import { groupNoun } from '../nouns/group.ts';
import { harvesterNoun } from '../nouns/harvester.ts';
import { imageNoun } from '../nouns/image.ts';
import type { Noun, Session } from '../nouns/noun.ts';
import { pageNoun } from '../nouns/page.ts';
import { templateNoun } from '../nouns/template.ts';
import { readCounterparts } from '../remote/counterparts.ts';
import { MoveReport } from '../remote/move-report.ts';
import type { Move } from '../remote/move.ts';
import { readDataset } from '../remote/read-dataset.ts';
import { readConnections } from '../remote/read-connections.ts';
import { readHarvesters } from '../remote/read-harvesters.ts';
import { downloadImage, readGroups, readImages, readPages, readTemplates, readTerms } from '../remote/read-portal.ts';
import { usernameHere } from '../remote/read-rulesets.ts';
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
  /** Whether to wait for the publications. */
  readonly wait: boolean;
  /** A YAML file with the names that users have here, by those that they have there. */
  readonly users?: string | undefined;
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
  { address, remoteKey, dryRun, to, users, wait }: MoveOptions,
): Promise<ExitCode> {
  const folder = to ?? (await mkdtemp(join(tmpdir(), 'catalograph-move-')));
  try {
    const report = new MoveReport();
    const remote = new RemotePortal(address, remoteKey);
    const counterparts = await readCounterparts(session);
    const connections = new Map<string, string>();
    const move = { remote, counterparts, report, env: session.env, users: await readUsernames(users), connections };
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
    const { outcomes, exitCode } = await applyItems(session, terminal, { folder, wait, withoutSecrets: true });
    for (const { noun, key, action, error } of outcomes)
      if (action === 'failed') report.fail(noun, key, error ?? 'it was refused');
    return finish(terminal, report, { outcomes, identifiers }, exitCode);
  } finally {
    if (to === undefined) await rm(folder, { recursive: true, force: true });
  }
}

/** Reads the file of `--users`: `there: here`. */
async function readUsernames(path: string | undefined): Promise<ReadonlyMap<string, string>> {
  if (path === undefined) return new Map();
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CommandError(`--users ${path} cannot be read: ${messageOf(error)}`);
  });
  const names = z.record(z.string(), z.string()).safeParse(fromYaml(text, path));
  if (!names.success)
    throw new CommandError(`--users ${path}: a line \`name there: name here\` for each user is expected.`);
  return new Map(Object.entries(names.data));
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
const documentNouns: readonly {
  readonly noun: Noun;
  readonly read: (move: Move) => AsyncIterable<JsonObject>;
  readonly download?: (move: Move, key: string, folder: string) => Promise<void>;
}[] = [
  { noun: groupNoun, read: readGroups },
  { noun: templateNoun, read: readTemplates },
  { noun: connectionNoun, read: readConnections },
  { noun: imageNoun, read: readImages, download: downloadImage },
  { noun: glossaryNoun, read: readTerms },
  { noun: harvesterNoun, read: readHarvesters },
  { noun: pageNoun, read: readPages },
];

/** A template that administrators made. */
const withFields = z.object({ schema: z.array(z.object({ name: z.string() })) });

/** Writes the files of everything that the key may read, and returns the identifiers of the datasets by the uids that they have there. */
async function readAdministration(session: Session, move: Move, folder: string): Promise<Record<string, string>> {
  const { report } = move;
  await openForExport(folder, [...documentNouns.map(({ noun }) => noun), datasetNoun]);
  const groups = new Set(move.counterparts.groups);
  const templates = new Map(move.counterparts.templates);
  const counterparts = { ...move.counterparts, templates, groups: move.counterparts.groups && groups };
  const known = { ...move, counterparts };
  for (const { noun, read, download } of documentNouns) {
    session.progress(`reading ${noun.name}`);
    const writer = new ItemWriter(folder, noun);
    try {
      for await (const document of read(known)) {
        const key = await write(move, noun, document, { folder, writer, download });
        if (key !== undefined && noun === groupNoun) groups.add(key);
        const fields = withFields.safeParse(document).data;
        if (key !== undefined && noun === templateNoun && fields)
          templates.set(key, new Set(fields.schema.map(({ name }) => name)));
      }
      await writer.removeOthers();
    } catch (error) {
      if (!(error instanceof RemoteRefusal) || error.status === 401) throw error;
      report.leave(noun.name, error.message);
    }
  }
  const identifiers = await readDatasets(session, known, folder);
  await reportOthers(move);
  return identifiers;
}

interface WrittenNoun {
  readonly folder: string;
  readonly writer: ItemWriter;
  readonly download?: (typeof documentNouns)[number]['download'];
}

/** Writes the file of an item, and returns its key; reports one that is invalid here, or another one of the same key. */
async function write(
  move: Move,
  noun: Noun,
  document: JsonObject,
  { folder, writer, download }: WrittenNoun,
): Promise<string | undefined> {
  const { report } = move;
  const parsed = noun.schema.safeParse(document);
  if (!parsed.success) {
    const name = [document['slug'], document['uid'], document['name']].find((each) => typeof each === 'string');
    report.fail(noun.name, name ?? '?', parsed.error.message.replaceAll(/\s+/g, ' '));
    return undefined;
  }
  const key = noun.keyOf(document);
  if (writer.has(key)) {
    report.failPart(`${noun.name}/${key}`, twice);
    return undefined;
  }
  await writer.add(key);
  try {
    await download?.(move, key, join(folder, dirname(writer.pathOf(key))));
  } catch (error) {
    if (!(error instanceof RemoteRefusal)) throw error;
    report.fail(noun.name, key, error.message);
    return undefined;
  }
  await writer.write(key, document);
  report.carry(noun.name, key);
  return key;
}

async function readDatasets(session: Session, move: Move, folder: string): Promise<Record<string, string>> {
  const { remote, report } = move;
  const writer = new ItemWriter(folder, datasetNoun);
  const identifiers: Record<string, string> = {};
  let done = 0;
  for await (const { item, totalCount } of remote.list('/datasets/')) {
    done += 1;
    session.progress(`reading datasets ${done}/${totalCount}`);
    const dataset = remoteDataset.safeParse(item);
    const name = remoteDatasetName.safeParse(item).data?.dataset_id ?? `number ${done}`;
    // a list that moves while it is read has a dataset twice
    if (dataset.success && identifiers[dataset.data.uid] !== undefined) continue;
    if (!dataset.success) report.fail('datasets', name, dataset.error.message.replaceAll(/\s+/g, ' '));
    else if (writer.has(name)) report.failPart(`datasets/${name}`, twice);
    else
      try {
        identifiers[dataset.data.uid] = name;
        await writer.add(name);
        const document = await readDataset(move, dataset.data, join(folder, dirname(writer.pathOf(name))));
        await writer.write(name, document);
        report.carry('datasets', name);
      } catch (error) {
        if (!(error instanceof RemoteRefusal) || error.status === 401) throw error;
        report.fail('datasets', name, error.message);
      }
    // the file of one that cannot be read now stays as it was
    await writer.add(name);
  }
  await writer.removeOthers();
  return identifiers;
}

/** What the API has no list of. */
const unlisted = [
  ['forms', 'make them here under the same slugs, and import again'],
  ['relations of assets', 'record them here'],
  ['settings of the portal, and sign-in providers', 'set them up here'],
] as const;

/** How many users the report names. */
const maxNamed = 50;

/** Reports the users of the other portal who are not here: files hold none. */
async function reportUsers(move: Move): Promise<void> {
  const { remote, counterparts, report } = move;
  try {
    const users = await remote.all('/users/', z.object({ username: z.string() }));
    const names = users.map(({ username }) => usernameHere(move, username));
    const missing = names.filter((name) => counterparts.users?.has(name) !== true);
    if (missing.length > 0)
      report.leave(
        'users',
        `${missing.length} of ${users.length} are not here: ${missing.slice(0, maxNamed).join(', ')}${missing.length > maxNamed ? ', …' : ''}. Invite them under these names, or name them otherwise with --users, and import again`,
      );
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    report.leave('users', error.message);
  }
}

/** Reports what stays behind of what the API has, and what the API does not have. */
async function reportOthers(move: Move): Promise<void> {
  await reportUsers(move);
  for (const [name, reason] of unlisted) move.report.leave(name, `the API does not list them: ${reason}`);
}
