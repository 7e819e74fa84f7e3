import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseJson } from '#kernel/json.ts';
import { testApp } from '#test/support/app.ts';
import { runAndFinish, recordsOf } from '#test/support/datasets/publishing.ts';
import { seedRealtime } from '#test/support/datasets/realtime.ts';
import { seedDataset } from '#test/support/seed.ts';

const app = await testApp();
const { admin, http } = app;
const base = '/api/automation/v1.0';
const authorization = 'Apikey test-administrator-key';

/** The text that a request is answered with, as it is sent. */
const textOf = async (method: 'GET' | 'PUT' | 'POST', path: string, payload?: string): Promise<string> => {
  const answer = await http.inject({
    method,
    url: `${base}${path}`,
    headers: { authorization, ...(payload !== undefined && { 'content-type': 'application/json' }) },
    ...(payload !== undefined && { payload }),
  });
  return answer.body;
};

/** A JSON text without the spaces that PostgreSQL writes, and with all digits of its integers. */
const compact = (text: string): string => JSON.stringify(parseJson(text));

const large =
  '{"value":{"ids":[9007199254740993,-12345678901234567890,123456789012345678901234567890],"kept":[1,0.5,1e+300,9007199254740991]}}';

test('a free value of metadata keeps the digits of its integers, through every change, version, copy and publication', async () => {
  const uid = await seedDataset(admin, { metadata: { default: { title: { value: 'Numbers' } } } });
  const path = `/datasets/${uid}/metadata/custom/ids/`;
  expect(await textOf('PUT', path, large)).toBe(large);
  const stored = await textOf('GET', path);
  expect(JSON.parse(stored)).toEqual(JSON.parse(large));
  for (const digits of ['9007199254740993', '-12345678901234567890', '123456789012345678901234567890'])
    expect(stored).toContain(digits);
  const whole = await textOf('GET', `/datasets/${uid}/metadata/`);
  expect(whole).toContain('12345678901234567890');
  expect(compact(await textOf('PUT', `/datasets/${uid}/metadata/`, whole))).toBe(compact(whole));
  await textOf('PUT', `/datasets/${uid}/metadata/default/title/`, '{"value": "Large numbers"}');
  await textOf('PUT', `/datasets/${uid}/`, '{"is_restricted": true}');
  expect(await textOf('GET', path)).toBe(stored);
  const [version] = (await admin.rest('GET', `/datasets/${uid}/versions/`)).body.results;
  await textOf('PUT', `/datasets/${uid}/metadata/`, '{}');
  expect((await admin.rest('POST', `/datasets/${uid}/versions/${version.uid}/restore/`)).status).toBe(200);
  expect(await textOf('GET', path)).toBe(stored);
  const copy = (await admin.rest('POST', `/datasets/${uid}/copy/`)).body;
  expect(await textOf('GET', `/datasets/${copy.uid}/metadata/custom/ids/`)).toBe(stored);
  await runAndFinish(admin, 'publishDataset', uid);
  const graph = (query: string, variables = '{}') =>
    http.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization, 'content-type': 'application/json' },
      payload: `{"query":${JSON.stringify(query)},"variables":${variables}}`,
    });
  expect((await graph(`{ catalogDataset(by: { uid: "${uid}" }) { metadata } }`)).body).toContain(
    '-12345678901234567890',
  );
  const applied = await graph(
    'mutation ($input: ApplyDatasetInput!) { applyDataset(input: $input) { dataset { metadata } changes { before after } } }',
    `{"input":{"datasetUid":"${uid}","metadata":{"custom":{"ids":{"value":9007199254740995}}}}}`,
  );
  expect(applied.body).toContain('{"ids":{"value":9007199254740995}}');
  expect(await textOf('GET', path)).toBe('{"value":9007199254740995}');
});

test('a push is parsed as JSON with any media type, and its integers keep their digits as in a JSON file', async () => {
  const { datasetUid, url } = await seedRealtime(app);
  const { pathname, search } = new URL(url);
  const types = [
    undefined,
    'application/x-www-form-urlencoded',
    'text/plain; charset=utf-8',
    'application/octet-stream',
    'multipart/form-data; boundary=x',
    'application/json',
    'application/vnd.api+json',
    'nonsense',
  ];
  for (const [index, type] of types.entries()) {
    const answer = await http.inject({
      method: 'POST',
      url: `${pathname}${search}`,
      headers: { ...(type !== undefined && { 'content-type': type }) },
      payload: Buffer.from(`{"at":${index},"id":9007199254740993,"small":12}`),
    });
    expect([type, answer.statusCode, answer.json()]).toEqual([type, 200, { status: 'OK' }]);
  }
  for (const [payload, type] of [
    ['a=1', 'application/x-www-form-urlencoded'],
    ['', undefined],
    ['{', 'application/json'],
    ['5', 'text/plain'],
  ] as const) {
    const answer = await http.inject({
      method: 'POST',
      url: `${pathname}${search}`,
      headers: { ...(type !== undefined && { 'content-type': type }) },
      payload,
    });
    expect([payload, answer.statusCode, answer.json().error_code]).toEqual([payload, 400, 'bad_request']);
  }
  await runAndFinish(admin, 'publishDataset', datasetUid);
  await http.inject({
    method: 'POST',
    url: `${pathname}${search}`,
    payload: `{"at":${types.length},"id":9007199254740993,"small":12}`,
  });
  expect(await recordsOf(app, datasetUid)).toEqual(
    [...types, undefined].map((_type, index) => ({ at: index, id: '9007199254740993', small: 12 })),
  );
});

test('an integer that a double represents is a number, and any other is written as it was read', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(parseJson(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (integer) => {
      const [mantissa = '', exponent = '0'] = JSON.stringify(parseJson(String(integer))).split('e');
      const [whole = '', fraction = ''] = mantissa.split('.');
      expect(BigInt(whole + fraction) * 10n ** BigInt(Number(exponent) - fraction.length)).toBe(integer);
    }),
  );
  for (const number of [1e21, 1e22, 1e23, 123456789012345680000, Number.MAX_VALUE, 2 ** 60])
    expect(parseJson(`[${BigInt(number)}]`)).toEqual([number]);
});
