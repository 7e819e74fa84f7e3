import { expect, test } from '@jest/globals';
import { sqlText } from '#kernel/sql.ts';
import { contractApis } from '#rest/rest-apis.ts';
import { testApp } from '#test/support/app.ts';
import { request } from '../requests/request.ts';
import { shapeFor } from './bodies.ts';
import { comparable } from './comparable.ts';
import { answers, photo } from '../fixture/form-sample.ts';
import { operationsOf, portal, type Operation } from '../requests/operations.ts';
import { fileContent } from '../fixture/samples.ts';
import { shapeDifferences } from './shapes.ts';
import { requestAll, settings, createFixture } from '../fixture/fixture.ts';

const app = await testApp(settings);

/** The bytes that a download returns, as text; undefined for other operations. */
const bytesOf = ({ name }: Operation): string | undefined =>
  name.startsWith('Download ') ? fileContent : name.endsWith(' form image') ? photo.toString() : undefined;

const fixture = await createFixture(app, 'a');
let requested: ReturnType<typeof requestAll> | undefined;

/** What every operation answers to the administrator; the last of them delete the fixture. */
const allAnswers = () => (requested ??= requestAll(app, fixture, () => app.admin));

test('a submission reads back as it was sent', async () => {
  const [reading] = portal.filter(({ name }) => name === 'Retrieve submission');
  expect(reading && (await request(app.admin, reading, fixture)).body).toEqual({
    ...answers,
    photo: { id: fixture.values['storedfile_id'], filename: 'a.png' },
  });
});

/** Removes the rows of earlier fixtures. */
async function empty(): Promise<void> {
  for (const table of [
    'dataset',
    'connection',
    'asset_relation',
    'portal_asset',
    'portal_page',
    'submission',
    'form',
    'glossary_term',
    'identity_provider',
    'metadata_template',
    'theme_image',
    'user_group',
    'harvester',
  ]) {
    await app.services.db.rows(sqlText(`delete from ${table}`));
  }
  await app.services.db.rows(sqlText(`delete from user_account where username <> 'admin'`));
  await app.services.db.rows(sqlText(`delete from api_key where label <> 'first key'`));
}

test('every operation answers the status of the contract, and the same without trailing slash and with unknown parameters', async () => {
  const found = await allAnswers();
  expect(found.flatMap(([{ name, ok }, { status, body }]) => (status === ok ? [] : [[name, status, body]]))).toEqual(
    [],
  );
  await empty();
  const without = await requestAll(app, await createFixture(app, 'b'), () => app.admin, {
    withoutSlash: true,
    query: '?unknown=1&unknown=2&__proto__=x',
  });
  expect(without.map(([{ name }, answer]) => [name, comparable(answer)])).toEqual(
    found.map(([{ name }, answer]) => [name, comparable(answer)]),
  );
});

test('every body has the keys of the contract in their order', async () => {
  for (const [operation, { body }] of await allAnswers()) {
    if (operation.ok === 204) expect([operation.name, body]).toEqual([operation.name, null]);
    else if (operation.name === 'Export users') expect(body).toMatch(/^username,last_name,/);
    else if (bytesOf(operation) !== undefined)
      expect([operation.name, body]).toEqual([operation.name, bytesOf(operation)]);
    else {
      const isPage = body.total_count !== undefined && !operation.name.startsWith('Preview ');
      if (isPage)
        expect([operation.name, Object.keys(body)]).toEqual([
          operation.name,
          ['total_count', 'next', 'previous', 'results'],
        ]);
      const isList = isPage || Array.isArray(body);
      if (isList) expect([operation.name, (body.results ?? body).length > 0]).toEqual([operation.name, true]);
      expect([operation.name, isList]).toEqual([
        operation.name,
        /^List (?!all dataset metadata|a template)|^Guess .*extractors$|^Delete code editor pages$/.test(
          operation.name,
        ),
      ]);
      expect([operation.name, shapeDifferences(isPage ? body.results : body, shapeFor(operation))]).toEqual([
        operation.name,
        [],
      ]);
    }
  }
});

test('every timestamp is in UTC and whole seconds', async () => {
  const times = (await allAnswers()).flatMap(([{ name }, { body }]) =>
    [...JSON.stringify(body).matchAll(/"(\w+)":"(\d{4}-\d\d-\d\d[^"]*)"/g)].map(
      ([, key, time = '']) => [name, key, time] as const,
    ),
  );
  expect(new Set(times.map(([, key]) => key))).toEqual(
    new Set([
      'created_at',
      'updated_at',
      'first_published_at',
      'joined_at',
      'last_seen_at',
      'last_started_at',
      'revoked_at',
      'since',
      'value',
      'day',
    ]),
  );
  expect(times.filter(([, , time]) => !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(time))).toEqual([]);
});

test.each(contractApis)(
  'in the $title an unsupported method is 405 with Allow, with and without trailing slash',
  async (api) => {
    const operations = operationsOf(api);
    for (const path of new Set(operations.map((operation) => operation.path))) {
      const allowed = operations.filter((operation) => operation.path === path).map(({ method }) => method);
      const reported = [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].toSorted();
      const [other] = (['DELETE', 'PUT', 'POST'] as const).filter((method) => !allowed.includes(method));
      if (!other) continue;
      for (const address of [path, path.slice(0, -1)].map((value) => value.replace(/\{\w+\}/g, 'x'))) {
        const { status, headers } = await app.admin.restAt(api.base)(other, address);
        if (status !== 404)
          expect([path, status, String(headers['allow']).split(', ').toSorted()]).toEqual([path, 405, reported]);
      }
    }
  },
);
