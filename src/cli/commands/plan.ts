import { isJsonObject, type Json } from '#kernel/json.ts';
import { CommandError, exitCodes, type ExitCode } from '../exit-codes.ts';
import { countItems, openForReading, readItems } from '../files/portal-folder.ts';
import { GraphRefusal, isDenial } from '../graph-client.ts';
import type { Change, DesiredItem, Noun, Session } from '../nouns/noun.ts';
import { requireMatches, selectItems, type Selection } from '../nouns/nouns.ts';
import type { Terminal } from '../terminal.ts';
import { readRights } from './read-rights.ts';
import { type PlanEntry, PlanFile } from './plan-file.ts';

/** An entry of a plan without the values that change, so that a plan of many items is held. */
export type PlannedEntry = Omit<PlanEntry, 'changes'> & { readonly sections: ReadonlySet<string> };

export interface PlanOptions {
  readonly folder: string;
  readonly only?: readonly string[] | undefined;
  readonly prune?: boolean | undefined;
}

/** How many items are planned at a time. */
const concurrency = 4;

/** Plans the items of the files, in the order of the nouns, and what `--prune` would delete. Items that stay as they are included. */
export async function* planItems(session: Session, { folder, only, prune }: PlanOptions): AsyncGenerator<PlanEntry> {
  await openForReading(folder);
  const selection = selectItems(only);
  await readRights(session);
  for (const noun of selection.nouns) {
    let batch: DesiredItem[] = [];
    let done = 0;
    const total = selection.includes(noun, '') ? `/${await countItems(folder, noun)}` : '';
    const planBatch = () => {
      const items = batch;
      batch = [];
      done += items.length;
      session.progress(`planning ${noun.name} ${done}${total}`);
      return Promise.all(items.map((item) => planItem(session, noun, item)));
    };
    for await (const item of readItems(folder, noun)) {
      if (!selection.includes(noun, item.key)) continue;
      batch.push(item);
      if (batch.length === concurrency) yield* await planBatch();
    }
    yield* await planBatch();
  }
  if (prune === true) yield* planDeletions(session, folder, selection);
  requireMatches(selection, prune === true ? 'neither the files nor the instance have' : 'the files do not have');
}

async function planItem(session: Session, noun: Noun, item: DesiredItem): Promise<PlanEntry> {
  const { key } = item;
  try {
    return { noun: noun.name, key, ...(await noun.plan(session, item)) };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const isDenied = error.exitCode === exitCodes.refused;
    const { message } = withPlace(item, error);
    return { noun: noun.name, key, action: 'failed', changes: [], token: '', error: message, isDenied };
  }
}

/** An error of an item with the place in its file, where the graph names a field that the file has. */
export function withPlace({ path, lineOf }: Pick<DesiredItem, 'path' | 'lineOf'>, error: unknown): Error {
  if (!(error instanceof GraphRefusal)) return error instanceof Error ? error : new Error(String(error));
  const [field] = Object.keys(error.fields);
  if (field === undefined) return error;
  return new CommandError(`${path}, line ${lineOf(field.split('.'))}: ${error.message}`, error.exitCode);
}

async function* planDeletions(session: Session, folder: string, selection: Selection): AsyncGenerator<PlanEntry> {
  for (const noun of selection.nouns.toReversed()) {
    const kept = new Set<string>();
    for await (const { key } of readItems(folder, noun)) kept.add(key);
    try {
      for await (const key of noun.keys(session))
        if (!kept.has(key) && selection.includes(noun, key))
          yield { noun: noun.name, key, action: 'delete', changes: [], token: '' };
    } catch (error) {
      // what the caller may not see is no item of theirs to delete
      if (!isDenial(error)) throw error;
      session.warn(`${noun.name}: ${error.message}`);
    }
  }
}

/** Prints what would change, item by item, and writes the plan where it is asked for. Entries are written as they come, and not kept. */
export async function planPortal(
  session: Session,
  terminal: Terminal,
  { out, ...options }: PlanOptions & { readonly out?: string | undefined },
): Promise<ExitCode> {
  const file = out === undefined ? undefined : await PlanFile.create(out, session.client.url);
  const json = terminal.jsonList('entries');
  const { counts, exitCode } = await planAndPrint(session, terminal, options, async (entry) => {
    json.add(entry);
    await file?.add(entry);
  });
  json.end({ counts });
  await file?.end();
  return exitCode;
}

/** Prints what would change, item by item, counts it, and hands each change on. */
export async function planAndPrint(
  session: Session,
  terminal: Terminal,
  options: PlanOptions,
  onEntry: (entry: PlanEntry) => void | Promise<void>,
) {
  const counts = { create: 0, update: 0, delete: 0, none: 0, failed: 0 };
  for await (const entry of planItems(session, options)) {
    counts[entry.action] += 1;
    if (entry.action === 'none') continue;
    printEntry(terminal, entry);
    await onEntry(entry);
  }
  terminal.print(summaryOf(counts));
  const { none: _none, ...changes } = counts;
  const isChanged = Object.values(changes).some((count) => count > 0);
  const exitCode: ExitCode = counts.failed > 0 ? exitCodes.failed : isChanged ? exitCodes.changes : exitCodes.ok;
  return { counts, exitCode };
}

export const summaryOf = (counts: Readonly<Record<PlanEntry['action'], number>>): string =>
  `${counts.create} to create, ${counts.update} to change, ${counts.delete} to delete, ${counts.none} as they are` +
  (counts.failed > 0 ? `, ${counts.failed} refused` : '');

const signs = Object.freeze({ added: '+', removed: '-', changed: '~' });
const colors = Object.freeze({ added: 'green', removed: 'red', changed: 'yellow' } as const);

export function printEntry(terminal: Terminal, { noun, key, action, changes, error }: PlanEntry): void {
  const count = changes.length === 1 ? '1 change' : `${changes.length} changes`;
  const note = action === 'update' ? count : action === 'create' ? 'new' : action;
  terminal.print(`${terminal.style('bold', `${noun}/${key}`)}  ${note}`);
  if (error !== undefined) terminal.print(`  ${terminal.style('red', error)}`);
  for (const { path, kind, before, after } of changes.flatMap(partsOf)) {
    const values =
      kind !== 'changed'
        ? short(kind === 'added' ? after : before)
        : before === null && after === null
          ? ''
          : `${short(before)} → ${short(after)}`;
    terminal.print(
      `  ${terminal.style(colors[kind], `${signs[kind]} ${path.join('.')}`)}${values === '' ? '' : `: ${values}`}`,
    );
  }
}

/** A new item as its parts, each on a line of its own. */
const partsOf = (change: Change): readonly Change[] =>
  change.path.length === 0 && isJsonObject(change.after)
    ? Object.entries(change.after).map(([name, after]) => ({ ...change, path: [name], after }))
    : [change];

/** The characters of a value that a line shows. */
const shownLength = 70;

function short(value: Json): string {
  if (value === null) return '';
  const text = JSON.stringify(value);
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}
