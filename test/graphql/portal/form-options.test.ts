import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { DataRecord } from '#engine/records/record.ts';
import { anonymous, domainPermissions, type Session } from '#api/session.ts';
import type { FormContent } from '#forms/index.ts';
import { validateSubmission } from '#forms/index.ts';
import type { Json } from '#kernel/json.ts';
import { sql } from '#kernel/sql.ts';
import { createContext } from '#server/create-context.ts';
import { testApp } from '#test/support/app.ts';
import { changeForm, fieldErrorsOf, nameBlock, seedForm } from '#test/support/portal/forms.ts';
import { submitForm } from '#test/support/http/multipart.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';
import { blockOf } from '#test/engine/blocks/block-of.ts';
import { publishRecords } from '#test/support/datasets/records.ts';
import { countStatements } from '#test/planning/support/count-statements.ts';

const app = await testApp({ WORKER: 'off' });
const {
  admin,
  unauthenticated,
  services: { db },
} = app;
const reader = await seedUser(app, 'reader', { permissions: ['edit_form'] });
const other = await seedUser(app, 'other');

/** A dataset that is published with records; answers its uid. */
async function published(records: readonly DataRecord[], input: object = {}): Promise<string> {
  const uid = await seedDataset(admin, input);
  await publishRecords(
    app,
    uid,
    [
      { name: 'city', type: 'text' },
      { name: 'secret', type: 'int' },
    ],
    records,
  );
  return uid;
}

const cities = [
  { city: 'Zürich 🌳', secret: 1 },
  { city: 'Genève', secret: 2 },
  { city: ' Basel ', secret: 3 },
  { city: 'Genève', secret: 4 },
  { city: null, secret: 5 },
  { city: ['Bern', 'Basel'], secret: 6 },
  { city: '7', secret: 7 },
  { city: 'x'.repeat(2001), secret: 8 },
  { city: '', secret: 9 },
  { secret: 10 },
];
const block = (datasetUid: string, field = 'city') => ({
  fieldId: 'city',
  type: 'advanced_choice',
  label: 'City',
  advancedChoice: { datasetUid, field, isMultiple: true },
});
const options = async (client: typeof admin, slug: string, args = '') =>
  (await client.data(`query ($slug: ID!) { form(slug: $slug) { options(fieldId: "city"${args}) } }`, { slug })).form
    .options;

test('options are the distinct values of the field, in order, and can be searched', async () => {
  const uid = await published(cities);
  await seedForm(admin, 'open', { sections: [{ title: '', blocks: [block(uid), nameBlock] }] });
  expect(await options(unauthenticated, 'open')).toEqual(['7', 'Basel', 'Bern', 'Genève', 'Zürich 🌳']);
  expect(await options(unauthenticated, 'open', ', search: "BE", first: 1')).toEqual(['Bern']);
  expect(await options(unauthenticated, 'open', ', search: "%"')).toEqual([]);
  expect(await options(unauthenticated, 'open', ', first: 2')).toEqual(['7', 'Basel']);
  expect(
    (
      await unauthenticated.data(
        '{ form(slug: "open") { name: options(fieldId: "name") none: options(fieldId: "__proto__") } }',
      )
    ).form,
  ).toEqual({ name: [], none: [] });
  expect(
    (await unauthenticated.graph('{ form(slug: "open") { options(fieldId: "city", first: 1001) } }')).errors,
  ).toMatchObject([{ extensions: { code: 'INVALID_INPUT', fields: { first: [expect.any(String)] } } }]);
});

test('however much is asked of a dataset at once, its records are read once', async () => {
  const uid = await published(cities);
  const blocks = Array.from({ length: 25 }, (_, index) => ({ ...block(uid), fieldId: `city${index}` }));
  await seedForm(admin, 'often', { accessType: 'open', isModerated: false, sections: [{ title: '', blocks }] });
  const { form } = await unauthenticated.data(
    `query { form(slug: "often") { ${blocks.map((_, index) => `a${index}: options(fieldId: "city${index}", search: "${index % 2 === 0 ? 'B' : 'G'}", first: ${index})`).join(' ')} } }`,
  );
  expect(form).toMatchObject({ a0: [], a1: ['Genève'], a2: ['Basel', 'Bern'], a24: ['Basel', 'Bern'] });
  const statements = async (many: number) => {
    const { services, counted } = countStatements(app.services);
    const sections = [
      {
        title: '',
        blocks: blocks
          .slice(0, many)
          .map(({ fieldId, advancedChoice }) => blockOf('advanced_choice', { fieldId, advancedChoice })),
      },
    ];
    const data = Object.fromEntries(
      blocks.slice(0, many).map(({ fieldId }, index) => [fieldId, [index % 2 === 0 ? 'Bern' : 'Lyon']]),
    );
    const { errors } = await validateSubmission({ sections }, data, {
      ctx: createContext(services, anonymous, randomUUID()),
      images: { parts: new Set(), stored: new Map() },
    });
    return { refused: errors.map(({ field }) => field), statements: counted() };
  };
  const one = await statements(1);
  expect(await statements(4)).toEqual({ refused: ['city1', 'city3'], statements: one.statements });
});

