import { expect, test } from '@jest/globals';
import { statusVersion } from '../../../src/modules/publication/status/status-version.ts';
import { countStatements } from '../../planning/support/count-statements.ts';
import { testApp } from '../../support/app.ts';
import { seedDataset } from '../../support/seed.ts';

const app = await testApp();

test.each([1, 5])('two hundred polls of the status of %i datasets take two statements', async (datasets) => {
  const { services, counted } = countStatements(app.services);
  const uids: string[] = [];
  while (uids.length < datasets) uids.push(await seedDataset(app.admin));
  const polls = Array.from({ length: 200 }, (_, at) => statusVersion(services, uids[at % datasets] ?? ''));
  const versions = await Promise.all(polls);
  expect(versions).not.toContain(undefined);
  // The first poll begins a statement, and those made meanwhile share the next one.
  expect(counted()).toBe(2);
});
