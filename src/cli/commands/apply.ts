import { CommandError, exitCodes, type ExitCode } from '../exit-codes.ts';
import { openForReading, readItem, readItems } from '../files/portal-folder.ts';
import type { DesiredItem, Noun, Session } from '../nouns/noun.ts';
import { nouns } from '../nouns/nouns.ts';
import type { Terminal } from '../terminal.ts';
import { findDenied } from './denied.ts';
import { findMissingSecrets } from './missing-secrets.ts';
import { planItems, type PlannedEntry, type PlanOptions, printEntry, withPlace } from './plan.ts';
import { type PlanEntry, readPlan } from './plan-file.ts';

export interface ApplyOptions extends PlanOptions {
  /** A file of `plan --out`. Default: the plan that is made and printed first. */
  readonly plan?: string | undefined;
  readonly yes?: boolean | undefined;
  /** Whether to wait for publications. */
  readonly wait: boolean;
  /** Whether new items are made without the secrets that are not set. */
  readonly withoutSecrets?: boolean | undefined;
}

/** What became of the items. */
export interface Outcome {
  readonly noun: string;
  readonly key: string;
  readonly action: string;
  readonly error?: string;
}

/** Does what a plan says, and writes the outcomes. */
export async function applyPortal(session: Session, terminal: Terminal, options: ApplyOptions): Promise<ExitCode> {
  const { outcomes, exitCode } = await applyItems(session, terminal, options);
  terminal.printJson({ outcomes });
  return exitCode;
}

/** Does what a plan says, in the order of what items need. Each item is applied at the state that it was planned on, or refused. */
export async function applyItems(
  session: Session,
  terminal: Terminal,
  options: ApplyOptions,
): Promise<{ readonly outcomes: readonly Outcome[]; readonly exitCode: ExitCode }> {
  const { folder } = options;
  await openForReading(folder);
  const entries: PlannedEntry[] = [];
  for await (const { changes, ...entry } of planOf(session, options)) {
    printEntry(terminal, { ...entry, changes });
    entries.push({ ...entry, sections: new Set(changes.flatMap(({ path: [section] }) => section ?? [])) });
  }
  const denied = await findDenied(session, entries);
  if (denied.length > 0) throw new CommandError(`Nothing is applied. ${denied.join('\n')}`, exitCodes.refused);
  const missing = options.withoutSecrets === true ? [] : await findMissingSecrets(folder, entries, session.env);
  if (missing.length > 0)
    throw new CommandError(
      `Nothing is applied. ${missing.join('\n')}\n--secrets names a file that sets them; --without-secrets makes these items without.`,
    );
  const deletions = entries.filter(({ action }) => action === 'delete');
  if (deletions.length > 0 && !(await confirmDeletions(session, terminal, deletions, options)))
    throw new CommandError(
      'Nothing is applied: the deletions are not confirmed. --yes confirms them.',
      exitCodes.refused,
    );

  const outcomes: Outcome[] = [];
  let exitCode: ExitCode = exitCodes.ok;
  const attempt = async ({ noun, key, action }: PlannedEntry, work: () => Promise<void>) => {
    try {
      await work();
      outcomes.push({ noun, key, action });
      return true;
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      terminal.warn(`${noun}/${key}: ${error.message}`);
      outcomes.push({ noun, key, action: 'failed', error: error.message });
      if (exitCode !== exitCodes.failed) exitCode = error.exitCode;
      return false;
    }
  };
  const unplanned = entries.filter(({ action }) => action === 'failed');
  for (const entry of unplanned)
    await attempt(entry, () => Promise.reject(new CommandError(entry.error ?? 'It was refused.')));
  let failedCount = unplanned.length;
  const applied: AppliedItem[] = [];
  for (const isLate of [false, true])
    for (const noun of nouns) {
      const done = await applyNoun(session, { noun, isLate, entries, options, attempt });
      failedCount += done.failedCount;
      if (noun.finish) applied.push(...done.applied);
    }
  for (const entry of deletions) await attempt(entry, async () => nounOf(entry).remove(session, entry.key));
  for (const { entry, path } of applied) {
    const noun = nounOf(entry);
    await workAfter(entry, attempt, async () =>
      noun.finish?.(session, await readItem(folder, noun, path), failedCount),
    );
  }
  const failed = outcomes.filter(({ action }) => action === 'failed').length;
  terminal.print(`${outcomes.length - failed} applied${failed > 0 ? `, ${failed} failed` : ''}`);
  return { outcomes, exitCode };
}

const nounOf = ({ noun: name }: PlannedEntry): Noun => {
  const found = nouns.find((noun) => noun.name === name);
  if (!found) throw new CommandError(`${name} is no noun of this version.`);
  return found;
};

async function* planOf(session: Session, { plan, ...options }: ApplyOptions): AsyncGenerator<PlanEntry> {
  const entries = plan === undefined ? planItems(session, options) : readPlan(plan, session.client.url);
  for await (const entry of entries) if (entry.action !== 'none') yield entry;
}

async function confirmDeletions(
  session: Session,
  terminal: Terminal,
  deletions: readonly PlannedEntry[],
  { yes, prune, plan }: ApplyOptions,
): Promise<boolean> {
  if (prune !== true && plan !== undefined) terminal.warn('The plan deletes items.');
  for (const entry of deletions) {
    const weight = await nounOf(entry).weigh?.(session, entry.key);
    terminal.warn(`${entry.noun}/${entry.key} will be deleted${weight === undefined ? '' : `, with ${weight}`}.`);
  }
  return yes === true || terminal.confirm(`Delete ${deletions.length}?`);
}

