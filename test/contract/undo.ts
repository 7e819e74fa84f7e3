import { expect } from '@jest/globals';
import { sql } from '../../src/kernel/sql.ts';
import type { TestApp } from '../support/app.ts';
import type { RestAnswer } from '../support/client.ts';
import { ask, type World } from './ask.ts';
import { answered, parametersOf, readerOf, routesOf, type Operation } from './operations.ts';
import type { Names } from './samples.ts';

/** Whether an operation reads a form. */
export const isForm = (operation: Operation): boolean => routesOf(operation)[0]?.upload === 'form';

/** Takes away what an operation made with some names, so that they are free again. */
export async function undo(
  app: TestApp,
  world: World,
  names: Names,
  operation: Operation,
  { body: made, headers }: RestAnswer,
): Promise<void> {
  if (isForm(operation) && readerOf(operation))
    await app.services.db.rows(
      sql`delete from submission where uid = ${String(headers['location']).split('/').at(-2)}`,
    );
  const deletion =
    readerOf(operation) &&
    answered.find(({ method, path }) => method === 'DELETE' && path === readerOf(operation)?.path);
  if (!deletion) return;
  const uids = Object.fromEntries(parametersOf(deletion.path).map((name) => [name, world.values[name] ?? '']));
  const last = Object.keys(uids).at(-1) ?? '';
  const values = {
    ...world.values,
    ...uids,
    [last]: last === 'username' ? names.user : last === 'group_uid' ? names.group : (made.uid ?? ''),
  };
  expect((await ask(app.admin, deletion, { ...world, values })).status).toBe(204);
}
