import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';
import type { Change } from './change.type.ts';
import { captureSnapshots, type Snapshots } from '#api/capture-sections.ts';
import type { RequestContext, Section, Sections } from '#api/context.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { datasetRights } from '#access/index.ts';
import { loadVersions } from './restore-version.ts';

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
export const compareSection = (section: Section, before: Json, after: Json): Change[] =>
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
