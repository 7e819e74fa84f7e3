import { sectionsAsJson } from '#api/capture-sections.ts';
import { anonymous, domainPermissions, type Session } from '#api/session.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { seedConnections } from './connections.ts';
import type { TestApp } from '#test/support/app.ts';
import { seedPages } from './pages.ts';
import { changeForm, seedForm } from '#test/support/portal/forms.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';
import { oddText } from './odd-texts.ts';
import { seedPortal } from './portal.ts';

/** Four who see different things of the catalog. */
export const callers = {
  administrator: session('admin', domainPermissions),
  editor: session('editor', [], ['editors']),
  reader: session('reader', [], ['readers', 'nobody_else']),
  anonymous,
} as const satisfies Record<string, Session>;

function session(
  username: string,
  permissions: readonly (typeof domainPermissions)[number][],
  groups: readonly string[] = [],
): Session {
  return {
    username,
    keyUid: undefined,
    groups,
    permissions: new Set(permissions),
    scopes: new Set(domainPermissions),
  };
}

const metadataOf = (index: number) => ({
  default: {
    title: { value: oddText(index) },
    description: { value: index % 2 ? null : `<p>${oddText(index + 1)}</p>` },
    keyword: { value: index % 3 ? [oddText(index), 'b'] : [] },
    modified: { value: '2026-01-15' },
    theme_id: { value: index % 2 ? [1, { a: [null] }] : 1.5 },
  },
  visualization: { table_fields: { value: ['a', 'b'] }, map_disabled: { value: true } },
  asset_content_configuration: {
    facets: {
      value:
        index % 2
          ? [
              { field_name: 'city', facetsort: '-count', timerange_filter: null },
              { field_name: oddText(index + 2) || 'x', disjunctive: true },
            ]
          : [],
    },
    records_search_boosts: { value: { [oddText(index)]: 2, 10: 1, 9: 3 } },
  },
  internal: { draft: { value: index % 2 === 0 } },
});

const securityOf = (index: number) =>
  [
    {},
    { visibleFields: ['city'], apiCallsQuota: { unit: 'day', limit: 5 } },
    { visibleFields: [], filterQuery: `city = '${oddText(index).replace(/['\\]/g, '\\$&')}' or \`Zürich 🌳\` is null` },
    { isDataVisible: false },
  ][index % 4];

/** Twelve datasets with everything that there is to read, and users, groups and keys; answers the datasets' uids. */
export async function seedCatalog(app: TestApp): Promise<readonly string[]> {
  await seedUser(app, 'editor', { groups: ['editors'] });
  await seedUser(app, 'reader', { groups: ['readers', 'nobody_else'], key: ['explore_restricted_dataset'] });
  await seedUser(app, 'gone', { permissions: ['administer'], groups: ['editors', 'readers'] });
  await seedForms(app);
  const uids: string[] = [];
  const [saved = ''] = await seedConnections(app);
  for (let index = 0; index < 12; index += 1) uids.push(await seedOne(app, index, saved));
  await seedPages(app.admin, uids);
  const { db } = app.services;
  await seedPortal(app);
  await db.rows(sql`update portal_setting set is_feedback_enabled = true`);
  await db.rows(sql`delete from user_account where username = 'gone'`);
  await db.rows(sql`update api_key set revoked_at = now() where username = 'reader'`);
  await db.rows(
    sql`update user_account set permissions = '{edit_page,manage_page}', is_active = false where username = 'reader'`,
  );
  return uids;
}

/** A form with questions of some kinds, one that is a draft, and one that was published once. */
async function seedForms({ admin, services: { db } }: TestApp): Promise<void> {
  const blocks = [
    { fieldId: 'name', type: 'text', label: oddText(1), isRequired: true },
    {
      fieldId: 'height',
      type: 'number',
      label: 'Height',
      number: { min: 1.5 },
      conditions: [{ fieldId: 'name', operator: 'equals', value: 'a' }],
    },
    { fieldId: 'kind', type: 'choice', label: 'Kind', choice: { options: ['Oak', oddText(0)] } },
    { fieldId: 'who', type: 'contact', label: 'Who', contact: { subFields: [{ name: 'email' }] } },
  ];
  await seedForm(admin, 'trees', {
    title: oddText(0),
    otherLanguages: ['fr'],
    sections: [{ title: oddText(4), blocks }, { blocks: [] }],
  });
  await changeForm(admin, 'createForm', {
    slug: 'draft',
    title: 'Draft',
    ending: { url: 'https://example.org/' },
    submissionsQuota: 5,
  });
  await seedForm(admin, 'taken-back');
  await changeForm(admin, 'unpublishForm', { slug: 'taken-back' });
  await db.rows(sql`update form set created_by = 'reader', updated_by = null where slug = 'taken-back'`);
  await db.rows(sql`insert into submission (uid, form_slug, form_version, answers, status, is_anonymous, submitted_by, revision, revised_by, revised_at, created_at, updated_at)
    select 'submission-' || n, 'trees', 1, jsonb_build_object('name', ${oddText(2)}::text, 'height', n), (array['pending', 'approved', 'rejected'])[n % 3 + 1], n = 4, case when n < 4 then 'reader' end,
      case when n = 2 then '{"name": null}'::jsonb end, case when n = 2 then 'reader' end, case when n = 2 then now() end, now(), now() from generate_series(1, 5) n`);
  await db.rows(sql`with kept as (insert into blob (key) values ('submitted') returning key)
    insert into submission_image select 'image-' || n, 'submission-' || n, ${oddText(1)}, 'image/png', key, 68 from kept, generate_series(1, 5) n`);
}

