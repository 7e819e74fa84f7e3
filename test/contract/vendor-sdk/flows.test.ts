import { describe, expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import type { RestAnswer } from '#test/support/client.ts';
import { clientOf } from '#test/support/client.ts';

/** What the example scripts of the vendor's client request, in their order: a script for one portal needs another address and another key, and nothing else. */
const app = await testApp({ WORKER: 'off' });
const key = 'test-administrator-key';
const anonymous = clientOf(app);

/** Sends a request with the key in the address. */
async function send(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
): Promise<RestAnswer['body']> {
  const answer = await anonymous.rest(method, `${path}${path.includes('?') ? '&' : '?'}apikey=${key}`, body);
  expect([method, path, answer.status, answer.body]).toEqual([
    method,
    path,
    method === 'DELETE' ? 204 : method === 'POST' && !path.endsWith('publish/') ? 201 : 200,
    answer.body,
  ]);
  return answer.body;
}

const ftp = {
  type: 'ftp',
  is_reusable: true,
  url: 'ftps://files.example.org',
  auth: { type: 'basic_auth', username: 'ada', password: 'secret' },
};
const csv = { doublequote: true, encoding: 'utf-8', first_row_no: 1, headers_first_row: true, separator: ',' };

describe('The key of the client', () => {
  const path = '/datasets/';
  test.each([
    ['in the address', `${path}?apikey=${key}`, {}],
    ['in the header, with its prefix', path, { authorization: `ApiKey ${key}` }],
  ])('may be %s', async (_where, address, headers) => {
    expect((await anonymous.rest('GET', address, undefined, headers)).status).toBe(200);
  });
});

test('a resource of a saved connection is created as the smallest example does', async () => {
  const { uid } = await send('POST', '/datasets/', { metadata: {} });
  const connection = await send('POST', '/datasource_connections/', ftp);
  const resource = await send('POST', `/datasets/${uid}/resources/`, {
    type: 'csvfile',
    title: 'Series',
    params: csv,
    datasource: { type: 'ftp', connection: { uid: connection.uid }, relative_url: '/exports/series/' },
  });
  expect(resource.datasource).toEqual({
    type: 'ftp',
    connection: { uid: connection.uid },
    relative_url: '/exports/series/',
  });
});

test('a dataset is moved with its resources, processors and metadata', async () => {
  const default_ = {
    title: { value: 'Rivers' },
    description: { value: 'All of them' },
    modified: { value: '2026-01-15T14:30:00Z' },
    language: { value: 'en' },
  };
  const source = await send('POST', '/datasets/', { dataset_id: 'rivers', metadata: { default: default_ } });
  const connection = await send('POST', '/datasource_connections/', { ...ftp, url: 'ftps://moved.example.org' });
  await send('POST', `/datasets/${source.uid}/resources/`, {
    type: 'csvfile',
    title: 'Rivers',
    params: csv,
    datasource: { type: 'ftp', connection: { uid: connection.uid }, relative_url: 'rivers.csv' },
  });
  const processor = { type: 'string_replace', label: 'Letters', field: 'name', old: 'a', new: 'b' };
  await send('POST', `/datasets/${source.uid}/processors/`, processor);

  const listed = await send('GET', '/datasets/?limit=100&offset=0');
  const { uid } = listed.results.find(({ dataset_id }: { dataset_id: string }) => dataset_id === 'rivers');
  const found = await send('GET', `/datasets/${uid}/`);
  const resources = await send('GET', `/datasets/${uid}/resources/`);
  const processors = await send('GET', `/datasets/${uid}/processors/`);
  const metadata = await send('GET', `/datasets/${uid}/metadata/`);

  const made = await send('POST', '/datasets/', {
    dataset_id: 'rivers-moved',
    is_restricted: found.is_restricted,
    metadata: {
      default: { title: { value: '[MIGRATED] Rivers' }, description: { value: '' }, timezone: { value: 'UTC' } },
    },
  });
  for (const { type, title, params, datasource } of resources.results) {
    const original = await send('GET', `/datasource_connections/${datasource.connection.uid}/`);
    const candidates = await send('GET', '/datasource_connections/');
    const details = await Promise.all(
      candidates.results.map((each: { uid: string }) => send('GET', `/datasource_connections/${each.uid}/`)),
    );
    const match = details.find(({ url, auth }) => url === original.url && auth.username === original.auth.username);
    await send('POST', `/datasets/${made.uid}/resources/`, {
      type,
      title,
      params,
      extraction_infos: null,
      datasource: { type: 'ftp', connection: { uid: match.uid, type: 'ftp' }, relative_url: datasource.relative_url },
    });
  }
  for (const { uid: _uid, ...each } of processors.results)
    await send('POST', `/datasets/${made.uid}/processors/`, each);
  await send('PUT', `/datasets/${made.uid}/metadata/`, {
    ...metadata,
    default: {
      ...metadata.default,
      modified_updates_on_metadata_change: { value: false },
      modified_updates_on_data_change: { value: false },
    },
  });
  for (const field of ['modified_updates_on_metadata_change', 'modified_updates_on_data_change'])
    await send('PUT', `/datasets/${made.uid}/metadata/default/${field}/`, { value: true });
  await send('POST', `/datasets/${made.uid}/publish/`);

  expect(await send('GET', `/datasets/${made.uid}/metadata/`)).toEqual({
    ...metadata,
    default: {
      ...metadata.default,
      modified: expect.anything(),
      modified_updates_on_metadata_change: { value: true },
      modified_updates_on_data_change: { value: true },
    },
  });
  expect((await send('GET', `/datasets/${made.uid}/processors/`)).results).toMatchObject([processor]);
  expect((await send('GET', `/datasets/${made.uid}/resources/`)).results).toMatchObject([
    { title: 'Rivers', params: csv, datasource: { connection: { uid: connection.uid } } },
  ]);
});

test('pages of both kinds are moved', async () => {
  await send('POST', '/studio_pages/', { slug: 'air', title: 'Air', public: true });
  const { results } = await send('GET', '/studio_pages/');
  const { uid } = results.find(({ slug }: { slug: string }) => slug === 'air');
  const studio = await send('GET', `/studio_pages/${uid}/`);
  // the contents of its model are read-only
  expect(await send('POST', '/studio_pages/', { slug: `${studio.slug}-moved`, public: false })).toMatchObject({
    slug: 'air-moved',
    contents: [{ version_name: 'draft', title: 'air-moved' }],
  });

  await send('POST', '/code_editor_pages/', {
    slug: 'imprint',
    title: { en: 'Imprint' },
    content: { html: { en: '<p>We</p>' }, css: { en: 'p {}' } },
    tags: ['legal'],
  });
  const code = await send('GET', '/code_editor_pages/imprint/');
  const { title, content, description, template, tags, is_restricted } = code;
  const kept = { title, content, description, template, tags, is_restricted };
  expect(await send('POST', '/code_editor_pages/', { slug: 'imprint-moved', ...kept })).toMatchObject(kept);
});

test('the list of datasets is read page by page, and metadata field by field', async () => {
  const uids = new Set<string>();
  let next: string | null = '?limit=1&offset=0';
  while (next !== null) {
    const parameters: URLSearchParams = new URLSearchParams(next.slice(next.indexOf('?')));
    const page: { results: { uid: string }[]; next: string | null } = await send(
      'GET',
      `/datasets/?limit=${Number(parameters.get('limit'))}&offset=${Number(parameters.get('offset'))}`,
    );
    for (const { uid } of page.results) uids.add(uid);
    next = page.next;
  }
  const { total_count } = await send('GET', '/datasets/?limit=0');
  expect(uids.size).toBe(total_count);

  const [uid = ''] = uids;
  await send('PUT', `/datasets/${uid}/metadata/default/title/`, { value: 'Streams' });
  expect(await send('GET', `/datasets/${uid}/metadata/default/title/`)).toEqual({ value: 'Streams' });
  const metadata = await send('GET', `/datasets/${uid}/metadata/`);
  const changed = { ...metadata, admin: { 'test-admin-field': { value: ['Value2'] } } };
  expect(await send('PUT', `/datasets/${uid}/metadata/`, changed)).toEqual(changed);
});

test('parameters with several values are repeated', async () => {
  for (const slug of ['one', 'two', 'three'])
    await send('POST', '/code_editor_pages/', { slug, title: { en: slug }, content: { html: {}, css: {} } });
  expect((await app.admin.rest('DELETE', '/code_editor_pages/?slug=one&slug=two')).body).toEqual(['one', 'two']);
  expect((await send('GET', '/users/?sort=last_name&sort=username&permissions=edit_domain')).results).toMatchObject([
    { username: 'admin' },
  ]);
  expect(
    (await send('GET', '/groups/?sort=group__title&permissions=edit_form&permissions=edit_page')).total_count,
  ).toBe(0);
});

test('a federated resource is created as the description does, and its type goes with no other datasource', async () => {
  const { uid } = await send('POST', '/datasets/', { metadata: {} });
  const path = `/datasets/${uid}/resources/`;
  const body = {
    type: 'federated',
    title: 'Counties',
    datasource: {
      type: 'federated',
      dataset: { dataset_id: 'counties' },
      domain: { domain_id: 'public' },
      impersonate_permissions: true,
      parameters: { 'refine.year': 2022 },
    },
  };
  const resource = await send('POST', path, body);
  expect(resource).toMatchObject({
    type: 'federated',
    title: 'Counties',
    params: {},
    extraction_infos: null,
    origin: { type: 'federated', label: 'Federated dataset' },
    datasource: { domain: { domain_id: 'public' }, parameters: { 'refine.year': '2022' } },
  });
  // what a model sends back has no read-only properties
  const { extraction_infos: _infos, origin: _origin, ...back } = resource;
  expect((await send('PUT', `${path}${resource.uid}/`, back)).datasource).toEqual(resource.datasource);
  const other = await anonymous.rest('POST', `${path}?apikey=${key}`, {
    ...body,
    datasource: { type: 'http', connection: { type: 'http', url: 'https://example.org/' } },
  });
  expect([other.status, Object.keys(other.body.detail)]).toEqual([400, ['datasource']]);
});
