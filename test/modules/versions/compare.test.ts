import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';
import type { Change } from '#versions/version.type.ts';
import { compareStates } from '#versions/compare.ts';

const value = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as Json);
const name = fc.oneof(fc.constantFrom('a', 'b', '__proto__', 'constructor', 'x.y', ''), fc.string({ maxLength: 3 }));
const object = fc
  .dictionary(name, value, { maxKeys: 4 })
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonObject);
const uid = fc.constantFrom('pr_a', 'pr_b', 'pr_c', 'pr_d', 'pr_e', 'x.csv', '__proto__');
const part = fc.record({ uid, params: object, label: fc.constantFrom('', 'one', 'two') });
const parts = fc.uniqueArray(part, { selector: (value) => value.uid, maxLength: 7 });
const rulesets = fc
  .uniqueArray(
    fc.record({
      username: fc.constantFrom('ada', 'bob'),
      groupUid: fc.constant(null),
      permissions: fc.array(fc.constantFrom('p', 'q')),
    }),
    { selector: ({ username }) => username },
  )
  .map((list) => list.toSorted((one, other) => one.username.localeCompare(other.username)));
const state: fc.Arbitrary<JsonObject> = fc.record({
  metadata: object,
  processors: parts,
  rulesets,
  isRestricted: fc.boolean(),
});

const reversedKind = { added: 'removed', removed: 'added', changed: 'changed' } as const;
const reversed = (changes: readonly Change[]): Change[] =>
  changes.map(({ path, kind, before, after }) => ({ path, kind: reversedKind[kind], before: after, after: before }));

/** A state after changes, by what they say alone. */
function changed(before: JsonObject, changes: readonly Change[]): JsonObject {
  return Object.fromEntries(
    Object.entries(before).map(([thing, old]) => {
      const own = changes
        .filter(({ path }) => path[0] === thing)
        .map((change) => ({ ...change, path: change.path.slice(1) }));
      return [thing, Array.isArray(old) ? changedList(old as JsonObject[], own) : (changedValue(old, own) ?? null)];
    }),
  );
}

function changedValue(before: Json | undefined, changes: readonly Change[]): Json | undefined {
  const whole = changes.find(({ path }) => path.length === 0);
  if (whole) return whole.kind === 'removed' ? undefined : whole.after;
  if (!isJsonObject(before)) return before;
  const names = new Set([...Object.keys(before), ...changes.map(({ path }) => path[0] ?? '')]);
  return Object.fromEntries(
    [...names]
      .map(
        (value) =>
          [
            value,
            changedValue(Object.hasOwn(before, value) ? before[value] : undefined, below(changes, value)),
          ] as const,
      )
      .filter((entry): entry is [string, Json] => entry[1] !== undefined),
  );
}

const below = (changes: readonly Change[], head: string): Change[] =>
  changes.filter(({ path }) => path[0] === head).map((change) => ({ ...change, path: change.path.slice(1) }));

const keyOf = ({ uid: named, username }: JsonObject): string =>
  typeof named === 'string' ? named : `user:${JSON.stringify(username).slice(1, -1)}`;

function changedList(before: readonly JsonObject[], changes: readonly Change[]): Json {
  const placed = new Map<number, JsonObject>();
  const staying: JsonObject[] = [];
  for (const old of before) {
    const own = below(changes, keyOf(old));
    const move = own.find(({ path }) => path.length === 1 && path[0] === 'position');
    const now = changedValue(
      old,
      own.filter((change) => change !== move),
    );
    if (!isJsonObject(now)) continue;
    if (move) placed.set(Number(move.after), now);
    else staying.push(now);
  }
  for (const { path, kind, after } of changes) {
    if (path.length !== 1 || kind !== 'added' || !isJsonObject(after)) continue;
    const { position, ...added } = after;
    if (position === undefined) staying.push(added);
    else placed.set(Number(position), added);
  }
  const list = Array.from(
    { length: placed.size + staying.length },
    (_, index) => placed.get(index) ?? staying.shift() ?? null,
  );
  return list.every((value) => isJsonObject(value) && 'username' in value)
    ? (list as JsonObject[]).toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)))
    : list;
}

test('a state has no changes from itself and some from any other', () => {
  fc.assert(
    fc.property(state, state, (one, other) => {
      expect(compareStates(one, JSON.parse(JSON.stringify(one)) as JsonObject)).toEqual([]);
      expect(compareStates(one, other).length === 0).toBe(
        JSON.stringify(sorted(one)) === JSON.stringify(sorted(other)),
      );
    }),
  );
});

test('the changes lead from one state to the other, and reversed they lead back', () => {
  fc.assert(
    fc.property(state, state, (one, other) => {
      const changes = compareStates(one, other);
      expect(changed(one, changes)).toEqual(other);
      expect(changed(other, reversed(changes))).toEqual(one);
    }),
    { numRuns: 500 },
  );
});

test('every change has a unique path and different values', () => {
  fc.assert(
    fc.property(state, state, (one, other) => {
      const changes = compareStates(one, other);
      expect(new Set(changes.map(({ path }) => JSON.stringify(path))).size).toBe(changes.length);
      // what left the order of the others may stand where it stood, among others
      for (const { path, kind, before, after } of changes)
        if (kind === 'changed' && path[2] !== 'position') expect(before).not.toEqual(after);
    }),
  );
});

const stack = (...uids: string[]) => ({ processors: uids.map((uid) => ({ uid: uid, label: uid })) });

test('reordering gives the fewest possible changes of position', () => {
  expect(compareStates(stack('a', 'b', 'c', 'd'), stack('d', 'a', 'b', 'c'))).toEqual([
    { path: ['processors', 'd', 'position'], kind: 'changed', before: 3, after: 0 },
  ]);
  expect(compareStates(stack('a', 'b', 'c'), stack('x', 'a', 'c'))).toEqual([
    { path: ['processors', 'b'], kind: 'removed', before: { uid: 'b', label: 'b', position: 1 }, after: null },
    { path: ['processors', 'x'], kind: 'added', before: null, after: { uid: 'x', label: 'x', position: 0 } },
  ]);
});

test('objects are compared by name, and lists of values as a whole', () => {
  expect(
    compareStates(
      { metadata: { default: { title: { value: 'a' }, keyword: { value: ['x', 'y'] } }, custom: {} } },
      { metadata: { default: { title: { value: 'b' }, keyword: { value: ['y', 'x'] } } } },
    ),
  ).toEqual([
    { path: ['metadata', 'custom'], kind: 'removed', before: {}, after: null },
    { path: ['metadata', 'default', 'keyword', 'value'], kind: 'changed', before: ['x', 'y'], after: ['y', 'x'] },
    { path: ['metadata', 'default', 'title', 'value'], kind: 'changed', before: 'a', after: 'b' },
  ]);
});

test('rulesets are matched by their grantees, regardless of order', () => {
  const ruleset = (username: string | null, groupUid: string | null, filterQuery = '') => ({
    username,
    groupUid,
    security: { filterQuery },
  });
  expect(
    compareStates(
      { rulesets: [ruleset('ada', null), ruleset(null, 'ada')] },
      { rulesets: [ruleset(null, 'ada', 'x'), ruleset('ada', null)] },
    ),
  ).toEqual([{ path: ['rulesets', 'group:ada', 'security', 'filterQuery'], kind: 'changed', before: '', after: 'x' }]);
});

/** The same with the names of all objects in one order. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map((inner: Json) => sorted(inner));
  return isJsonObject(value)
    ? Object.fromEntries(
        Object.keys(value)
          .sort()
          .map((key) => [key, sorted(value[key] ?? null)]),
      )
    : value;
}
