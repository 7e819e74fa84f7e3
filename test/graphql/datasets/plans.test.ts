import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import type { Client } from '#test/support/client.ts';
import { seedDataset, seedUser } from '#test/support/seed.ts';

let now = new Date();
const app = await testApp({}, { clock: { now: () => now } });
const { admin } = app;

const apply = async (datasetUid: string, input: object, as: Client = admin) => {
  const { data, errors } = await as.graph(
    'mutation ($input: ApplyDatasetInput!) { applyDataset(input: $input) { planId changes { path kind } dataset { revision } } }',
    { input: { datasetUid, ...input } },
  );
  return errors?.[0]?.extensions ?? data.applyDataset;
};
const planOf = async (uid: string, input: object): Promise<string> =>
  (await apply(uid, { ...input, isDryRun: true })).planId;
const titled = (value: string) => ({ metadata: { default: { title: { value }, description: { value: 'About.' } } } });
const processed = { processors: [{ type: 'skip_record', label: '', params: { field: 'x' } }] };

test('a plan is applied once, as it was planned, in one version', async () => {
  const uid = await seedDataset(admin);
  const input = { ...titled('Planned'), ...processed };
  const planned = await apply(uid, { ...input, isDryRun: true });
  expect(planned).toMatchObject({ dataset: { revision: 1 }, planId: expect.stringMatching(/^1\.\d+\.[0-9a-f]{64}$/) });
  expect(await apply(uid, { ...input, planId: planned.planId })).toMatchObject({
    changes: { length: planned.changes.length },
    planId: planned.planId,
    dataset: { revision: 2 },
  });
  expect(await apply(uid, { ...input, planId: planned.planId })).toEqual({ code: 'REVISION_MISMATCH', revision: 2 });
});

test('the order of keys does not matter, and neither does expectedRevision', async () => {
  const uid = await seedDataset(admin);
  const planId = await planOf(uid, titled('Same'));
  const reordered = { default: { description: { value: 'About.' }, title: { value: 'Same' } } };
  expect(await apply(uid, { metadata: reordered, planId, expectedRevision: 1 })).toMatchObject({ planId });
});

test('another input, a part more or less, and a text that is no plan are refused at planId, and nothing changes', async () => {
  const uid = await seedDataset(admin);
  const planId = await planOf(uid, titled('Planned'));
  const mismatch = { code: 'PLAN_MISMATCH', fields: { planId: [expect.stringContaining('differs')] } };
  expect(await apply(uid, { ...titled('Other'), planId })).toEqual(mismatch);
  expect(await apply(uid, { ...titled('Planned'), ...processed, planId })).toEqual(mismatch);
  expect(await apply(uid, { planId })).toEqual(mismatch);
  expect(await apply(uid, { ...titled('Planned'), planId, isDryRun: true })).toMatchObject({ planId });
  for (const wrong of ['', 'x', `${planId}x`, `1.9999999999.${'a'.repeat(64)}`])
    expect(await apply(uid, { ...titled('Planned'), planId: wrong })).toEqual(mismatch);
  expect((await apply(uid, { ...titled('Planned'), isDryRun: true })).dataset.revision).toBe(1);
});

test('a plan of an earlier revision is refused, whatever expectedRevision is', async () => {
  const uid = await seedDataset(admin);
  const planId = await planOf(uid, titled('Planned'));
  await apply(uid, titled('Meanwhile'));
  const mismatch = { code: 'REVISION_MISMATCH', revision: 2 };
  expect(await apply(uid, { ...titled('Planned'), planId })).toEqual(mismatch);
  expect(await apply(uid, { ...titled('Planned'), planId, expectedRevision: 2 })).toEqual(mismatch);
  const next = await planOf(uid, titled('Planned'));
  expect(await apply(uid, { ...titled('Planned'), planId: next, expectedRevision: 1 })).toEqual(mismatch);
  expect(next).not.toBe(planId);
});

test('a plan of one dataset is none of another', async () => {
  const [one, other] = [await seedDataset(admin), await seedDataset(admin)];
  const planId = await planOf(one, titled('Planned'));
  expect(await apply(other, { ...titled('Planned'), planId })).toMatchObject({ code: 'PLAN_MISMATCH' });
});

test('a plan is that of the user who made it', async () => {
  const uid = await seedDataset(admin);
  const other = await seedUser(app, 'other', { permissions: ['edit_dataset'] });
  const planId = await planOf(uid, titled('Planned'));
  expect(await apply(uid, { ...titled('Planned'), planId }, other)).toMatchObject({ code: 'PLAN_MISMATCH' });
  expect(await apply(uid, { ...titled('Planned'), planId })).toMatchObject({ dataset: { revision: 2 } });
});

test('a plan can be applied for an hour, and its end cannot be moved', async () => {
  const uid = await seedDataset(admin);
  const planId = await planOf(uid, titled('Planned'));
  const [revision, end, hash] = planId.split('.');
  const later = `${revision}.${Number(end) + 3600}.${hash}`;
  expect(await apply(uid, { ...titled('Planned'), planId: later })).toMatchObject({ code: 'PLAN_MISMATCH' });
  now = new Date(now.getTime() + 3_600_000);
  expect(await apply(uid, { ...titled('Planned'), planId })).toMatchObject({ code: 'PLAN_MISMATCH' });
  expect((await apply(uid, { ...titled('Planned'), isDryRun: true })).dataset.revision).toBe(1);
});