async function seedOne(app: TestApp, index: number, saved: string): Promise<string> {
  const { admin } = app;
  const uid = await seedDataset(admin, {
    datasetId: `set-${String(index)}`,
    metadata: metadataOf(index),
    isRestricted: index % 3 === 0,
    defaultSecurity: securityOf(index),
  });
  for (let count = 0; count < index % 4; count += 1) {
    await admin.data(
      'mutation ($input: AppendProcessorInput!) { appendProcessor(input: $input) { processor { uid } } }',
      {
        input: {
          datasetUid: uid,
          type: 'string_replace',
          label: oddText(index + count),
          params: { field: 'a', old: oddText(count) || 'o', new: 'c' },
        },
      },
    );
  }
  await addWords(app, uid, index);
  await addFieldConfigurations(app, uid, index);
  for (let count = 0; count < index % 4; count += 1)
    await app.admin.rest('POST', `/datasets/${uid}/schedules/`, { cron_schedule: `${count} 6 * * *` });
  if (index % 2 === 0) await addSources(app, uid, index, saved);
  if (index % 4 === 1)
    await seedRuleset(app, uid, { group: 'editors', permissions: ['edit_dataset', 'publish_dataset'] });
  if (index % 4 === 2)
    await seedRuleset(app, uid, {
      user: 'editor',
      permissions: ['publish_dataset'],
      security: { visibleFields: ['salary'] },
    });
  if (index % 5 < 2)
    await seedRuleset(app, uid, {
      user: 'reader',
      security: {
        visibleFields: ['salary'],
        filterQuery: 'salary in [1..5[',
        apiCallsQuota: { unit: 'day', limit: 5 },
      },
    });
  if (index % 6 === 0)
    await seedRuleset(app, uid, {
      group: 'readers',
      security: {
        visibleFields: ['city', 'nowhere'],
        filterQuery: 'not city like "a"',
        apiCallsQuota: { unit: 'second', limit: 1 },
      },
    });
  if (index % 4 === 3)
    await app.services.db.rows(sql`update dataset_schedule set created_by = 'gone' where dataset_uid = ${uid}`);
  await finish(app, uid, index);
  return uid;
}

/** Attachments and alternative exports that share their bytes with the files, and feedback of two users, some of it archived. */
async function addWords(app: TestApp, uid: string, index: number): Promise<void> {
  const { db } = app.services;
  await db.rows(
    sql`insert into blob (key) select md5(name) from unnest(${names(index)}::text[]) name on conflict do nothing`,
  );
  await db.rows(sql`insert into attachment (uid, dataset_uid, filename, mimetype, blob_key, bytes, created_at)
    select 'at_' || left(md5(${uid}::text || n::text), 6), ${uid}, ${oddText(index)}::text || n::text, case n when 1 then 'text/csv' end, md5('same-name.csv'), 3000000000 * n, now() + n * interval '1 s'
    from generate_series(1, 3) n`);
  await db.rows(sql`insert into alternative_export (uid, dataset_uid, title, description, url, filename, mimetype, blob_key, bytes, created_at, updated_at)
    select 'ae_' || left(md5(${uid}::text || n::text), 6), ${uid}, ${oddText(index)}::text || n::text, '', address, case when address is null then 'a.zip' end,
      case n when 1 then 'application/zip' end, case when address is null then md5('same-name.csv') end,
      case when address is null then 3000000000 * n end, now() + n * interval '1 s', now() + n * interval '2 s'
    from generate_series(1, 3) n, lateral (select case n when 3 then 'https://data.example.org/a' end as address) a`);
  await db.rows(sql`insert into feedback (uid, dataset_uid, record_id, username, comment, values, is_archived, created_at)
    select 'df_' || left(md5(${uid}::text || n::text), 6), ${uid}, (array['', '7'])[n % 2 + 1], (array['editor', 'reader', 'admin'])[n % 3 + 1], ${oddText(index + 1)},
      '{"city": {"value": [1.50, null], "type": "text"}}', n % 4 = 0, now() + (n / 2) * interval '1 s'
    from generate_series(1, 8) n`);
  await db.rows(sql`update dataset set is_feedback_enabled = ${index % 4 === 2}::boolean where uid = ${uid}`);
}

