import { expect, test } from '@jest/globals';
import { testApp, wholeSchema } from '#test/support/app.ts';
import { seedDataset } from '#test/support/seed.ts';
import { seedForm } from '#test/support/portal/forms.ts';
import { seedRealtime } from '#test/support/datasets/realtime.ts';
import { multipartBody, multipartBoundary, sendParts } from '#test/support/http/multipart.ts';

const app = await testApp({ WORKER: 'off', FORM_RATE_LIMIT: '1000' }, wholeSchema);
const { admin, http } = app;
const key = { authorization: 'Apikey test-administrator-key' };
const json = { 'content-type': 'application/json' };
const multipart = { 'content-type': `multipart/form-data; boundary=${multipartBoundary}` };
const base = '/api/automation/v1.0';

/** Bytes that are no text in UTF-8: Latin-1, a cut character, an overlong one, a surrogate. */
const others = [[0xe9], [0xe2, 0x82], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xff, 0xfe]].map((bytes) =>
  Buffer.from(bytes),
);
const within = (before: string, bytes: Buffer, after: string): Buffer =>
  Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]);
const refused = { error_code: 'bad_request', message: 'Send text in UTF-8; these bytes are not.' };

test.each(others)(
  'a body with bytes that are not UTF-8 is a bad request at every route, and nothing changes (%#)',
  async (bytes) => {
    const uid = await seedDataset(admin, { metadata: { default: { title: { value: 'Weather' } } } });
    const before = (await admin.rest('GET', `/datasets/${uid}/`)).body;
    const put = (path: string, payload: Buffer) =>
      http.inject({ method: 'PUT', url: `${base}/datasets/${uid}/${path}`, headers: { ...key, ...json }, payload });
    for (const answer of [
      await put('metadata/default/title/', within('{"value": "Caf', bytes, '"}')),
      await put('metadata/custom/', within('{"', bytes, '": {"value": 1}}')),
      await put('', within('{"unknown": "', bytes, '"}')),
    ])
      expect([answer.statusCode, answer.json()]).toEqual([400, refused]);
    const query =
      'mutation ($uid: ID!, $value: JSON) { updateDatasetMetadataField(input: { datasetUid: $uid, template: "custom", field: "a", value: $value }) { dataset { uid } } }';
    const graph = await http.inject({
      method: 'POST',
      url: '/graphql',
      headers: { ...key, ...json },
      payload: within(`{"query": ${JSON.stringify(query)}, "variables": {"uid": "${uid}", "value": "`, bytes, '"}}'),
    });
    expect([graph.statusCode, graph.json().errors[0]]).toMatchObject([
      400,
      { message: refused.message, extensions: { code: 'BAD_REQUEST' } },
    ]);
    const operations = within(
      `{"query": ${JSON.stringify(query)}, "variables": {"uid": "${uid}", "value": "`,
      bytes,
      '"}}',
    );
    const upload = await http.inject({
      method: 'POST',
      url: '/graphql',
      headers: { ...key, ...multipart, 'apollo-require-preflight': 'true' },
      payload: multipartBody([
        ['operations', operations],
        ['map', '{}'],
      ]),
    });
    expect([upload.statusCode, upload.json().errors[0]]).toMatchObject([400, { extensions: { code: 'BAD_REQUEST' } }]);
    expect((await admin.rest('GET', `/datasets/${uid}/`)).body).toEqual(before);
    const { url } = await seedRealtime(app, uid);
    const { pathname, search } = new URL(url);
    const pushed = await http.inject({
      method: 'POST',
      url: `${pathname}${search}`,
      headers: json,
      payload: within('{"a": "', bytes, '"}'),
    });
    expect([pushed.statusCode, pushed.json()]).toEqual([400, refused]);
    const slug = await seedForm(admin, `form-${uid.slice(3)}`);
    for (const parts of [
      [['data', within('{"name": "', bytes, '"}')]],
      [['data', within('{"name": "', bytes, '"}'), 'blob', 'application/json']],
      [
        ['data', '{"name": "A"}'],
        ['g-recaptcha-response', bytes],
      ],
    ] as const) {
      expect(
        await sendParts(app, `/forms/${slug}/submissions/`, parts, { key: 'test-administrator-key' }),
      ).toMatchObject({ status: 400, body: refused });
    }
  },
);

test('the replacement character is accepted like any other, and so is a byte order mark before a body', async () => {
  const uid = await seedDataset(admin);
  const path = `${base}/datasets/${uid}/metadata/default/title/`;
  const answer = await http.inject({
    method: 'PUT',
    url: path,
    headers: { ...key, ...json },
    payload: Buffer.from('\uFEFF{"value": "\uFFFD é \u{1F333}"}'),
  });
  expect([answer.statusCode, answer.json()]).toEqual([200, { value: '\uFFFD é \u{1F333}' }]);
});
