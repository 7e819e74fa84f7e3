import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { clientOf } from '../support/client.ts';

import { eventually, finishedRestStatus } from '../support/datasets/publishing.ts';
import { sourceServer } from '../support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin } = app;

/** The answer of an order that is expected to succeed. */
async function order(...[method, path, body]: Parameters<typeof admin.rest>) {
  const answer = await admin.rest(method, path, body);
  expect([path, answer.status, answer.status < 300 || answer.body]).toEqual([path, answer.status, true]);
  return answer.body;
}

const explore = (path: string, client = app.unauthenticated) =>
  client.request('GET', `/api/explore/v2.1/catalog/${path}`);

test('a portal is set up from nothing by REST alone, and its visitors get what was set up', async () => {
  const template = { name: 'care', title: 'Care', type: 'basic', is_active: true };
  await order('POST', '/metadata/templates/', { ...template, schema: [{ name: 'crew', is_filter: true }] });

  const group = await order('POST', '/groups/', { title: 'Gardeners', permissions: ['edit_page'] });
  const invited = await order('POST', '/users/invite/', [{ email: 'ada@example.org', groups: [{ uid: group.uid }] }]);
  expect(invited).toMatchObject({ 0: { status_code: 'success', data: { username: 'ada' } } });
  await order('PUT', '/users/ada/', { permissions: ['explore_restricted_dataset'] });

  const address = new URL(web.serve('/parks.csv', 'park,trees,opened\nNorth,12,2001-05-06\nSouth,7,2010-01-02\n'));
  const connection = await order('POST', '/datasource_connections/', { type: 'http', url: `${address.origin}/` });
  await order('POST', `/datasource_connections/${connection.uid}/security/groups/`, {
    group: { uid: group.uid },
    permissions: [],
  });

  const { uid } = await order('POST', '/datasets/', {
    dataset_id: 'parks',
    is_restricted: false,
    metadata: { default: { title: { value: 'Parks' } }, care: { crew: { value: 'Crew 7' } } },
  });
  await order('POST', `/datasets/${uid}/resources/`, {
    type: 'csvfile',
    title: 'Parks',
    datasource: { type: 'http', connection: { uid: connection.uid }, relative_url: 'parks.csv' },
  });
  await order('POST', `/datasets/${uid}/processors/`, {
    type: 'string_replace',
    label: 'Whole name',
    field: 'park',
    old: 'North',
    new: 'North Park',
  });
  await order('POST', `/datasets/${uid}/fields/`, {
    type: 'type',
    label: 'Numbers',
    field: 'trees',
    type_param: 'int',
  });
  const exported = await order('POST', `/datasets/${uid}/alternative_exports/`, {
    title: 'Plan of the parks',
    type: 'url',
    url: 'https://example.org/plan.pdf',
  });
  await order('POST', `/datasets/${uid}/publish/`);
  expect(await finishedRestStatus(app, uid)).toMatchObject({ status: 'idle', records_errors: [] });

  const page = await order('POST', '/code_editor_pages/', {
    slug: 'about',
    title: { en: 'About' },
    content: { html: { en: '<h1>About the parks</h1>' }, css: {} },
  });
  const studio = await order('POST', '/studio_pages/', { slug: 'team', title: 'Team', public: true });
  await order('POST', `/studio_pages/${studio.uid}/publish/`);

  web.serve(
    '/data.json',
    JSON.stringify({
      dataset: [
        {
          identifier: 'benches',
          title: 'Benches',
          distribution: [{ downloadURL: address.href, mediaType: 'text/csv' }],
        },
      ],
    }),
  );
  const harvester = await order('POST', '/harvesters/', {
    type: 'datajson',
    name: 'Neighbour',
    url: `${address.origin}/data.json`,
  });
  const path = `/harvesters/${harvester.uid}/`;
  await order('POST', `${path}schedules/`, { cron_schedule: '0 3 * * 1', timezone: 'Europe/Paris' });
  await order('POST', `${path}start/`);
  const isDone = ({ body }: Awaited<ReturnType<typeof admin.rest>>) => body.status === 'idle';
  const { body: harvested } = await eventually(() => admin.rest('GET', path), isDone);
  expect(harvested).toMatchObject({ attached_datasets_count: 1, has_error: false });

  const found = await explore('datasets/parks/records?order_by=park');
  expect(found.body.results).toEqual([
    { park: 'North Park', trees: 12, opened: '2001-05-06' },
    { park: 'South', trees: 7, opened: '2010-01-02' },
  ]);
  expect((await explore('datasets/parks')).body.metas.care).toEqual({ crew: 'Crew 7' });
  const offered = await admin.rest('GET', `/datasets/${uid}/alternative_exports/`);
  expect(offered.body.results).toMatchObject([{ uid: exported.uid, title: 'Plan of the parks' }]);
  const visited = await app.unauthenticated.portal('GET', `/code_editor_pages/${page.slug}/`);
  expect([visited.status, JSON.stringify(visited.body)]).toEqual([200, expect.stringContaining('About the parks')]);

  const key = await order('POST', '/apikeys/', { label: 'Reader', permissions: [] });
  const reader = clientOf(app, key.key);
  expect((await explore('datasets/parks', reader)).status).toBe(200);
  expect((await reader.rest('POST', '/datasets/', {})).status).toBe(403);
  await order('POST', `/apikeys/${key.uid}/revoke/`, { reason: 'Done' });
  expect((await explore('datasets/parks', reader)).status).toBe(401);
});
