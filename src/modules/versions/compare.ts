import { isDeepStrictEqual } from 'node:util';
import { canonicalJson, isJsonObject, type Json, type JsonObject, toPlainJson } from '#kernel/json.ts';
import type { Change } from './version.type.ts';
import { captureSnapshots, type Snapshots } from '#api/capture-sections.ts';
import type { ImpliedChanges, RequestContext, Section, SectionChange, Sections } from '#api/context.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { datasetRights } from '#access/index.ts';
import { loadVersions } from './restore-version.ts';
import type { SectionName } from '#api/section-name.ts';
import { CatalogError, fail } from '#kernel/fail.ts';
import { mapCollectingErrors } from '#kernel/check-all.ts';
import { changeDataset, type ApplyDatasetInput, lockDataset, rightsToChange } from '#datasets/index.ts';
import { inTransaction } from '#api/transaction.ts';

/**
 * The changes that lead from one state to another; none when the states are equal. Names are in alphabetical order, the parts of a
 * list in the order of the list. An added or removed part shows its position. A part that is in both states shows its position
 * only when it moved relative to the other parts.
 */
export const compareStates = (before: JsonObject, after: JsonObject): Change[] =>
  namesOf(before, after).flatMap((name) => {
    const oldParts = partsOf(before[name]);
    const newParts = partsOf(after[name]);
    return oldParts && newParts
      ? compareParts(name, oldParts, newParts)
      : compareValues([name], ownValue(before, name), ownValue(after, name));
  });

function compareValues(path: readonly string[], before: Json | undefined, after: Json | undefined): Change[] {
  if (before === undefined && after === undefined) return [];
  if (before === undefined) return [{ path, kind: 'added', before: null, after: after ?? null }];
  if (after === undefined) return [{ path, kind: 'removed', before, after: null }];
  if (isJsonObject(before) && isJsonObject(after)) {
    return namesOf(before, after).flatMap((name) =>
      compareValues([...path, name], ownValue(before, name), ownValue(after, name)),
    );
  }
  return isDeepStrictEqual(before, after) ? [] : [{ path, kind: 'changed', before, after }];
}

const ownValue = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

const namesOf = (...objects: readonly JsonObject[]): string[] =>
  [...new Set(objects.flatMap((object) => Object.keys(object)))].sort();

/** The parts of a list by their keys, in order. */
type Parts = ReadonlyMap<string, JsonObject>;

/** The parts of a list whose elements all have a key; undefined for any other value. */
function partsOf(value: Json | undefined): Parts | undefined {
  if (!Array.isArray(value)) return undefined;
  const parts = new Map<string, JsonObject>();
  for (const part of value as readonly Json[]) {
    const key = isJsonObject(part) ? keyOf(part) : undefined;
    if (key === undefined || !isJsonObject(part) || parts.has(key)) return undefined;
    parts.set(key, part);
  }
  return parts;
}

/** The key of a part: its uid, or the grantee of a ruleset. */
function keyOf({ uid, username, groupUid }: JsonObject): string | undefined {
  if (typeof uid === 'string') return uid;
  if (typeof username === 'string') return `user:${username}`;
  return typeof groupUid === 'string' ? `group:${groupUid}` : undefined;
}

function compareParts(name: string, before: Parts, after: Parts): Change[] {
  const oldPositions = positionsOf(before);
  const newPositions = positionsOf(after);
  const moved = findMoved(
    [...oldPositions.keys()].filter((key) => newPositions.has(key)),
    [...newPositions.keys()].filter((key) => oldPositions.has(key)),
  );
  const changes: Change[] = [];
  for (const [key, part] of before) {
    if (after.has(key)) continue;
    changes.push({
      path: [name, key],
      kind: 'removed',
      before: withPosition(part, oldPositions.get(key)),
      after: null,
    });
  }
  for (const [key, part] of after) {
    const oldPart = before.get(key);
    const position = newPositions.get(key);
    if (!oldPart) {
      changes.push({ path: [name, key], kind: 'added', before: null, after: withPosition(part, position) });
      continue;
    }
    if (moved.has(key)) {
      const path = [name, key, 'position'];
      changes.push({ path, kind: 'changed', before: oldPositions.get(key) ?? null, after: position ?? null });
    }
    changes.push(...compareValues([name, key], oldPart, part));
  }
  return changes;
}

