import { sql } from '../../src/kernel/sql.ts';
import type { TestApp } from '../support/app.ts';
import { revisionOf, stateOf } from '../support/versions.ts';
import type { World } from './ask.ts';
import { submissionsOf } from './portal-world.ts';

/** All that requests may change in some worlds: what a refusal must leave as it is. */
export const fingerprint = async (app: TestApp, ...worlds: readonly World[]) => [
  ...(await Promise.all(
    worlds.map(async ({ values: { dataset_uid = '' } }) => [
      await stateOf(app, dataset_uid),
      await revisionOf(app, dataset_uid),
    ]),
  )),
  await app.services.db.rows(sql`select count(*) from dataset union all select count(*) from connection`),
  await submissionsOf(app),
];