const names = (index: number) => ['same-name.csv', `Zürich ${String(index)}.csv`];

async function addFieldConfigurations({ admin }: TestApp, datasetUid: string, index: number): Promise<void> {
  const field = oddText(index) || 'x';
  const kinds = [
    { rename: { fromName: field, toName: 'b', fieldLabel: field } },
    { order: { order: ['b', field] } },
    { type: { field, typeParam: 'int' } },
    { annotate: { field, annotation: 'unit', args: [oddText(index), 'm'] } },
    { description: { field, description: oddText(index + 1) } },
    { delete: { field } },
  ];
  for (const configuration of kinds.slice(0, index % 7)) {
    await admin.data(
      'mutation ($input: AppendFieldConfigurationInput!) { appendFieldConfiguration(input: $input) { fieldConfiguration { uid } } }',
      {
        input: { datasetUid, label: oddText(index + 2), configuration },
      },
    );
  }
}

async function addSources(app: TestApp, uid: string, index: number, saved: string): Promise<void> {
  await app.services.db.rows(sql`insert into resource_file (dataset_uid, uid, mimetype, blob_key, bytes, created_at)
    select ${uid}, name, case name when 'same-name.csv' then 'text/csv' end, md5(name), length(name), now() from unnest(${names(index)}::text[]) name`);
  const create = (input: object) =>
    app.admin.data('mutation ($input: CreateResourceInput!) { createResource(input: $input) { resource { uid } } }', {
      input: { datasetUid: uid, type: 'csvfile', title: oddText(index), ...input },
    });
  await create({ datasource: { uploadedFile: { file: { uid: 'same-name.csv' } } }, params: { separator: ';' } });
  const headers = [
    { name: 'accept-language', value: 'fr' },
    { name: 'Authorization', value: 'Bearer s3cret' },
  ];
  const auth = index % 4 ? null : { basicAuth: { username: 'ada', password: 'pässword' } };
  await create({
    datasource: {
      http: { relativeUrl: '/a.csv', headers, connection: { url: 'https://example.org/data', auth, headers } },
    },
  });
  if (index % 4 === 0) await create({ datasource: { http: { relativeUrl: '/b.csv', connection: { uid: saved } } } });
  await create({
    datasource: {
      federated: {
        domain: { domainId: 'data.example.org' },
        dataset: { datasetId: 'cities' },
        parameters: { apikey: 's3cret', q: oddText(1) },
        canImpersonatePermissions: true,
      },
    },
  });
  if (index % 3 === 0) await create({ type: 'realtime' });
  if (index % 3 === 1)
    await create({
      type: 'jsonfile',
      datasource: { odsForm: { form: 'trees', statusToExtract: ['pending', 'approved'] } },
    });
}

/** States that only work in progress leads to, written as it would. */
async function finish(app: TestApp, uid: string, index: number): Promise<void> {
  const { db, registry } = app.services;
  if (index % 2 === 0 || index === 9) {
    await db.rows(
      sql`update dataset set is_published = true, published_metadata = metadata, published_fields = '[{"name": "city"}, {"name": "salary"}]' where uid = ${uid}`,
    );
    await db.rows(sql`insert into published_configuration (dataset_uid, configuration)
      select d.uid, ${sectionsAsJson(registry.sections, sqlText('d'), ['resources', 'processors', 'fields'])} from dataset d where d.uid = ${uid}`);
  }
  const errors = JSON.stringify([
    { recordId: '0', fieldUid: oddText(index), processorUid: null, message: oddText(index + 1) },
  ]);
  if (index % 3 === 1) {
    await db.rows(sql`update dataset set status = 'limit_reached', previous_status = 'processing', status_message = ${oddText(index)},
      status_params = '{"10": 1, "9": {"b": null}}', records_errors = ${errors}::jsonb where uid = ${uid}`);
  }
  if (index === 5) {
    await db.rows(sql`insert into publication_run (dataset_uid, id, kind, configuration, requested_at, progress)
      values (${uid}, gen_random_uuid(), 'publish', '{}', now(), '{"params": {"rows_read": 5}}')`);
    await db.rows(
      sql`update dataset set status = 'queued', created_by = 'editor', updated_by = null where uid = ${uid}`,
    );
  }
}
