import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { revisionOf, snapshotsOf } from '#test/support/datasets/versions.ts';
import { request, requestVariants } from '../requests/request.ts';
import { routedOperations, parametersOf, type Operation } from '../requests/operations.ts';
import { requestAll, settings, createFixture } from '../fixture/fixture.ts';

const app = await testApp(settings);
const fixture = await createFixture(app, 'a');
const uid = fixture.values['dataset_uid'] ?? '';

/** Without guesses, previews and downloads, which change nothing and return no part. */
const ofDatasets = routedOperations.filter(
  ({ name, path }) => parametersOf(path).includes('dataset_uid') && !/^(Guess|Preview|Download) /.test(name),
);
const changes = ofDatasets.filter(({ method }) => method !== 'GET');
const named = new Set(ofDatasets.map(({ name }) => name));

test('a change with If-Match of another revision is 412 before validation, and nothing changes', async () => {
  const before = [await snapshotsOf(app, uid), await revisionOf(app, uid)];
  const revisions = ['"1"', '"999999999"', '"abc"', 'W/"12"', '""'];
  let turn = 0;
  for (const operation of changes) {
    // an unparsable body is reported first
    for (const options of requestVariants(operation).filter(
      ({ body }) => body === undefined || (body !== '{' && !isUpload(operation)),
    )) {
      // each request has one of them, in turn
      const revision = revisions[turn++ % revisions.length] ?? '';
      const { status, body } = await request(app.admin, operation, fixture, {
        ...options,
        headers: { 'if-match': revision },
      });
      expect([operation.name, revision, status, body?.error_code]).toEqual([
        operation.name,
        revision,
        412,
        'revision_mismatch',
      ]);
    }
  }
  expect(changes.length).toBeGreaterThan(35);
  expect([await snapshotsOf(app, uid), await revisionOf(app, uid)]).toEqual(before);
});

test('every answer of a dataset or a part has its revision as ETag, and every change raises it by one', async () => {
  const read = (etag: unknown): number => Number(/^"(\d+)"$/.exec(String(etag))?.[1]);
  let revision = (await revisionOf(app, uid)) ?? 0;
  for (const [operation, { headers }] of await requestAll(app, fixture, () => app.admin)) {
    if (!named.has(operation.name) || operation.name === 'Copy dataset') continue;
    // a deleted dataset has no revision
    const isGone = operation.name === 'Delete dataset';
    if (operation.method !== 'GET') revision += 1;
    expect([operation.name, isGone ? headers['etag'] : read(headers['etag'])]).toEqual([
      operation.name,
      isGone ? undefined : revision,
    ]);
  }
});

test('a created or copied dataset starts at revision 1', async () => {
  const other = await createFixture(app, 'b');
  const made = routedOperations.filter(({ name }) => ['Create dataset', 'Copy dataset'].includes(name));
  for (const operation of made) {
    const { status, headers } = await request(app.admin, operation, {
      ...other,
      names: { ...other.names, datasetId: 'set-new' },
    });
    expect([operation.name, status, headers['etag']]).toEqual([operation.name, 201, '"1"']);
  }
});

test('a change with If-Match of the current revision, or *, succeeds', async () => {
  const { values } = await createFixture(app, 'c');
  const address = `/datasets/${values['dataset_uid'] ?? ''}/schedules/`;
  const {
    headers: { etag },
  } = await app.admin.rest('GET', address);
  for (const revision of [String(etag), '*']) {
    expect(
      await app.admin.rest('POST', address, { cron_schedule: '0 6 * * 1' }, { 'if-match': revision }),
    ).toMatchObject({ status: 201 });
  }
  expect(
    await app.admin.rest('POST', address, { cron_schedule: '0 6 * * 1' }, { 'if-match': String(etag) }),
  ).toMatchObject({ status: 412 });
});

function isUpload({ name }: Operation): boolean {
  return name === 'Upload resource file' || /^Create dataset (attachment|alternative export)$/.test(name);
}
