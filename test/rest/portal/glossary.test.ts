import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { addTerm } from '#test/support/portal/glossary.ts';

const app = await testApp();
const { admin, unauthenticated } = app;

test('an empty glossary is an empty list', async () => {
  expect(await unauthenticated.portal('GET', '/glossary/')).toMatchObject({ status: 200, body: [] });
});

test('the glossary is a public list of all terms, with or without their descriptions', async () => {
  const dataset = {
    uid: await addTerm(admin, { name: 'Dataset', aliases: ['table'], description: 'Records of one kind.' }),
    name: 'Dataset',
    aliases: ['table'],
    description: 'Records of one kind.',
  };
  const api = { uid: await addTerm(admin, { name: 'API' }), name: 'API', aliases: [], description: '' };
  for (let count = 0; count < 25; count += 1) await addTerm(admin, { name: `word ${count + 10}` });
  const { status, body } = await unauthenticated.portal('GET', '/glossary/');
  expect([status, body.length, body.slice(0, 2)]).toEqual([200, 27, [api, dataset]]);
  expect(Object.keys(body[0])).toEqual(['uid', 'name', 'aliases', 'description']);
  const { description: _description, ...short } = dataset;
  expect((await unauthenticated.portal('GET', '/glossary/?include_description=false')).body[1]).toEqual(short);
  expect((await unauthenticated.portal('GET', '/glossary?search=TABLE')).body).toEqual([dataset]);
  expect(
    (await unauthenticated.portal('GET', '/glossary/?search=t%C3%A1ble&include_description=false&limit=0')).body,
  ).toEqual([short]);
  expect((await unauthenticated.portal('GET', '/glossary/?search=')).body).toHaveLength(27);
  expect((await unauthenticated.portal('GET', '/glossary/?search=nothing')).body).toEqual([]);
  expect(await unauthenticated.portal('GET', `/glossary/${dataset.uid}/`)).toMatchObject({
    status: 200,
    body: dataset,
  });
  expect((await unauthenticated.portal('GET', `/glossary/${dataset.uid}/?include_description=false`)).body).toEqual(
    short,
  );
});

test.each([
  ['include_description', ['', 'yes', '2', 'true&include_description=false', '%00']],
  ['search', ['%00', 'a&search=b']],
])('an invalid %s is refused by its name', async (parameter, values) => {
  for (const value of values) {
    const { status, body } = await unauthenticated.portal('GET', `/glossary/?${parameter}=${value}`);
    expect([value, status, body.error_code, Object.keys(body.detail ?? {})]).toEqual([
      value,
      400,
      'validation_error',
      [parameter],
    ]);
  }
});

test.each(['gt_000000', '%00', '__proto__', '%F0%9F%8C%B3', 'x'.repeat(5_000)])(
  'the term %s is not found',
  async (uid) => {
    expect(await unauthenticated.portal('GET', `/glossary/${uid}/`)).toMatchObject({
      status: 404,
      body: { error_code: 'not_found' },
    });
  },
);

test('the glossary is read-only', async () => {
  for (const method of ['POST', 'PUT', 'DELETE'] as const)
    expect(await admin.portal(method, '/glossary/', {})).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD, OPTIONS' },
    });
});
