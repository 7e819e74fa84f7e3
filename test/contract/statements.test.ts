import { expect, test } from '@jest/globals';
import type { Database } from '../../src/platform/database/database.ts';
import { testApp } from '../support/app.ts';
import { submit } from '../support/feedback.ts';
import { answered, readerOf, type Operation } from './operations.ts';
import { ask, bringTo, unused, worldOf } from './world.ts';

let statements = 0;
const app = await testApp({ WORKER: 'off' });
const { db } = app.services;
const counting: Database = {
  rows: (statement, run) => { statements += 1; return db.rows(statement, run); },
  text: (statement, run) => { statements += 1; return db.text(statement, run); },
};
const world = await worldOf(app, 'a');
const uid = world.values['dataset_uid'] ?? '';

/** Twenty-one of everything that there is a list of. */
for (const operation of answered.filter((each) => readerOf(each))) {
  for (let more = 0; more < 20; more += 1) {
    const names = await unused(app, world.names, operation);
    await ask(app.admin, operation, { ...world, names: { ...names, file: operation.path.endsWith('/files/') ? `${more}.csv` : names.file } });
  }
}
await bringTo(app, uid, 'idle', true);
for (let more = 0; more < 20; more += 1) await submit(app.admin, uid, { comment: 'Too high' });
Object.assign(app.services, { db: counting });

/** How many statements a list takes, the lookup of the caller included. */
async function statementsOf(operation: Operation, query: string): Promise<{ statements: number; results: number }> {
  statements = 0;
  const { body } = await ask(app.admin, operation, world, { query });
  return { statements, results: (body.results ?? body).length };
}

const lists = answered.filter(({ method, name }) => method === 'GET' && name.startsWith('List ') && !name.endsWith('dataset metadata'));

test.each(lists)('$name takes the same statements for one, five and twenty', async (operation) => {
  const found = [];
  for (const limit of [1, 5, 20]) found.push(await statementsOf(operation, `?limit=${limit}`));
  // what the program itself offers is in no table
  const [expected, sizes] = operation.path.startsWith('/data') ? [2, [1, 5, 20]] : [1, undefined];
  expect(found.map((each) => each.statements)).toEqual([expected, expected, expected]);
  if (sizes) expect(found.map((each) => each.results)).toEqual(sizes);
});
