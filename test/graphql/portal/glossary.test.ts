import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { addTerm, termsOf } from '#test/support/portal/glossary.ts';
import { seedUser } from '#test/support/seed.ts';

const app = await testApp();
const { admin, unauthenticated } = app;
const author = await seedUser(app, 'author', { permissions: ['edit_page'] });
const reader = await seedUser(app, 'reader', { permissions: ['edit_dataset', 'manage_page'] });

const write = async (client: typeof admin, mutation: string, input: object) => {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
  const answered = mutation.startsWith('delete') ? 'uid' : 'glossaryTerm { uid name aliases description }';
  const { data, errors } = await client.graph(
    `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${answered} } }`,
    { input },
  );
  return errors?.[0]
    ? { code: errors[0].extensions.code, fields: Object.keys(errors[0].extensions.fields ?? {}) }
    : data[mutation];
};
const find = async (search: string, page = '') =>
  (
    await unauthenticated.data(
      `query ($search: String) { glossaryTerms(filter: { text: $search }${page}) { totalCount nodes { name } } }`,
      { search },
    )
  ).glossaryTerms;
const namesFor = async (search: string): Promise<string[]> =>
  (await find(search)).nodes.map(({ name }: { name: string }) => name);

test('callers who may edit pages write the glossary, and all callers read it', async () => {
  const { glossaryTerm } = await write(author, 'createGlossaryTerm', {
    name: ' Licence ',
    aliases: ['license', ' terms of use '],
    description: 'What one may do.\n',
  });
  expect(glossaryTerm).toEqual({
    uid: expect.stringMatching(/^gt_[0-9a-z]{6}$/),
    name: 'Licence',
    aliases: ['license', 'terms of use'],
    description: 'What one may do.\n',
  });
  const { uid } = glossaryTerm;
  expect(
    (await unauthenticated.data('query ($uid: ID!) { glossaryTerm(uid: $uid) { uid name } }', { uid })).glossaryTerm,
  ).toEqual({ uid, name: 'Licence' });
  expect((await write(author, 'updateGlossaryTerm', { uid, aliases: ['Permis'] })).glossaryTerm).toEqual({
    ...glossaryTerm,
    aliases: ['Permis'],
  });
  expect(await namesFor('use')).toEqual([]);
  expect(await namesFor('permis')).toEqual(['Licence']);
  expect(
    (await write(author, 'updateGlossaryTerm', { uid, name: 'Agreement', aliases: null, description: null }))
      .glossaryTerm,
  ).toEqual({ uid, name: 'Agreement', aliases: [], description: '' });
  expect(await namesFor('AGREE')).toEqual(['Agreement']);
  expect(await write(author, 'deleteGlossaryTerm', { uid })).toEqual({ uid });
  expect(
    (await unauthenticated.data('query ($uid: ID!) { glossaryTerm(uid: $uid) { uid } }', { uid })).glossaryTerm,
  ).toBeNull();
  for (const mutation of ['updateGlossaryTerm', 'deleteGlossaryTerm'])
    expect(await write(author, mutation, { uid })).toMatchObject({ code: 'NOT_FOUND' });
});

test('a text that means something to a database is an alias as any other', async () => {
  const aliases = ['null', 'NULL', '{}', 'a,b', '"', '\\'];
  const { glossaryTerm } = await write(author, 'createGlossaryTerm', { name: 'Nothing', aliases });
  expect(glossaryTerm).toMatchObject({ aliases });
  const renamed = await write(author, 'updateGlossaryTerm', { uid: glossaryTerm.uid, name: 'Nil' });
  expect(renamed.glossaryTerm).toMatchObject({ name: 'Nil', aliases });
  expect(await namesFor('null')).toEqual(['Nil']);
  await write(author, 'deleteGlossaryTerm', { uid: glossaryTerm.uid });
});

test('others do not write it, whether a term is there or not', async () => {
  const uid = await addTerm(admin, { name: 'Kept' });
  for (const [client, code] of [
    [unauthenticated, 'UNAUTHORIZED'],
    [reader, 'PERMISSION_DENIED'],
  ] as const) {
    expect(await write(client, 'createGlossaryTerm', { name: '' })).toMatchObject({ code });
    for (const unknownUid of [uid, 'gt_none00'])
      for (const mutation of ['updateGlossaryTerm', 'deleteGlossaryTerm'])
        expect(await write(client, mutation, { uid: unknownUid })).toMatchObject({ code });
  }
  expect(await namesFor('kept')).toEqual(['Kept']);
});

test.each([
  ['name', { name: '' }],
  ['name', { name: ' \n ' }],
  ['name', { name: 'a\nb' }],
  ['name', { name: 'a\u2028b' }],
  ['name', { name: 'x'.repeat(201) }],
  ['aliases', { aliases: [''] }],
  ['aliases', { aliases: ['a', ' a'] }],
  ['aliases', { aliases: ['a\tb'] }],
  ['aliases', { aliases: ['x'.repeat(201)] }],
  ['aliases', { aliases: Array.from({ length: 21 }, (_, index) => String(index)) }],
  ['description', { description: 'x'.repeat(5_001) }],
  ['description', { description: '\u0007' }],
])('a wrong %s is refused by its name', async (field, wrong) => {
  const uid = await addTerm(admin, { name: 'Right' });
  expect(await write(author, 'createGlossaryTerm', { name: 'New', ...wrong })).toEqual({
    code: 'INVALID_INPUT',
    fields: [field],
  });
  expect(await write(author, 'updateGlossaryTerm', { uid, ...wrong })).toEqual({
    code: 'INVALID_INPUT',
    fields: [field],
  });
  expect(await namesFor('new')).toEqual([]);
});