interface NounWork {
  readonly noun: Noun;
  /** Whether these are the items that need items of later nouns, or the others. */
  readonly isLate: boolean;
  readonly entries: readonly PlannedEntry[];
  readonly options: ApplyOptions;
  /** Whether the work was done; else its error is an outcome. */
  readonly attempt: (entry: PlannedEntry, work: () => Promise<void>) => Promise<boolean>;
}

/** An item that was applied, and the path of its file. */
interface AppliedItem {
  readonly entry: PlannedEntry;
  readonly path: string;
}

/** Applies the items of a noun, those first that others need. What others need is there, and settled, before them. */
async function applyNoun(
  session: Session,
  { noun, isLate, entries, options: { folder, wait }, attempt }: NounWork,
): Promise<{ readonly applied: readonly AppliedItem[]; readonly failedCount: number }> {
  const planned = new Map(
    entries.flatMap((entry) =>
      entry.noun === noun.name && (entry.action === 'create' || entry.action === 'update') ? [[entry.key, entry]] : [],
    ),
  );
  if (planned.size === 0 || (isLate && !noun.needsLaterNouns)) return { applied: [], failedCount: 0 };
  const needs = new Map<string, readonly string[]>();
  const paths = new Map<string, string>();
  for await (const { key, path, document } of readItems(folder, noun)) {
    if ((noun.needsLaterNouns?.(document) ?? false) !== isLate) continue;
    paths.set(key, path);
    const needed = (noun.needs?.(document) ?? []).filter((each) => each !== key && planned.has(each));
    if (planned.has(key)) needs.set(key, needed);
  }
  const order = orderOf(needs);
  const isNeeded = new Set([...needs.values()].flat());
  const applied: AppliedItem[] = [];
  let [done, failedCount] = [0, 0];
  for (const key of order) {
    const entry = planned.get(key);
    if (!entry) continue;
    done += 1;
    session.progress(`applying ${noun.name}: ${done}/${order.length}`);
    const path = paths.get(key) ?? '';
    const isApplied = await attempt(entry, async () => {
      const item = await readItem(folder, noun, path);
      await applyItem(session, noun, item, entry).catch((error: unknown) => {
        throw withPlace(item, error);
      });
      applied.push({ entry, path });
      if (isNeeded.has(key)) await noun.settle?.(session, [key]);
    });
    if (!isApplied) failedCount += 1;
  }
  if (applied.some(({ entry }) => entry.action === 'create'))
    await settleNumbers(session, { noun, folder, planned, attempt });
  if (wait)
    for (const { entry } of applied) await workAfter(entry, attempt, async () => noun.settle?.(session, [entry.key]));
  return { applied, failedCount };
}

/**
 * Gives items of one name the content of their files once new ones are among them: the instance numbers them in an order of its own. So do the
 * items that refer to them.
 */
async function settleNumbers(
  session: Session,
  {
    noun,
    folder,
    planned,
    attempt,
  }: Pick<NounWork, 'noun' | 'attempt'> & {
    readonly folder: string;
    readonly planned: ReadonlyMap<string, PlannedEntry>;
  },
): Promise<void> {
  const { nameOf } = noun;
  if (!nameOf) return;
  const keysByName = new Map<string, string[]>();
  for await (const { key, document } of readItems(folder, noun)) {
    const name = nameOf(document);
    keysByName.set(name, [...(keysByName.get(name) ?? []), key]);
  }
  const isNew = (key: string) => planned.get(key)?.action === 'create';
  const renumbered = new Set([...keysByName.values()].filter((keys) => keys.length > 1 && keys.some(isNew)).flat());
  if (renumbered.size === 0) return;
  // what a session has read is as it was before
  const later = { ...session };
  for await (const item of readItems(folder, noun)) {
    const isConcerned = renumbered.has(item.key) || noun.needs?.(item.document).some((each) => renumbered.has(each));
    const again = isConcerned === true ? await noun.plan(later, item) : undefined;
    if (again?.action !== 'update') continue;
    const { changes, ...work } = again;
    const sections = new Set(changes.flatMap(({ path: [section] }) => section ?? []));
    const entry = { noun: noun.name, key: item.key, ...work, sections };
    await noun
      .apply(later, item, { action: 'update', sections, token: work.token })
      .catch((error: unknown) => attempt(entry, () => Promise.reject(asError(error))));
  }
}

/** Applies an item; where it moved since the plan because it has the state of its file already, nothing is left to do. */
async function applyItem(session: Session, noun: Noun, item: DesiredItem, entry: PlannedEntry): Promise<void> {
  const { sections, token } = entry;
  const action = entry.action === 'create' ? 'create' : 'update';
  try {
    await noun.apply(session, item, { action, sections, token });
  } catch (error) {
    if (!(error instanceof CommandError) || error.exitCode !== exitCodes.refused) throw error;
    const again = await noun.plan(session, item);
    if (again.action !== 'none') throw error;
  }
}

/** Does what comes after an item was applied. Only a failure is an outcome of its own. */
async function workAfter(
  entry: PlannedEntry,
  attempt: NounWork['attempt'],
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    await attempt(entry, () => Promise.reject(asError(error)));
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** Keys in an order in which each comes after those that it needs; in a circle, as they are. */
export function orderOf(needs: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const order = new Set<string>();
  const visit = (key: string, above: ReadonlySet<string>) => {
    if (order.has(key) || above.has(key)) return;
    for (const needed of needs.get(key) ?? []) visit(needed, new Set([...above, key]));
    order.add(key);
  };
  for (const key of needs.keys()) visit(key, new Set());
  return [...order];
}