/** The positions of the parts; rulesets have none, because they have no order. */
const positionsOf = (parts: Parts): ReadonlyMap<string, number> =>
  new Map([...parts].flatMap(([key, part], index) => (typeof part['uid'] === 'string' ? [[key, index] as const] : [])));

const withPosition = (part: JsonObject, position: number | undefined): JsonObject =>
  position === undefined ? part : { ...part, position };

/** The changes from one configuration to another, in the order of the sections. A section that one of the configurations lacks is left out. */
const compareConfigurations = (sections: Sections, before: Snapshots, after: Snapshots): Change[] =>
  [...sections.values()].flatMap((section) => {
    const oldSnapshot = before[section.name];
    const newSnapshot = after[section.name];
    return oldSnapshot === undefined || newSnapshot === undefined
      ? []
      : compareSection(section, oldSnapshot, newSnapshot);
  });

/** The changes of one section. */
const compareSection = (section: Section, before: Json, after: Json): Change[] =>
  compareStates(valuesByName(section, before), valuesByName(section, after));

/** The values of a snapshot under the names that the paths of changes start with. */
function valuesByName({ name, isComparedByMember = false }: Section, snapshot: Json): JsonObject {
  const values = isComparedByMember && isJsonObject(snapshot) ? snapshot : { [name]: snapshot };
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, omitTimestamps(value)]));
}

/** Omits the creation and update times of the parts of a list: these times follow from other changes and are not listed as changes. */
const omitTimestamps = (value: Json): Json =>
  Array.isArray(value) ? value.map((part: Json) => (isJsonObject(part) ? omitTimestampsOfPart(part) : part)) : value;

const omitTimestampsOfPart = ({ createdAt: _createdAt, updatedAt: _updatedAt, ...part }: JsonObject): JsonObject =>
  part;

/** The smallest set of names that explains how a list was reordered: the other names kept their order among themselves. */
function findMoved(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const oldPositions = new Map(before.map((name, index) => [name, index]));
  const unmoved = new Set(longestIncreasingSubsequence(after.map((name) => oldPositions.get(name) ?? -1)));
  return new Set(after.filter((_name, index) => !unmoved.has(index)));
}

/** The indices of a longest increasing subsequence of distinct numbers. */
function longestIncreasingSubsequence(numbers: readonly number[]): number[] {
  // ends[n]: the index of the smallest number that ends an increasing subsequence of n + 1 numbers
  const ends: number[] = [];
  const previous = numbers.map((number, index) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    ends[low] = index;
    return ends[low - 1];
  });
  const subsequence: number[] = [];
  for (let index = ends.at(-1); index !== undefined; index = previous[index]) subsequence.push(index);
  return subsequence;
}

/** The uids of two versions of a dataset. Without `to`, the version `from` is compared with the current state. */
interface VersionPair {
  readonly from: string;
  readonly to: string | null | undefined;
}

/**
 * The changes from one version of a dataset to another; null when one of them does not exist. Only callers who may manage
 * the dataset see changes of rulesets (docs/contract/rest.md, Who may do what).
 */
export async function diffVersions(
  ctx: RequestContext,
  datasetUid: string,
  { from, to }: VersionPair,
): Promise<readonly Change[] | null> {
  const versions = await ctx.loaders
    .of(`versions ${from} ${to ?? ''}`, async (uids) => {
      const loaded = await loadVersions(ctx, to == null ? [from] : [from, to]);
      return uids.map((uid) => loaded.filter((version) => version.datasetUid === uid));
    })
    .load(datasetUid);
  const snapshotsOf = (versionUid: string) => versions.find(({ uid }) => uid === versionUid)?.snapshots;
  const before = snapshotsOf(from);
  if (!before) return null;
  const after = to == null ? await captureSnapshots(ctx, datasetUid) : snapshotsOf(to);
  if (!after) return null;
  const changes = compareConfigurations(ctx.app.registry.sections, before, after);
  return (await canManage(ctx, datasetUid)) ? changes : changes.filter(({ path }) => path[0] !== 'rulesets');
}