test('text that no database keeps is refused', async () => {
  for (const odd of ['\0', '\ud800']) {
    expect(await write(author, 'createGlossaryTerm', { name: `a${odd}` })).toEqual({
      code: 'INVALID_INPUT',
      fields: ['name'],
    });
    expect(await write(author, 'createGlossaryTerm', { name: 'a', aliases: [odd] })).toMatchObject({
      code: 'INVALID_INPUT',
    });
    expect(
      (
        await unauthenticated.graph(
          'query ($search: String) { glossaryTerms(filter: { text: $search }) { totalCount } }',
          {
            search: odd,
          },
        )
      ).errors,
    ).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
  }
});

test('a name cannot be cleared', async () => {
  expect(await write(author, 'updateGlossaryTerm', { uid: await addTerm(admin, { name: 'A' }), name: null })).toEqual({
    code: 'INVALID_INPUT',
    fields: ['name'],
  });
});

test('terms are found best first, in pages with cursors like any list', async () => {
  await app.services.db.rows(sql`delete from glossary_term`);
  for (const term of [
    { name: 'x', aliases: ['ÉTÉ'] },
    { name: 'b été' },
    { name: 'a été' },
    { name: 'étés' },
    { name: 'été' },
    { name: 'fêté' },
    { name: 'hiver' },
  ])
    await addTerm(admin, term);
  expect(await namesFor('Ete')).toEqual(['été', 'étés', 'a été', 'b été', 'fêté', 'x']);
  expect(await find('ete', ', first: 2, offset: 1')).toEqual({
    totalCount: 6,
    nodes: [{ name: 'étés' }, { name: 'a été' }],
  });
  const {
    glossaryTerms: { pageInfo, edges },
  } = await unauthenticated.data(
    '{ glossaryTerms(filter: { text: "ete" }, first: 2) { pageInfo { hasNextPage endCursor } edges { node { name } } } }',
  );
  expect(pageInfo.hasNextPage).toBe(true);
  expect(edges).toHaveLength(2);
  expect((await find('ete', `, first: 2, after: "${String(pageInfo.endCursor)}"`)).nodes).toEqual([
    { name: 'a été' },
    { name: 'b été' },
  ]);
  for (const page of [', first: -1', ', first: 1001', ', offset: -1', ', after: "none"']) {
    expect(
      (await unauthenticated.graph(`{ glossaryTerms(filter: { text: "ete" }${page}) { totalCount } }`)).errors,
    ).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
  }
});

test('a search for nothing finds all terms, by name without case and accents', async () => {
  const all = ['a été', 'b été', 'été', 'étés', 'fêté', 'hiver', 'x'];
  expect(await termsOf(unauthenticated)).toEqual(all);
  for (const nothing of ['', '  \t', '\u0301']) expect(await namesFor(nothing)).toEqual(all);
  expect(await namesFor('x'.repeat(10_000))).toEqual([]);
});

test('a term, an asset and a harvester change only at the revision that an editor has seen', async () => {
  const made = [
    ['GlossaryTerm', 'glossaryTerm', { name: 'Spring' }, { description: 'Where water leaves the ground.' }],
    ['Asset', 'asset', { assetType: 'map', title: 'Springs' }, { title: 'All springs' }],
    [
      'Harvester',
      'harvester',
      { type: 'datajson', name: 'Springs', settings: { url: 'https://example.org/data.json' } },
      { name: 'All springs' },
    ],
  ] as const;
  for (const [type, field, created, change] of made) {
    const mutate = async (verb: 'create' | 'update', input: object) => {
      const { data, errors } = await admin.graph(
        `mutation ($input: ${verb === 'create' ? 'Create' : 'Update'}${type}Input!) { ${verb}${type}(input: $input) { ${field} { uid revision } } }`,
        { input },
      );
      return errors?.[0]?.extensions ?? data[`${verb}${type}`][field];
    };
    const { uid, revision, ...refused } = await mutate('create', created);
    expect([type, refused]).toEqual([type, {}]);
    expect(await mutate('update', { uid, ...change, expectedRevision: revision })).toEqual({
      uid,
      revision: Number(revision) + 1,
    });
    expect(await mutate('update', { uid, ...change, expectedRevision: revision })).toMatchObject({
      code: 'REVISION_MISMATCH',
      revision: Number(revision) + 1,
    });
    expect(await mutate('update', { uid, ...change })).toMatchObject({ revision: Number(revision) + 2 });
  }
});

test('the glossary takes a thousand terms, however many are sent at once', async () => {
  await app.services.db.rows(sql`delete from glossary_term`);
  await app.services.db
    .rows(sql`insert into glossary_term (uid, name, aliases, description, search_name, search_aliases)
    select 'gt_' || n, n::text, '{}', '', n::text, '{}' from generate_series(1, 997) n`);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => write(author, 'createGlossaryTerm', { name: `more ${index}` })),
  );
  expect(answers.filter(({ glossaryTerm }) => glossaryTerm)).toHaveLength(3);
  expect(answers.filter(({ code }) => code === 'INVALID_INPUT')).toHaveLength(5);
  expect(await find('more')).toMatchObject({ totalCount: 3 });
});
