import { expect, test } from '@jest/globals';
import { sqlText } from '../../src/kernel/sql.ts';
import { contractApis } from '../../src/rest/rest-apis.ts';
import { testApp } from '../support/app.ts';
import { ask } from './ask.ts';
import { shapeFor } from './bodies.ts';
import { comparable } from './comparable.ts';
import { answers, photo } from './form-sample.ts';
import { operationsOf, portal, type Operation } from './operations.ts';
import { fileContent } from './samples.ts';
import { misshapen } from './shapes.ts';
import { askAll, settings, worldOf } from './world.ts';

const app = await testApp(settings);

/** The bytes that an operation answers, as a text, where it answers bytes. */
const bytesOf = ({ name }: Operation): string | undefined =>
  name.startsWith('Download ') ? fileContent : name.endsWith(' image') ? photo.toString() : undefined;

/** Removes what earlier worlds left. */
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
  ]) {
    await app.services.db.rows(sqlText(`delete from ${table}`));
  }
}

test('every operation succeeds with the status of the contract, and answers the same without its trailing slash and with parameters that it does not know', async () => {
  const answers = await askAll(app, await worldOf(app, 'a'), () => app.admin);
  expect(answers.flatMap(([{ name, ok }, { status, body }]) => (status === ok ? [] : [[name, status, body]]))).toEqual(
    [],
  );
  await empty();
  const without = await askAll(app, await worldOf(app, 'b'), () => app.admin, {
    withoutSlash: true,
    query: '?unknown=1&unknown=2&__proto__=x',
  });
  expect(without.map(([{ name }, answer]) => [name, comparable(answer)])).toEqual(
    answers.map(([{ name }, answer]) => [name, comparable(answer)]),
  );
});

test('every body consists of what the contract says, in its order', async () => {
  await empty();
  for (const [operation, { body }] of await askAll(app, await worldOf(app, 'c'), () => app.admin)) {
    if (operation.ok === 204) expect([operation.name, body]).toEqual([operation.name, null]);
    else if (bytesOf(operation) !== undefined)
      expect([operation.name, body]).toEqual([operation.name, bytesOf(operation)]);
    else {
      const isPage = body.total_count !== undefined;
      if (isPage)
        expect([operation.name, Object.keys(body)]).toEqual([
          operation.name,
          ['total_count', 'next', 'previous', 'results'],
        ]);
      const isList = isPage || Array.isArray(body);
      if (isList) expect([operation.name, (body.results ?? body).length > 0]).toEqual([operation.name, true]);
      expect([operation.name, isList]).toEqual([
        operation.name,
        /^List (?!all dataset metadata|a template)|^Guess .*extractors$/.test(operation.name),
      ]);
      expect([operation.name, misshapen(isPage ? body.results : body, shapeFor(operation))]).toEqual([
        operation.name,
        [],
      ]);
    }
  }
});

test('a submission is read back as it was sent', async () => {
  await empty();
  const world = await worldOf(app, 'e');
  const [reading] = portal.filter(({ name }) => name === 'Retrieve submission');
  expect(reading && (await ask(app.admin, reading, world)).body).toEqual({
    ...answers,
    photo: { id: world.values['storedfile_id'], filename: 'a.png' },
  });
});

test('every time is in UTC and whole seconds', async () => {
  await empty();
  const answers = await askAll(app, await worldOf(app, 'd'), () => app.admin);
  const times = answers.flatMap(([{ name }, { body }]) =>
    [...JSON.stringify(body).matchAll(/"(\w+)":"(\d{4}-\d\d-\d\d[^"]*)"/g)].map(
      ([, key, time = '']) => [name, key, time] as const,
    ),
  );
  expect(new Set(times.map(([, key]) => key))).toEqual(new Set(['created_at', 'updated_at', 'since', 'value', 'day']));
  expect(times.filter(([, , time]) => !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(time))).toEqual([]);
});

test.each(contractApis)(
  'in the $title a method that no operation has is 405 with those that there are, also without the slash',
  async (api) => {
    const operations = operationsOf(api);
    for (const path of new Set(operations.map((operation) => operation.path))) {
      const allowed = operations.filter((operation) => operation.path === path).map(({ method }) => method);
      const told = [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].toSorted();
      const [other] = (['DELETE', 'PUT', 'POST'] as const).filter((method) => !allowed.includes(method));
      if (!other) continue;
      for (const address of [path, path.slice(0, -1)].map((each) => each.replace(/\{\w+\}/g, 'x'))) {
        const { status, headers } = await app.admin.below(api.base)(other, address);
        if (status !== 404)
          expect([path, status, String(headers['allow']).split(', ').toSorted()]).toEqual([path, 405, told]);
      }
    }
  },
);