async function canManage({ db, session }: RequestContext, uid: string): Promise<boolean> {
  const d = sqlText('d');
  return (
    (await firstRow(db, sql`select 1 from dataset d where d.uid = ${uid} and ${datasetRights.manage(session, d)}`)) !==
    undefined
  );
}

/** A section of a dataset that an input changes. */
interface PlannedSection {
  readonly section: Section;
  readonly planned: SectionChange;
  readonly changes: readonly Change[];
}

/** The changes that an input makes. */
interface Plan {
  readonly changed: readonly PlannedSection[];
  /** The sections whose input is invalid. The caller needs the rights to change them as well. */
  readonly invalidSections: readonly SectionName[];
  /** What is wrong with the input; thrown only after the rights of the caller are checked. */
  readonly failure?: CatalogError;
}

/**
 * Computes what an input changes in a locked dataset, section by section, and collects the failures. `implied` contains the changes of
 * sections that follow from the input of other sections.
 */
async function planChanges(tx: RequestContext, input: ApplyDatasetInput, implied: ImpliedChanges): Promise<Plan> {
  const { datasetUid } = input;
  const snapshots = await captureSnapshots(tx, datasetUid);
  const changed: PlannedSection[] = [];
  const invalidSections: SectionName[] = [];
  // The input becomes plain JSON, because sections compare it with stored snapshots.
  const plainInput = toPlainJson(input);
  const plan = async (section: Section) => {
    const current = snapshots[section.name] ?? null;
    const desired = await section
      .planChange?.(tx, { datasetUid, input: plainInput, current })
      .catch((error: unknown) => {
        invalidSections.push(section.name);
        throw error;
      });
    const applyImplied = implied[section.name];
    if (!desired && !applyImplied) return;
    const snapshot = desired ? toPlainJson(desired.snapshot) : current;
    const planned = { ...desired, snapshot: applyImplied ? applyImplied(snapshot) : snapshot };
    const changes = [
      ...compareSection(section, current, planned.snapshot),
      ...(planned.changedSecrets ?? []).map(secretChange),
    ];
    if (changes.length > 0) changed.push({ section, planned, changes });
  };
  try {
    await mapCollectingErrors([...tx.app.registry.sections.values()], () => '', plan);
    return { changed, invalidSections };
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    return { changed, invalidSections, failure: error };
  }
}

/** Finds what the input of a section implies for others, before the dataset is locked; `planChanges` reports invalid input. */
async function findImpliedChanges(ctx: RequestContext, input: ApplyDatasetInput): Promise<ImpliedChanges> {
  const { datasetUid } = input;
  const parts = await Promise.all(
    [...ctx.app.registry.sections.values()].flatMap(
      (section) => section.planImpliedChanges?.(ctx, { datasetUid, input: toPlainJson(input) }) ?? [],
    ),
  );
  let implied: ImpliedChanges = {};
  for (const part of parts) implied = { ...implied, ...part };
  return implied;
}

/** A change whose two values are secrets. */
const secretChange = (path: readonly string[]): Change => ({ path, kind: 'changed', before: null, after: null });

/** How long a plan can be applied, in seconds. */
const lifetimeSeconds = 3_600;

/** A plan: its revision, the second in which it ends, and the keyed hash of what was planned, by whom. */
const pattern = /^(?<revision>\d{1,9})\.(?<end>\d{1,12})\.(?<hash>[0-9a-f]{64})$/;

/** What a planId contains. */
interface PlanOfId {
  readonly revision: number;
  /** When it ends, in seconds since 1970. */
  readonly end: number;
  readonly hash: string;
}

