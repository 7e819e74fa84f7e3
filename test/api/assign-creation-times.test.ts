import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { assignCreationTimes } from '#api/match-parts.ts';

const created = fc.record({
  uid: fc.string({ minLength: 1, maxLength: 3 }),
  createdAt: fc.integer({ min: 0, max: 5 }).map((value) => new Date(value).toISOString()),
});
const list = fc.uniqueArray(created, { selector: ({ uid }) => uid });
const sorted = (resources: readonly { uid: string; createdAt: string }[]) =>
  resources.toSorted(
    (one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt) || (one.uid < other.uid ? -1 : 1),
  );

test('parts get creation times in the order of the list', () => {
  fc.assert(
    fc.property(list, (resources) => {
      const placed = assignCreationTimes(resources);
      expect(placed.map(({ uid }) => uid)).toEqual(resources.map(({ uid }) => uid));
      expect(sorted(placed)).toEqual(placed);
    }),
  );
});

test('parts that are in order keep their creation times', () => {
  fc.assert(
    fc.property(list, (resources) => {
      expect(assignCreationTimes(sorted(resources))).toEqual(sorted(resources));
    }),
  );
});
