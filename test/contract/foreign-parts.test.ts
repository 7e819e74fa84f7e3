import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { ask, ways } from './ask.ts';
import { fingerprint } from './fingerprint.ts';
import { answered, parametersOf } from './operations.ts';
import { settings, worldOf } from './world.ts';

const app = await testApp(settings);
const [own, other] = [await worldOf(app, 'own'), await worldOf(app, 'other')];
const { dataset_uid = '', slug = '' } = other.values;
/** The parts of one dataset and one form, addressed through those of the other. */
const foreign = { ...own, values: { ...own.values, dataset_uid, slug } };

/** Whether a path names a part by a name of its own, which is not the same in every dataset or form. */
const namesAPart = (path: string): boolean =>
  parametersOf(path)
    .slice(1)
    .some((name) => !/^template_|^language$/.test(name));
const states = () => fingerprint(app, own, other);

test('a part addressed through another dataset or form is not found, whatever is done with it, and nothing changes', async () => {
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
    for (const operation of gone)
      expect([operation.name, (await ask(app.admin, operation, own)).status]).toEqual([operation.name, 404]);
  }
});
