import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import type { Client } from '#test/support/client.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';

const app = await testApp({ WORKER: 'off' }, { clock: { now: () => new Date('2026-01-15T14:30:20.500Z') } });
const { admin } = app;

const createDocument = `mutation ($input: CreateScheduleInput!) {
  createSchedule(input: $input) { schedule { id uid cronSchedule createdAt createdBy { username } nextRunAt } dataset { revision } }
}`;
const updateDocument = `mutation ($input: UpdateScheduleInput!) {
  updateSchedule(input: $input) { schedule { uid cronSchedule createdBy { username } nextRunAt } dataset { revision } }
}`;
const deleteDocument = `mutation ($input: DeleteScheduleInput!) {
  deleteSchedule(input: $input) { uid dataset { revision schedules { totalCount } } }
}`;

const create = async (datasetUid: string, cronSchedule = '0 6 * * *', client: Client = admin) =>
  (await client.data(createDocument, { input: { datasetUid, cronSchedule } })).createSchedule;
const schedulesOf = async (uid: string, client: Client = admin) =>
  (
    await client.data(
      'query ($uid: ID!) { dataset(by: { uid: $uid }) { revision schedules { totalCount nodes { uid cronSchedule nextRunAt } } } }',
      { uid },
    )
  ).dataset;
const fieldErrorsOf = async (client: Client, document: string, input: object) =>
  (await client.graph(document, { input })).errors?.map(({ extensions }) => extensions);
const publish = (uid: string) =>
  app.services.orm.em.fork().execute('update dataset set is_published = true where uid = ?', [uid]);

test('a schedule is created, found, and ordered by creation', async () => {
  const datasetUid = await seedDataset(admin);
  const {
    schedule: { id, ...schedule },
    dataset,
  } = await create(datasetUid);
  expect(dataset).toEqual({ revision: 2 });
  expect(schedule).toEqual({
    uid: expect.stringMatching(/^sc_[0-9a-z]{6}$/),
    cronSchedule: '0 6 * * *',
    createdAt: '2026-01-15T14:30:20Z',
    createdBy: { username: 'admin' },
    nextRunAt: null,
  });
  await app.services.orm.em
    .fork()
    .execute("update dataset_schedule set created_at = created_at - interval '1 hour' where uid = ?", [schedule.uid]);
  const second = await create(datasetUid, '*/5 * * * *');
  expect((await schedulesOf(datasetUid)).schedules).toMatchObject({
    totalCount: 2,
    nodes: [{ uid: schedule.uid }, { uid: second.schedule.uid }],
  });
  expect(
    await admin.data(
      `query ($uid: ID!, $schedule: ID!, $id: ID!) {
    dataset(by: { uid: $uid }) { schedule(uid: $schedule) { uid } } node(id: $id) { __typename ... on Schedule { uid } }
  }`,
      { uid: datasetUid, schedule: schedule.uid, id },
    ),
  ).toEqual({ dataset: { schedule: { uid: schedule.uid } }, node: { __typename: 'Schedule', uid: schedule.uid } });
});

test('a schedule shows its next run in UTC while the dataset is published, and a change updates it at once', async () => {
  const datasetUid = await seedDataset(admin);
  const {
    schedule: { uid },
  } = await create(datasetUid);
  expect((await schedulesOf(datasetUid)).schedules.nodes[0].nextRunAt).toBeNull();
  await publish(datasetUid);
  expect((await schedulesOf(datasetUid)).schedules.nodes[0].nextRunAt).toBe('2026-01-16T06:00:00Z');
  const { updateSchedule } = await admin.data(updateDocument, {
    input: { datasetUid, uid, cronSchedule: '31 14 * * *' },
  });
  expect(updateSchedule).toEqual({
    schedule: { uid, cronSchedule: '31 14 * * *', createdBy: { username: 'admin' }, nextRunAt: '2026-01-15T14:31:00Z' },
    dataset: { revision: 3 },
  });
  expect((await admin.data(updateDocument, { input: { datasetUid, uid } })).updateSchedule.dataset).toEqual({
    revision: 3,
  });
  const { deleteSchedule } = await admin.data(deleteDocument, { input: { datasetUid, uid } });
  expect(deleteSchedule).toEqual({ uid, dataset: { revision: 4, schedules: { totalCount: 0 } } });
});

test('an invalid cron schedule is refused, and the error names the field', async () => {
  const datasetUid = await seedDataset(admin);
  const {
    schedule: { uid },
  } = await create(datasetUid);
  const wrong = (message: string) => [{ code: 'INVALID_INPUT', fields: { cronSchedule: [message] } }];
  expect(await fieldErrorsOf(admin, createDocument, { datasetUid, cronSchedule: '0 25 * * *' })).toEqual(
    wrong('Field 2, hour: 25 is not between 0 and 23.'),
  );
  expect(await fieldErrorsOf(admin, updateDocument, { datasetUid, uid, cronSchedule: '0 0 31 2 *' })).toEqual(
    wrong('Field 3, day of the month: none of the months in field 4 has such a day.'),
  );
  expect(await fieldErrorsOf(admin, updateDocument, { datasetUid, uid, cronSchedule: null })).toEqual(
    wrong('This field is required.'),
  );
  expect(await schedulesOf(datasetUid)).toMatchObject({
    revision: 2,
    schedules: { nodes: [{ cronSchedule: '0 6 * * *' }] },
  });
});

test('a schedule of another dataset is not found, and callers who may only publish cannot change one', async () => {
  const [here, there] = [await seedDataset(admin), await seedDataset(admin)];
  const {
    schedule: { uid, id },
  } = await create(there);
  const publisher = await seedUser(app, 'publisher');
  const stranger = await seedUser(app, 'stranger');
  await seedRuleset(app, there, { user: 'publisher', permissions: ['publish_dataset'] });
  for (const document of [updateDocument, deleteDocument]) {
    expect(await fieldErrorsOf(admin, document, { datasetUid: here, uid })).toEqual([{ code: 'NOT_FOUND' }]);
    expect(await fieldErrorsOf(publisher, document, { datasetUid: there, uid, expectedRevision: 9 })).toEqual([
      { code: 'PERMISSION_DENIED', permission: 'edit_dataset' },
    ]);
    expect(await fieldErrorsOf(stranger, document, { datasetUid: there, uid })).toEqual([{ code: 'NOT_FOUND' }]);
    expect(await fieldErrorsOf(admin, document, { datasetUid: there, uid, expectedRevision: 9 })).toEqual([
      { code: 'REVISION_MISMATCH', revision: 2 },
    ]);
  }
  expect(await fieldErrorsOf(publisher, createDocument, { datasetUid: there, cronSchedule: 'x' })).toEqual([
    { code: 'PERMISSION_DENIED', permission: 'edit_dataset' },
  ]);
  expect((await schedulesOf(there, publisher)).schedules.totalCount).toBe(1);
  expect((await stranger.data('query ($id: ID!) { node(id: $id) { id } }', { id })).node).toBeNull();
  expect(await schedulesOf(here)).toEqual({ revision: 1, schedules: { totalCount: 0, nodes: [] } });
});
