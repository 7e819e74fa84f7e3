import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';
import type { Change } from './change.type.ts';
import { findMoved } from './find-moved.ts';

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
