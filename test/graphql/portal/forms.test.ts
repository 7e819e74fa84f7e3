import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { changeForm, fieldErrorsOf, nameBlock, seedForm } from '#test/support/portal/forms.ts';
import { seedUser } from '#test/support/seed.ts';

const app = await testApp();
const { admin, unauthenticated } = app;
const editor = await seedUser(app, 'editor', { permissions: ['edit_form'] });
const stranger = await seedUser(app, 'stranger', { permissions: ['moderate_form', 'submit_private_form'] });

const sections = (...blocks: readonly object[]) => [{ title: 'You', blocks }];
const shown = async (slug: string, client = unauthenticated) =>
  (
    await client.data(
      'query ($slug: ID!) { form(slug: $slug) { version title configuration { title } sections { title blocks { fieldId label } } } }',
      { slug },
    )
  ).form;

test('a form has a draft, and the portal shows its last published version', async () => {
  expect(await changeForm(editor, 'createForm', { title: 'Tell us — Été', sections: sections(nameBlock) })).toEqual({
    configuration: { slug: 'tell-us-ete', revision: 1, publishedVersion: null },
    form: null,
  });
  expect(await shown('tell-us-ete', editor)).toBeNull();
  const published = await changeForm(editor, 'publishForm', { slug: 'tell-us-ete', expectedRevision: 1 });
  expect(published).toEqual({
    configuration: { slug: 'tell-us-ete', revision: 2, publishedVersion: 1 },
    form: { version: 1 },
  });
  await changeForm(editor, 'updateForm', {
    slug: 'tell-us-ete',
    title: 'Tell us more',
    sections: sections(nameBlock, { fieldId: 'age', type: 'number', label: 'Age' }),
  });
  expect(await shown('tell-us-ete')).toEqual({
    version: 1,
    title: 'Tell us — Été',
    configuration: null,
    sections: [{ title: 'You', blocks: [{ fieldId: 'name', label: 'Your name' }] }],
  });
  await changeForm(editor, 'publishForm', { slug: 'tell-us-ete' });
  expect(await shown('tell-us-ete', editor)).toMatchObject({
    version: 2,
    title: 'Tell us more',
    configuration: { title: 'Tell us more' },
    sections: [{ blocks: [{ fieldId: 'name' }, { fieldId: 'age' }] }],
  });
  const versions = await app.services.db.rows(
    sql`select number, content ->> 'title' as title from form_version where form_slug = 'tell-us-ete' order by number`,
  );
  expect(versions).toEqual([
    { number: 1, title: 'Tell us — Été' },
    { number: 2, title: 'Tell us more' },
  ]);
  expect(
    (await changeForm(editor, 'unpublishForm', { slug: 'tell-us-ete' })).configuration.publishedVersion,
  ).toBeNull();
  expect(await shown('tell-us-ete', admin)).toBeNull();
  expect((await changeForm(editor, 'publishForm', { slug: 'tell-us-ete' })).form).toEqual({ version: 3 });
  expect(await changeForm(editor, 'deleteForm', { slug: 'tell-us-ete' })).toEqual({ slug: 'tell-us-ete' });
  expect(await shown('tell-us-ete')).toBeNull();
});

test('an omitted field has its default in a new form, and keeps its value in a change', async () => {
  const query = `query ($slug: ID!) { formConfiguration(slug: $slug) { title description defaultLanguage otherLanguages isRecaptchaEnabled accessType isModerated isEditingEnabled submissionsQuota
    ending { message page url } sections { title } revision publishedVersion createdBy { username } updatedBy { username } } }`;
  const read = async () => (await editor.data(query, { slug: 'defaults' })).formConfiguration;
  await changeForm(editor, 'createForm', { slug: 'defaults', title: 'A' });
  const before = {
    title: 'A',
    description: '',
    defaultLanguage: 'en',
    otherLanguages: [],
    isRecaptchaEnabled: false,
    accessType: 'restricted',
    isModerated: true,
    isEditingEnabled: false,
    submissionsQuota: null,
    ending: { message: '', page: null, url: null },
    sections: [],
    revision: 1,
    publishedVersion: null,
    createdBy: { username: 'editor' },
    updatedBy: { username: 'editor' },
  };
  expect(await read()).toEqual(before);
  const change = {
    description: 'B',
    defaultLanguage: 'fr',
    otherLanguages: ['en', 'de'],
    isRecaptchaEnabled: true,
    accessType: 'open',
    isModerated: false,
    isEditingEnabled: true,
    submissionsQuota: 5,
    ending: { url: 'https://example.org/' },
    sections: [{ title: 'C', blocks: [] }],
  };
  await changeForm(admin, 'updateForm', { slug: 'defaults', ...change });
  const after = {
    ...before,
    ...change,
    ending: { message: null, page: null, url: 'https://example.org/' },
    sections: [{ title: 'C' }],
    revision: 2,
    updatedBy: { username: 'admin' },
  };
  expect(await read()).toEqual(after);
  await changeForm(admin, 'updateForm', { slug: 'defaults', title: 'D' });
  expect(await read()).toEqual({ ...after, title: 'D', revision: 3 });
  expect((await changeForm(editor, 'updateForm', { slug: 'defaults' })).configuration.revision).toBe(3);
  await changeForm(editor, 'updateForm', {
    slug: 'defaults',
    title: 'A',
    ...Object.fromEntries(Object.keys(change).map((name) => [name, null])),
  });
  expect(await read()).toEqual({ ...before, revision: 4 });
});

