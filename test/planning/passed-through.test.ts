import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { toNodeId } from '#kernel/ids.ts';
import { sql } from '#kernel/sql.ts';
import { testApp } from '../support/app.ts';
import { seedForm } from '../support/portal/forms.ts';
import { seedDataset } from '../support/seed.ts';
import { planAndResolvers } from './support/plan-and-resolvers.ts';
import { callers } from './seeded/catalog.ts';

const app = await testApp();
const { agree } = await planAndResolvers(app);
const uid = await seedDataset(app.admin);

/** JSON without the character that PostgreSQL cannot store. */
const storable = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/(\\\\)|\\u0000/g, (_sign, backslashes = '') => backslashes);

/** Texts with the characters that stand around values to finalize, and their escapes. */
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\r', '\\r', '[', ']', '[\r0, {}, 0\r]', '"', '\n', '\\', '\u2028', '😀'),
    fc.string(),
  ),
});
const json = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, text, fc.integer(), fc.constant(null), tie('list'), tie('object')),
  list: fc.array(tie('value')),
  object: fc.dictionary(text, tie('value')),
}));

test('a plan keeps stored values that imitate values to finalize, and finalizes those beside them', async () => {
  const fields = 'title params url displayName origin { label type }';
  const query = `{ dataset(by: { uid: "${uid}" }) {
    resource(uid: "0") { ${fields} } resources { nodes { ${fields} __proto__: displayName } edges { node { displayName } } }
    standardMetadata { default { title } } } node(id: "${toNodeId('Resource', '0')}") { id ... on Resource { displayName params } } }`;
  const resource = fc.record({ title: text, params: json.object, type: fc.constantFrom('csvfile', 'jsonl') });
  await fc.assert(
    fc.asyncProperty(fc.array(resource, { minLength: 1, maxLength: 4 }), async (stored) => {
      await app.services.db.rows(sql`delete from resource where dataset_uid = ${uid}`);
      await app.services.db.rows(
        sql`insert into resource (uid, dataset_uid, type, title, params, url, created_at, updated_at)
          select (at - 1)::text, ${uid}, r ->> 'type', r ->> 'title', r -> 'params', 'http://x/' || (r ->> 'title'), now(), now()
          from jsonb_array_elements(${storable(stored)}::jsonb) with ordinality each(r, at)`,
      );
      expect(await agree(callers.administrator, { query })).toBe('planned');
    }),
    { numRuns: 20 },
  );
});

test.each([[{ de: 'Anmelden', fr: 'Se connecter', en: 'Sign in' }], [{ it: 'Accedi "qui" \u2028 😀', es: '' }]])(
  'a plan picks the language of a label as resolvers do: %j',
  async (labels) => {
    await app.services.db.rows(sql`delete from identity_provider`);
    await app.services.db.rows(
      sql`insert into identity_provider (uid, type, place, name, login_link, labels, is_default_login, is_active)
      values ('p', 'OIDC', 2, 'a', '/x', ${JSON.stringify(labels)}::jsonb, false, true)`,
    );
    const label = (alias: string, language: string) => `${alias}: loginLinkLabel(language: ${language})`;
    const query = `query ($language: String) { identityProviders { nodes { loginLinkLabel
    ${label('none', 'null')} ${label('fr', '"fr"')} ${label('es', '"es"')} ${label('other', '"xx"')} ${label('given', '$language')} } } }`;
    for (const variables of [{}, { language: null }, { language: 'it' }, { language: 'de' }])
      expect(await agree(callers.administrator, { query, variables })).toBe('planned');
  },
);

test('the booleans of blocks are stored under their first names, and read under those of the graph by plans and resolvers', async () => {
  const contact = { fieldId: 'you', type: 'contact', label: 'You', isUnique: true };
  const choice = { fieldId: 'tree', type: 'choice', label: 'Tree', isRequired: true };
  const subFields = [{ name: 'email', isRequired: true }, { name: 'phone' }];
  const blocks = [
    { ...contact, contact: { subFields } },
    { ...choice, choice: { options: ['Oak'], hasOther: true } },
  ];
  await seedForm(app.admin, 'stored-names', { accessType: 'open', sections: [{ blocks }] });
  const [row] = await app.services.db.rows<{ stored: unknown }>(
    sql`select content #> '{sections,0,blocks}' as stored from form where slug = 'stored-names'`,
  );
  expect(row?.stored).toMatchObject([
    { required: false, unique: true, contact: { subFields: [{ required: true }, { required: false }] } },
    { required: true, unique: false, choice: { allowsOther: true } },
  ]);
  expect(JSON.stringify(row?.stored)).not.toMatch(/isRequired|isUnique|hasOther/);
  const query = `{ form(slug: "stored-names") { sections { blocks {
    isRequired mine: isUnique contact { subFields { name isRequired } } choice { hasOther } } } } }`;
  expect(await agree(callers.administrator, { query })).toBe('planned');
  expect((await app.admin.data(query)).form.sections[0].blocks).toEqual([
    {
      isRequired: false,
      mine: true,
      contact: {
        subFields: [
          { name: 'email', isRequired: true },
          { name: 'phone', isRequired: false },
        ],
      },
      choice: null,
    },
    { isRequired: true, mine: false, contact: null, choice: { hasOther: true } },
  ]);
});
