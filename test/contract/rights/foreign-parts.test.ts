import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { repetitions } from '#test/support/repetitions.ts';
import { request, triedVariants } from '../requests/request.ts';
import { fingerprint } from '../fixture/fingerprint.ts';
import { routedOperations, parametersOf } from '../requests/operations.ts';
import { settings, createFixture } from '../fixture/fixture.ts';

const app = await testApp(settings);
const [own, other] = [await createFixture(app, 'own'), await createFixture(app, 'other')];
const { dataset_uid = '', slug = '', connection_uid = '', page_slug = '', studio_page_uid = '' } = other.values;
const { harvester_uid = '' } = other.values;
/** The parts of one dataset, form, page and connection, addressed through the other ones. */
const others = { dataset_uid, slug, connection_uid, page_slug, studio_page_uid, harvester_uid };
const foreign = { ...own, values: { ...own.values, ...others } };

/** Whether a path identifies a part by a value that differs between datasets, forms or connections. */
const namesAPart = (path: string): boolean =>
  parametersOf(path)
    .slice(1)
    .some((name) => !/^template_|^language$/.test(name));
const states = () => fingerprint(app, own, other);

test('a part addressed through another dataset or form is 404 for every operation, and nothing changes', async () => {
  const operations = routedOperations.filter(({ path, family }) => namesAPart(path) && family !== 'groups');
  expect(operations.length).toBeGreaterThan(20);
  const before = await states();
  for (const operation of operations) {
    for (const options of triedVariants(operation, repetitions)) {
      const { status, body } = await request(app.admin, operation, foreign, options);
      expect([operation.name, status, body?.error_code]).toEqual([operation.name, 404, 'not_found']);
    }
  }
  expect(await states()).toEqual(before);
});

test('a deleted part is 404 for every operation', async () => {
  const deletions = routedOperations.filter(({ method, path }) => method === 'DELETE' && namesAPart(path));
  for (const deletion of deletions) {
    expect((await request(app.admin, deletion, own)).status).toBe(204);
    const gone = routedOperations.filter(({ path }) => path.startsWith(deletion.path));
    for (const operation of gone)
      expect([operation.name, (await request(app.admin, operation, own)).status]).toEqual([operation.name, 404]);
  }
});
