import { describe, expect, test } from '@jest/globals';
import { buildSchema } from 'graphql';
import { compareSchemas, updateChangelog } from '#tools/schema-changes.ts';

const compare = (released: string, current: string) => compareSchemas(buildSchema(released), buildSchema(current));

const unused = '@deprecated(reason: "Use `name`.")';

describe('A change that breaks clients fails unless the last release had the element as deprecated', () => {
  test.each<[change: string, released: (mark: string) => string, current: string]>([
    ['a removed field', (mark) => `type Query { name: Int old: Int ${mark} }`, 'type Query { name: Int }'],
    [
      'a field that may become null',
      (mark) => `type Query { name: Int old: Int! ${mark} }`,
      'type Query { name: Int old: Int }',
    ],
    ['a removed argument', (mark) => `type Query { name(old: Int ${mark}): Int }`, 'type Query { name: Int }'],
    [
      'an argument that becomes required',
      (mark) => `type Query { name: Int old(first: Int): Int ${mark} }`,
      'type Query { name: Int old(first: Int!): Int }',
    ],
    [
      'a removed input field',
      (mark) => `type Query { name(by: By): Int } input By { name: Int old: Int ${mark} }`,
      'type Query { name(by: By): Int } input By { name: Int }',
    ],
    [
      'a removed value',
      (mark) => `type Query { name: Kind } enum Kind { NEW OLD ${mark} }`,
      'type Query { name: Kind } enum Kind { NEW }',
    ],
    [
      'a removed type with all that leads to it',
      (mark) => `type Query { name: Int old: Old ${mark} } type Old { name: Int }`,
      'type Query { name: Int }',
    ],
  ])(
    'A change that breaks clients fails unless the last release had the element as deprecated: %s',
    async (_change, released, current) => {
      const refused = await compare(released(''), current);
      expect(refused.breaking).not.toEqual([]);
      const accepted = await compare(released(unused), current);
      expect(accepted.breaking).toEqual([]);
      expect(accepted.changes).not.toEqual([]);
    },
  );

  test('a type that an element in use leads to stays, whatever else is deprecated', async () => {
    const { breaking } = await compare(
      `type Query { name: Int old: Old ${unused} other: Old } type Old { name: Int }`,
      'type Query { name: Int other: Int }',
    );
    expect(breaking.map(({ path }) => path)).toEqual(expect.arrayContaining(['Old', 'Query.other']));
  });

  test.each([
    [
      'accepted',
      'for an input whose description demanded one member already',
      '"What identifies it: exactly one of these."',
    ],
    ['refused', 'for any other input', '"What it must have."'],
  ])('@oneOf is %s %s', async (outcome, _which, description) => {
    const schemaWith = (directive: string) =>
      `type Query { name(by: By): Int } ${description} input By ${directive} { uid: Int name: Int }`;
    const { breaking, changes } = await compare(schemaWith(''), schemaWith('@oneOf'));
    expect(breaking.length).toBe(outcome === 'accepted' ? 0 : 1);
    expect(changes).toHaveLength(1);
  });

  test.each([
    [0, 'Fails GONE.', 'Null, with an error, where it fails.'],
    [1, 'The number.', 'Null, with an error, where it fails.'],
    [1, 'Fails GONE.', 'Fails GONE.'],
  ])('%d break where a field described as "%s" may be null and is "%s"', async (count, before, now) => {
    const { breaking, changes } = await compare(
      `type Query { "${before}" number: Int! }`,
      `type Query { "${now}" number: Int }`,
    );
    expect([breaking.length, changes.length]).toEqual([count, 1]);
  });

  test('a new input field that is required breaks clients', async () => {
    const { breaking } = await compare(
      'type Query { name(by: By): Int } input By { name: Int }',
      'type Query { name(by: By): Int } input By { name: Int first: Int! }',
    );
    expect(breaking.map(({ path }) => path)).toEqual(['By.first']);
  });

  test('what is new, and a deprecation, break nothing', async () => {
    const { breaking, changes } = await compare(
      'type Query { old: Int kind: Kind } enum Kind { A }',
      `type Query { old: Int ${unused} kind: Kind name(first: Int): New } type New { name: Int } enum Kind { A B }`,
    );
    expect(breaking).toEqual([]);
    expect(changes.map(({ message }) => message)).toEqual([
      "Enum value 'B' was added to enum 'Kind'",
      "Type 'New' was added",
      "Field 'name' was added to object type 'Query'",
      "'Query.old' is deprecated: Use `name`.",
    ]);
  });
});

describe('The changelog lists the changes of the schema', () => {
  const changelog = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A page.\n\n## [0.1.0]\n\nThe first.\n';
  const list = async (text: string, current: string) =>
    updateChangelog(text, (await compare('type Query { name: Int }', current)).changes);
  const grown = 'type Query { name: Int first: Int }';

  test('The changelog lists the changes of the schema in a section at the end of the unreleased part, without a second one', async () => {
    const listed = await list(changelog, grown);
    expect(listed).toContain('- A page.\n\n### Schema of the graph\n');
    expect(listed).toContain('- Field `first` was added to object type `Query`.\n\n## [0.1.0]\n\nThe first.\n');
    expect(await list(listed, grown)).toBe(listed);
  });

  test('and lists changes that differ in a name only as one', async () => {
    const listed = await list(
      changelog,
      'type Query { name(first: Int, last: Int): Int one: One two: Two } type One { a: Int } type Two { a: Int }',
    );
    expect(listed.split('\n').filter((line) => line.startsWith('- ') && line !== '- A page.')).toEqual([
      '- Types `One`, `Two` were added.',
      '- Argument `first: Int` added to field `Query.name`. May change what a client receives.',
      '- Argument `last: Int` added to field `Query.name`. May change what a client receives.',
      '- Fields `one`, `two` were added to object type `Query`.',
    ]);
  });

  test('and without changes has no such section', async () => {
    expect(await list(await list(changelog, grown), 'type Query { name: Int }')).toBe(changelog);
  });

  test('a released part keeps its section', async () => {
    const released = (await list(changelog, grown)).replace('[Unreleased]', '[0.2.0]');
    const next = released.replace('## [0.2.0]', '## [Unreleased]\n\n## [0.2.0]');
    expect(await list(next, 'type Query { name: Int }')).toBe(next);
  });
});
