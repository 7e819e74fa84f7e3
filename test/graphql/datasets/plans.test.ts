import { expect, test } from '@jest/globals';
import { testApp } from '../../support/app.ts';
import { seedDataset } from '../../support/seed.ts';

const app = await testApp();
const { admin } = app;

const apply = async (datasetUid: string, input: object) => {
  const { data, errors } = await admin.graph(
    'mutation ($input: DatasetApplyInput!) { datasetApply(input: $input) { planId changes { path kind } dataset { revision } } }',
    { input: { datasetUid, ...input } },
  );
  return errors?.[0]?.extensions ?? data.datasetApply;
};
const planOf = async (uid: string, input: object): Promise<string> =>
  (await apply(uid, { ...input, dryRun: true })).planId;
const titled = (value: string) => ({ metadata: { default: { title: { value }, description: { value: 'About.' } } } });
const processed = { processors: [{ type: 'skip_record', label: '', params: { field: 'x' } }] };

test('a plan is applied once, as it was planned, in one version', async () => {
  const uid = await seedDataset(admin);
  const input = { ...titled('Planned'), ...processed };
  const planned = await apply(uid, { ...input, dryRun: true });
  expect(planned).toMatchObject({ dataset: { revision: 1 }, planId: expect.stringMatching(/^1\.[\w-]{43}$/) });
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
  expect(await apply(uid, { ...titled('Planned'), planId, dryRun: true })).toMatchObject({ planId });
  for (const wrong of ['', 'x', `${planId}x`, `1.${'a'.repeat(43)}`])
    expect(await apply(uid, { ...titled('Planned'), planId: wrong })).toEqual(mismatch);
  expect((await apply(uid, { ...titled('Planned'), dryRun: true })).dataset.revision).toBe(1);
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
