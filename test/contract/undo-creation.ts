import { expect } from '@jest/globals';
import { sql } from '../../src/kernel/sql.ts';
import type { TestApp } from '../support/app.ts';
import type { RestAnswer } from '../support/client.ts';
import { request, type Fixture } from './request.ts';
import { routedOperations, parametersOf, readerOf, bodyKindOf, type Operation } from './operations.ts';
import type { Names } from './samples.ts';

/** Whether an operation takes a multipart form. */
export const isForm = (operation: Operation): boolean => bodyKindOf(operation) === 'form';

/** Deletes what an operation created, so that its names are unused again. */
export async function undoCreation(
  app: TestApp,
  fixture: Fixture,
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
    routedOperations.find(({ method, path }) => method === 'DELETE' && path === readerOf(operation)?.path);
  if (!deletion) return;
  const uids = Object.fromEntries(parametersOf(deletion.path).map((name) => [name, fixture.values[name] ?? '']));
  const last = Object.keys(uids).at(-1) ?? '';
  const values = {
    ...fixture.values,
    ...uids,
    [last]: last === 'username' ? names.user : last === 'group_uid' ? names.group : (made.uid ?? ''),
  };
  expect((await request(app.admin, deletion, { ...fixture, values })).status).toBe(204);
}
