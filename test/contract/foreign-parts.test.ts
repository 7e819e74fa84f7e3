import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { revisionOf, stateOf } from '../support/versions.ts';
import { answered, parametersOf } from './operations.ts';
import { ask, ways, worldOf } from './world.ts';

const app = await testApp({ WORKER: 'off' });
const [own, other] = [await worldOf(app, 'own'), await worldOf(app, 'other')];
/** The parts of one dataset, addressed through the uid of the other. */
const foreign = { ...own, values: { ...own.values, dataset_uid: other.values['dataset_uid'] ?? '' } };

const namesAPart = (path: string): boolean => parametersOf(path).includes('dataset_uid') && parametersOf(path).some((name) => name !== 'dataset_uid' && !name.startsWith('template_'));
const uids = [own, other].map(({ values }) => values['dataset_uid'] ?? '');
const states = () => Promise.all(uids.map((uid) => Promise.all([stateOf(app, uid), revisionOf(app, uid)])));

test('a part addressed through another dataset is not found, whatever is done with it, and nothing changes', async () => {
  const operations = answered.filter(({ path }) => namesAPart(path));
  expect(operations.length).toBeGreaterThan(20);
  const before = await states();
  for (const operation of operations) {
    for (const asking of ways(operation)) {
      const { status, body } = await ask(app.admin, operation, foreign, asking);
      expect([operation.name, status, body?.error_code]).toEqual([operation.name, 404, 'not_found']);
    }
  }
  expect(await states()).toEqual(before);
});

test('so is what a deleted part was', async () => {
  const deletions = answered.filter(({ method, path }) => method === 'DELETE' && namesAPart(path));
  for (const deletion of deletions) {
    expect((await ask(app.admin, deletion, own)).status).toBe(204);
    const gone = answered.filter(({ path }) => path.startsWith(deletion.path));
    for (const operation of gone) expect([operation.name, (await ask(app.admin, operation, own)).status]).toEqual([operation.name, 404]);
  }
});