test('callers get options only from datasets, fields and records that they may see', async () => {
  const uid = await published(cities, { isRestricted: true });
  await seedForm(admin, 'limited', { sections: [{ title: '', blocks: [block(uid)] }] });
  expect(await options(admin, 'limited')).toHaveLength(5);
  expect(await options(unauthenticated, 'limited')).toEqual([]);
  expect(await options(other, 'limited')).toEqual([]);
  await seedRuleset(app, uid, { user: 'reader', security: { filterQuery: 'secret <= 2' } });
  await seedRuleset(app, uid, { user: 'other', security: { visibleFields: ['secret'] } });
  expect(await options(reader, 'limited')).toEqual(['Genève', 'Zürich 🌳']);
  expect(await options(other, 'limited')).toEqual([]);
});

test('saving or publishing a form requires the right to see its options', async () => {
  const [open, closed] = [
    await published(cities, { defaultSecurity: { visibleFields: ['city'] } }),
    await published(cities, { isRestricted: true }),
  ];
  const refusal = async (blocks: readonly object[]) =>
    fieldErrorsOf(reader, 'createForm', { slug: 'refused', title: 'A', sections: [{ title: '', blocks }] });
  expect(await refusal([nameBlock, block(closed)])).toEqual([
    ['INVALID_INPUT', 'sections.0.blocks.1.advancedChoice.datasetUid'],
  ]);
  expect(await refusal([block('da_none00')])).toEqual([
    ['INVALID_INPUT', 'sections.0.blocks.0.advancedChoice.datasetUid'],
  ]);
  expect(await refusal([block(open, 'secret')])).toEqual([
    ['INVALID_INPUT', 'sections.0.blocks.0.advancedChoice.field'],
  ]);
  await changeForm(reader, 'createForm', {
    slug: 'taken',
    title: 'A',
    sections: [{ title: '', blocks: [block(open)] }],
  });
  await db.rows(sql`update dataset set is_restricted = true where uid = ${open}`);
  expect(await fieldErrorsOf(reader, 'publishForm', { slug: 'taken' })).toEqual([
    ['INVALID_INPUT', 'sections.0.blocks.0.advancedChoice.datasetUid'],
  ]);
  expect(await fieldErrorsOf(admin, 'publishForm', { slug: 'taken' })).toBeUndefined();
});

test('a submission accepts only options that its sender sees, and reports errors in the order of the blocks', async () => {
  const [open, closed] = [await published(cities), await published(cities, { isRestricted: true })];
  const sections: FormContent['sections'] = [
    {
      title: '',
      blocks: [
        blockOf('advanced_choice', {
          fieldId: 'city',
          advancedChoice: { datasetUid: closed, field: 'city', isMultiple: true },
        }),
        blockOf('text', { fieldId: 'name', required: true }),
        blockOf('linked_datasets', { fieldId: 'linked' }),
      ],
    },
  ];
  const administrator: Session = {
    username: 'admin',
    keyUid: undefined,
    groups: [],
    permissions: new Set(domainPermissions),
    scopes: new Set(domainPermissions),
  };
  const validate = (session: Session, data: Json) =>
    validateSubmission({ sections }, data, {
      ctx: createContext(app.services, session, randomUUID()),
      images: { parts: new Set(), stored: new Map() },
    });
  const data = { city: ['Genève', 'Basel'], name: 'Ada', linked: [open, closed] };
  expect(await validate(administrator, data)).toEqual({ values: data, errors: [] });
  expect((await validate(administrator, { ...data, city: ['Genève', 'Lyon'] })).errors).toMatchObject([
    { field: 'city' },
  ]);
  expect((await validate(anonymous, { ...data, name: '', more: 1 })).errors.map(({ field }) => field)).toEqual([
    'city',
    'name',
    'linked',
    'more',
  ]);
  expect((await validate(anonymous, { city: [], name: 'Ada', linked: [open] })).errors).toEqual([]);
});

test('an option hidden from the sender is refused like a missing one, and the form does not reveal it', async () => {
  const uid = await published(cities, { isRestricted: true });
  await seedForm(admin, 'audience', {
    accessType: 'open',
    isModerated: false,
    sections: [{ title: '', blocks: [block(uid)] }],
  });
  const send = (city: string, key?: string) => submitForm(app, 'audience', { city: [city] }, { key });
  const [hidden, unknown] = [await send('Genève'), await send('Nowhere')];
  expect(hidden).toMatchObject({ status: 400, body: { is_valid: false, errors: [{ field: 'city' }] } });
  expect(unknown.body).toEqual(hidden.body);
  expect((await send('Genève', 'test-administrator-key')).status).toBe(201);
  expect(JSON.stringify((await unauthenticated.portal('GET', '/forms/audience/')).body)).not.toContain('Genève');
});
