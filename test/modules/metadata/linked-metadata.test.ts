import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mergeRemoteValues, type DatasetMetadata } from '#datasets/index.ts';
import { refreshRemoteValues } from '#metadata/metadata.section.ts';

const names = fc.constantFrom('a', 'b', 'title', '__proto__', 'constructor');
const value = fc.oneof(
  fc.constantFrom('x', 'y', null),
  fc.jsonValue({ maxDepth: 1 }).map((value) => JSON.parse(JSON.stringify(value))),
);
const own: fc.Arbitrary<DatasetMetadata> = fc.dictionary(
  fc.constantFrom('custom', 'admin'),
  fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.record({ value })),
);
const remote = fc.dictionary(
  fc.constantFrom('custom', 'admin', 'default', 'nobody', '__proto__'),
  fc.dictionary(names, value),
);

const valuesOf = (metadata: DatasetMetadata) =>
  Object.entries(metadata).flatMap(([template, fields]) =>
    Object.entries(fields).map(([name, entry]) => ({ path: `${template}.${name}`, ...entry })),
  );

test('linking again to the same dataset changes nothing, and no written value is lost', () => {
  fc.assert(
    fc.property(own, remote, remote, (metadata, first, second) => {
      const linked = refreshRemoteValues(metadata, first);
      expect(refreshRemoteValues(linked, first)).toEqual(linked);
      const later = valuesOf(refreshRemoteValues(refreshRemoteValues(linked, second), null));
      const written = valuesOf(metadata).filter((entry) => entry.value !== null);
      const agreeing = ({ path, value: mine }: { path: string; value: unknown }) =>
        valuesOf(linked).some(
          (entry) =>
            entry.path === path &&
            entry.override_remote_value === false &&
            JSON.stringify(entry.remote_value) === JSON.stringify(mine),
        );
      for (const entry of written.filter((value) => !agreeing(value))) expect(later).toContainEqual(entry);
    }),
  );
});

test('unlinking keeps the effective values', () => {
  fc.assert(
    fc.property(own, remote, (metadata, told) => {
      const linked = refreshRemoteValues(metadata, told);
      const seen = valuesOf(linked).map(({ path, value: value }) => ({ path, value: value }));
      expect(valuesOf(refreshRemoteValues(linked, null))).toEqual(seen);
    }),
  );
});

test('sending back linked metadata unchanged changes nothing', () => {
  fc.assert(
    fc.property(own, remote, (metadata, told) => {
      const linked = refreshRemoteValues(metadata, told);
      expect(mergeRemoteValues(linked, linked)).toEqual(linked);
    }),
  );
});

test('invalid remote values and unknown remote fields are dropped, and the license is stored under both its names', () => {
  const told = { default: { title: 5, license_id: 'odbl', unknown: 'x', keyword: ['a'] }, nobody: { a: 1 } };
  const license = { value: 'odbl', remote_value: 'odbl', override_remote_value: false };
  expect(refreshRemoteValues({}, told)).toEqual({
    default: { license_id: license, keyword: { ...license, value: ['a'], remote_value: ['a'] } },
    internal: { license_id: license },
  });
});
