import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { revisionOf, stateOf } from '../support/versions.ts';
import { ask, ways } from './ask.ts';
import { answered, parametersOf, type Operation } from './operations.ts';
import { askAll, settings, worldOf } from './world.ts';

const app = await testApp(settings);
const world = await worldOf(app, 'a');
const uid = world.values['dataset_uid'] ?? '';

/** What is guessed, previewed or downloaded changes nothing, and is no part itself. */
const ofDatasets = answered.filter(
  ({ name, path }) => parametersOf(path).includes('dataset_uid') && !/^(Guess|Preview|Download) /.test(name),
);
const changes = ofDatasets.filter(({ method }) => method !== 'GET');
const named = new Set(ofDatasets.map(({ name }) => name));

test('a change that expects another revision is refused before the rules that it breaks, and nothing changes', async () => {
  const before = [await stateOf(app, uid), await revisionOf(app, uid)];
  const revisions = ['"1"', '"999999999"', '"abc"', 'W/"12"', '""'];
  for (const operation of changes) {
    // what cannot be read comes first
    for (const asking of ways(operation).filter(
      ({ body }) => body === undefined || (body !== '{' && !isUpload(operation)),
    )) {
      for (const revision of revisions) {
        const { status, body } = await ask(app.admin, operation, world, {
          ...asking,
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
  }
  expect(changes.length).toBeGreaterThan(35);
  expect([await stateOf(app, uid), await revisionOf(app, uid)]).toEqual(before);
});

test('every answer of a dataset or of a part of it names the revision, which every change raises by one', async () => {
  const read = (etag: unknown): number => Number(/^"(\d+)"$/.exec(String(etag))?.[1]);
  let revision = (await revisionOf(app, uid)) ?? 0;
  for (const [operation, { headers }] of await askAll(app, world, () => app.admin)) {
    if (!named.has(operation.name) || operation.name === 'Copy dataset') continue;
    // after its end a dataset has none
    const isGone = operation.name === 'Delete dataset';
    if (operation.method !== 'GET') revision += 1;
    expect([operation.name, isGone ? headers['etag'] : read(headers['etag'])]).toEqual([
      operation.name,
      isGone ? undefined : revision,
    ]);
  }
});

test('a dataset that is made or copied begins with a revision of its own', async () => {
  const other = await worldOf(app, 'b');
  const made = answered.filter(({ name }) => ['Create dataset', 'Copy dataset'].includes(name));
  for (const operation of made) {
    const { status, headers } = await ask(app.admin, operation, {
      ...other,
      names: { ...other.names, datasetId: 'set-new' },
    });
    expect([operation.name, status, headers['etag']]).toEqual([operation.name, 201, '"1"']);
  }
});

test('a change that expects the present revision, or any, is made', async () => {
  const { values } = await worldOf(app, 'c');
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
  return name === 'Upload resource file' || name === 'Create dataset attachment';
}