test('editors of forms change all forms, creators their own, and others none', async () => {
  const creator = await seedUser(app, 'creator', { permissions: ['edit_form'] });
  const narrow = await seedUser(app, 'narrow', { permissions: ['edit_form'], key: ['moderate_form'] });
  await seedForm(creator, 'own', { title: 'Own' });
  await seedForm(editor, 'other', { title: 'Other' });
  await changeForm(editor, 'createForm', { slug: 'draft', title: 'Draft' });
  await app.services.db.rows(sql`update user_account set permissions = '{}' where username = 'creator'`);
  const slugs = async (client: typeof admin) =>
    (
      await client.data('{ formConfigurations(first: 100) { totalCount nodes { slug } } }')
    ).formConfigurations.nodes.map(({ slug }: { slug: string }) => slug);
  expect(await slugs(creator)).toEqual(['own']);
  expect(await slugs(editor)).toEqual(expect.arrayContaining(['draft', 'other', 'own']));
  expect(await slugs(stranger)).toEqual([]);
  expect(await fieldErrorsOf(creator, 'updateForm', { slug: 'own', title: 'Mine' })).toBeUndefined();
  expect(await fieldErrorsOf(creator, 'createForm', { title: 'New' })).toEqual(['PERMISSION_DENIED']);
  for (const client of [creator, narrow, stranger]) {
    for (const name of ['updateForm', 'publishForm', 'unpublishForm', 'deleteForm'] as const) {
      expect(await fieldErrorsOf(client, name, { slug: 'other' })).toEqual(['PERMISSION_DENIED']);
      expect(await fieldErrorsOf(client, name, { slug: 'draft' })).toEqual(['NOT_FOUND']);
      expect(await fieldErrorsOf(client, name, { slug: 'nothing' })).toEqual(['NOT_FOUND']);
    }
  }
  expect(await fieldErrorsOf(narrow, 'createForm', { title: 'New' })).toEqual(['PERMISSION_DENIED']);
  for (const name of ['createForm', 'updateForm', 'publishForm', 'deleteForm'] as const) {
    expect(
      await fieldErrorsOf(unauthenticated, name, name === 'createForm' ? { title: 'A' } : { slug: 'other' }),
    ).toEqual(['UNAUTHORIZED']);
  }
  expect((await unauthenticated.graph('{ formConfigurations { totalCount } }')).errors).toMatchObject([
    { extensions: { code: 'UNAUTHORIZED' } },
  ]);
  expect((await stranger.data('{ formConfiguration(slug: "draft") { slug } }')).formConfiguration).toBeNull();
});

test('a change is refused at another revision than the expected one', async () => {
  await changeForm(editor, 'createForm', { slug: 'seen', title: 'A' });
  await changeForm(editor, 'updateForm', { slug: 'seen', title: 'B', expectedRevision: 1 });
  for (const name of ['updateForm', 'publishForm', 'unpublishForm', 'deleteForm'] as const) {
    expect(await fieldErrorsOf(editor, name, { slug: 'seen', expectedRevision: 1 })).toEqual(['REVISION_MISMATCH']);
  }
});

test('all errors of a form are reported at once, by path', async () => {
  const invalid = (...fields: string[]) => [['INVALID_INPUT', ...fields]];
  expect(
    await fieldErrorsOf(editor, 'createForm', {
      slug: 'wrong',
      title: ' ',
      defaultLanguage: 'english',
      otherLanguages: ['fr', 'fr'],
      ending: { message: 'a', url: 'b' },
      sections: sections({ ...nameBlock, label: '' }, nameBlock, {
        fieldId: 'b',
        type: 'choice',
        label: 'B',
        choice: { options: [] },
        conditions: [{ fieldId: 'none', operator: 'is_empty' }],
      }),
    }),
  ).toEqual(
    invalid(
      'title',
      'defaultLanguage',
      'otherLanguages',
      'sections.0.blocks.0.label',
      'sections.0.blocks.1.fieldId',
      'sections.0.blocks.2.choice.options',
      'sections.0.blocks.2.conditions.0.fieldId',
      'ending',
    ),
  );
  for (const ending of [{}, { url: 'javascript:alert(1)' }, { page: 'No Page' }, { message: 'x'.repeat(10_001) }]) {
    expect((await fieldErrorsOf(editor, 'createForm', { title: 'A', ending }))?.flat()[1]).toMatch(/^ending/);
  }
  for (const slug of ['', 'No', 'a--b', '-a', 'a_b', '../a', 'é', 'a'.repeat(151)])
    expect(await fieldErrorsOf(editor, 'createForm', { title: 'A', slug })).toEqual(invalid('slug'));
  for (const title of ['', '東京', 'x\0'])
    expect((await fieldErrorsOf(editor, 'createForm', { title }))?.flat()[0]).toBe('INVALID_INPUT');
  expect(await fieldErrorsOf(editor, 'createForm', { title: 'A', submissionsQuota: -1 })).toEqual(
    invalid('submissionsQuota'),
  );
  await changeForm(editor, 'createForm', { slug: 'empty', title: 'A' });
  expect(await fieldErrorsOf(editor, 'createForm', { slug: 'empty', title: 'A' })).toEqual(invalid('slug'));
  expect(await fieldErrorsOf(editor, 'publishForm', { slug: 'empty' })).toEqual(invalid('sections'));
  expect(await fieldErrorsOf(editor, 'updateForm', { slug: 'empty', title: null })).toEqual(invalid('title'));
});