/** Reads a planId; undefined for a text that is none. */
function readPlan(planId: string | null | undefined): PlanOfId | undefined {
  const { revision, end, hash } = pattern.exec(planId ?? '')?.groups ?? {};
  return revision === undefined || end === undefined || hash === undefined
    ? undefined
    : { revision: Number(revision), end: Number(end), hash };
}

/**
 * Identifies what an input does to a revision of a dataset: the plan that the input names, or else a new one. Equal inputs have the same
 * hash, in any order of their keys. It is that of the input, because the changes contain uids that are drawn each time.
 */
function planIdOf({ app, session }: RequestContext, input: ApplyDatasetInput, revision: number): string {
  const { planId, isDryRun: _isDryRun, expectedRevision: _expectedRevision, ...desired } = input;
  const end = readPlan(planId)?.end ?? Math.floor(app.clock.now().getTime() / 1000) + lifetimeSeconds;
  const hash = app.secrets.fingerprint(canonicalJson(['plan', session.username ?? null, revision, end, desired]));
  return `${revision}.${end}.${hash}`;
}

/** Fails PLAN_MISMATCH where the input names another plan than its own, or its own has ended. */
function checkPlan({ app }: RequestContext, { planId }: ApplyDatasetInput, actual: string): void {
  if (planId == null) return;
  const hasEnded = (readPlan(planId)?.end ?? 0) * 1000 <= app.clock.now().getTime();
  if (planId !== actual || hasEnded) fail('PLAN_MISMATCH');
}

/** What an input changed or, for a dry run, would change. */
export interface AppliedChanges {
  readonly changes: readonly Change[];
  readonly planId: string;
}

/**
 * Brings a dataset to the state that the input describes, in one transaction and one version, and returns the changes.
 * Nothing is written for a dry run, or when there are no changes. The caller needs the rights of all the changes. Fails NOT_FOUND,
 * PERMISSION_DENIED and REVISION_MISMATCH before it reports invalid input, and PLAN_MISMATCH after it.
 */
export async function applyDataset(ctx: RequestContext, input: ApplyDatasetInput): Promise<AppliedChanges> {
  const implied = await findImpliedChanges(ctx, input);
  return inTransaction(ctx, (tx) => applyInTransaction(tx, input, implied));
}

async function applyInTransaction(
  tx: RequestContext,
  input: ApplyDatasetInput,
  implied: ImpliedChanges,
): Promise<AppliedChanges> {
  const { datasetUid, isDryRun } = input;
  const { revision } = await lockDataset(tx, datasetUid, ['read']);
  const planId = planIdOf(tx, input, revision);
  // the check of the rights precedes that of the revision, which gets the expectation that is not met
  const expectedRevision = [readPlan(input.planId)?.revision, input.expectedRevision].find(
    (expected) => expected != null && expected !== revision,
  );
  // the changes determine the other rights that are needed, so those rights are checked after planning
  const { changed, invalidSections, failure } = await planChanges(tx, input, implied);
  const sections = changed.map(({ section }) => section.name);
  // only managers may read rulesets, so other callers must not learn whether the given rulesets equal the stored rulesets
  const rights = rightsToChange(input.rulesets === undefined ? [...sections, ...invalidSections] : ['security']);
  if (isDryRun || sections.length === 0) {
    await lockDataset(tx, datasetUid, rights, expectedRevision);
    if (failure) throw failure;
    checkPlan(tx, input, planId);
  } else {
    await changeDataset(tx, datasetUid, { sections, rights, expectedRevision }, async (innerTx) => {
      if (failure) throw failure;
      checkPlan(tx, input, planId);
      for (const { section, planned } of changed) {
        await planned.beforeWrite?.(innerTx);
        await section.write(innerTx, datasetUid, planned.snapshot);
        await planned.afterWrite?.(innerTx);
      }
    });
  }
  return { changes: changed.flatMap(({ changes }) => changes), planId };
}
