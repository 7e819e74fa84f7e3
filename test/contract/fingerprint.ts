import { sql } from '../../src/kernel/sql.ts';
import type { TestApp } from '../support/app.ts';
import { revisionOf, stateOf } from '../support/versions.ts';
import type { Fixture } from './request.ts';
import { submissionsOf } from './portal-fixture.ts';

/** Everything that requests can change in the fixtures. A refusal must leave it unchanged. */
export const fingerprint = async (app: TestApp, ...fixtures: readonly Fixture[]) => [
  ...(await Promise.all(
    fixtures.map(async ({ values: { dataset_uid = '' } }) => [
      await stateOf(app, dataset_uid),
      await revisionOf(app, dataset_uid),
    ]),
  )),
  await app.services.db.rows(sql`select count(*) from dataset union all select count(*) from connection`),
  await submissionsOf(app),
];
