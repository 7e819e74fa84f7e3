import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { fromRemote, overriding, rivers } from '#test/support/sources/federation.ts';
import { remoteCatalog } from '#test/support/sources/remote-catalog.ts';
import { seedDataset } from '#test/support/seed.ts';

const remote = await remoteCatalog();
const neighbour = await testApp();
await neighbour.http.listen({ host: '127.0.0.1', port: 0 });
const neighbourHost = `127.0.0.1:${String((neighbour.http.server.address() as AddressInfo).port)}`;
const { admin, http } = await testApp({ FETCH_ALLOW: `${remote.host},${neighbourHost}` });

beforeEach(() => {
  remote.datasets.set('rivers', rivers);
});
afterEach(() => {
  remote.key = null;
  remote.answerMetadata = null;
});

const federated = (host: string, dataset_id: string, parameters: object = {}) => ({
  type: 'federated',
  domain: { domain_id: `http://${host}` },
  dataset: { dataset_id },
  parameters,
  impersonate_permissions: true,
});
const resource = (datasource: object) => ({ type: 'jsonfile', title: 'Remote', datasource });
const expand = '?expand=datasource.connection,datasource.dataset';

describe('A federated resource', () => {
  test('shows the remote dataset with expand, and accepts its own answer', async () => {
    const uid = await seedDataset(admin);
    const path = `/datasets/${uid}/resources/`;
    const { status, body } = await admin.rest('POST', path, resource(federated(remote.host, 'rivers')));
    expect([status, body.datasource.dataset]).toEqual([201, { dataset_id: 'rivers' }]);
    const asked = remote.requests.length;
    expect((await admin.rest('GET', `${path}${body.uid}/`)).body.datasource.dataset).toEqual({ dataset_id: 'rivers' });
    expect(remote.requests.length).toBe(asked);
    const shown = (await admin.rest('GET', `${path}${body.uid}/${expand}`)).body;
    expect(shown.datasource.dataset).toEqual({ dataset_id: 'rivers', metas: rivers.metas, fields: rivers.fields });
    expect(
      (await admin.rest('GET', `${path}?expand=datasource.connection&expand=datasource.dataset`)).body.results,
    ).toEqual([shown]);
    // more than the description of the request asks for
    const back = await http.inject({
      method: 'PUT',
      url: `/api/automation/v1.0${path}${body.uid}/`,
      headers: { authorization: 'Apikey test-administrator-key' },
      payload: { ...shown, datasource: { ...shown.datasource, impersonate_permissions: true } },
    });
    expect([back.statusCode, back.json().datasource]).toEqual([200, body.datasource]);
  });

  test('shows the identifier alone while the remote catalog does not answer', async () => {
    const path = `/datasets/${await seedDataset(admin)}/resources/`;
    const { body } = await admin.rest('POST', path, resource(federated(remote.host, 'rivers')));
    remote.answerMetadata = (response) => response.destroy();
    expect(await admin.rest('GET', `${path}${body.uid}/${expand}`)).toMatchObject({
      status: 200,
      body: { datasource: { dataset: { dataset_id: 'rivers' } } },
    });
    expect((await admin.rest('GET', `${path}${expand}`)).body.results[0].datasource.dataset).toEqual({
      dataset_id: 'rivers',
    });
  });

  test('is limited: one list shows the remote datasets of a few resources', async () => {
    const path = `/datasets/${await seedDataset(admin)}/resources/`;
    for (let index = 0; index < 6; index += 1)
      await admin.rest('POST', path, resource(federated(remote.host, 'rivers')));
    expect(await admin.rest('GET', `${path}${expand}`)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('remote datasets') },
    });
    expect(await admin.rest('GET', `${path}${expand}&limit=5`)).toMatchObject({ status: 200 });
  });

  test('links the dataset: a remote value applies until it is overridden, and again when the local one is deleted', async () => {
    const uid = await seedDataset(admin);
    const created = await admin.rest('POST', `/datasets/${uid}/resources/`, resource(federated(remote.host, 'rivers')));
    const field = `/datasets/${uid}/metadata/default/title/`;
    expect((await admin.rest('GET', field)).body).toEqual(fromRemote('Rivers'));
    expect((await admin.rest('PUT', field, { value: 'Ours', override_remote_value: true })).body).toEqual(
      overriding('Ours', 'Rivers'),
    );
    expect((await admin.rest('DELETE', field)).status).toBe(204);
    expect((await admin.rest('GET', field)).body).toEqual(fromRemote('Rivers'));
    expect((await admin.rest('DELETE', `/datasets/${uid}/resources/${created.body.uid}/`)).status).toBe(204);
    expect((await admin.rest('GET', field)).body).toEqual({ value: 'Rivers' });
  });

  test('is refused, with its datasource named, where the remote catalog may not be reached', async () => {
    const path = `/datasets/${await seedDataset(admin)}/resources/`;
    expect(await admin.rest('POST', path, resource(federated('127.0.0.1:1', 'rivers')))).toMatchObject({
      status: 400,
      body: { error_code: 'validation_error', detail: { datasource: [expect.stringContaining('127.0.0.1')] } },
    });
    expect((await admin.rest('GET', path)).body.total_count).toBe(0);
  });
});

describe('Two catalogs of this service', () => {
  test('Two catalogs of this service share metadata by the automation API and a key', async () => {
    const metadata = {
      default: { title: { value: 'Lakes' }, keyword: { value: ['water'] }, license_id: { value: 'odbl' } },
    };
    await seedDataset(neighbour.admin, { metadata, datasetId: 'lakes' });
    const uid = await seedDataset(admin);
    const { status, body } = await admin.rest(
      'POST',
      `/datasets/${uid}/resources/`,
      resource(federated(neighbourHost, 'lakes', { apikey: 'test-administrator-key' })),
    );
    expect([status, body.datasource.parameters]).toEqual([201, { apikey: null }]);
    expect((await admin.rest('GET', `/datasets/${uid}/metadata/default/`)).body).toEqual({
      title: fromRemote('Lakes'),
      keyword: fromRemote(['water']),
      license_id: fromRemote('odbl'),
    });
    const { dataset } = (await admin.rest('GET', `/datasets/${uid}/resources/${body.uid}/${expand}`)).body.datasource;
    expect(dataset).toMatchObject({ dataset_id: 'lakes', metas: { default: { title: 'Lakes' } }, fields: [] });
  });

  test('Two catalogs of this service share nothing without a key', async () => {
    const uid = await seedDataset(admin);
    expect(
      await admin.rest('POST', `/datasets/${uid}/resources/`, resource(federated(neighbourHost, 'lakes'))),
    ).toMatchObject({ status: 201 });
    expect((await admin.rest('GET', `/datasets/${uid}/metadata/default/`)).body).toEqual({});
  });
});
