import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import type { Change } from './change.type.ts';
import { findMoved } from './find-moved.ts';

/**
 * The changes that lead from one state to another; none when they are equal. Names are in alphabetical order, the parts of a
 * list in the order of the list. An added or removed part shows its position; a kept part shows it only when it moved
 * relative to the others.
 */
export const compare = (before: JsonObject, after: JsonObject): Change[] =>
  namesOf(before, after).flatMap((name) => {
    const [was, is] = [partsOf(before[name]), partsOf(after[name])];
    return was && is ? compareParts(name, was, is) : compareValues([name], own(before, name), own(after, name));
  });

function compareValues(path: readonly string[], before: Json | undefined, after: Json | undefined): Change[] {
  if (before === undefined && after === undefined) return [];
  if (before === undefined) return [{ path, kind: 'added', before: null, after: after ?? null }];
  if (after === undefined) return [{ path, kind: 'removed', before, after: null }];
  if (isJsonObject(before) && isJsonObject(after)) {
    return namesOf(before, after).flatMap((name) =>
      compareValues([...path, name], own(before, name), own(after, name)),
    );
  }
  return isDeepStrictEqual(before, after) ? [] : [{ path, kind: 'changed', before, after }];
}

const own = (object: JsonObject, name: string): Json | undefined =>
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
  const [was, is] = [placesOf(before), placesOf(after)];
  const moved = findMoved(
    [...was.keys()].filter((key) => is.has(key)),
    [...is.keys()].filter((key) => was.has(key)),
  );
  const removed = [...before]
    .filter(([key]) => !after.has(key))
    .map(([key, part]): Change => ({
      path: [name, key],
      kind: 'removed',
      before: { ...part, ...placed(was.get(key)) },
      after: null,
    }));
  return [
    ...removed,
    ...[...after].flatMap(([key, part]): Change[] => {
      const old = before.get(key);
      if (!old) return [{ path: [name, key], kind: 'added', before: null, after: { ...part, ...placed(is.get(key)) } }];
      return [
        ...(moved.has(key)
          ? [
              {
                path: [name, key, 'position'],
                kind: 'changed',
                before: was.get(key) ?? null,
                after: is.get(key) ?? null,
              } as const,
            ]
          : []),
        ...compareValues([name, key], old, part),
      ];
    }),
  ];
}

/** The positions of the parts; rulesets have none, because they have no order. */
const placesOf = (parts: Parts): ReadonlyMap<string, number> =>
  new Map([...parts].flatMap(([key, part], at) => (typeof part['uid'] === 'string' ? [[key, at] as const] : [])));

const placed = (position: number | undefined): { position?: number } => (position === undefined ? {} : { position });
