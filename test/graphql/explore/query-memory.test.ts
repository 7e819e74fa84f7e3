import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { publishRecords, type TestField } from '#test/support/datasets/records.ts';
import { seedDataset } from '#test/support/seed.ts';

const app = await testApp({ WORKER: 'off', RECORDS_MEMORY_MB: '16' });
const { admin, unauthenticated } = app;

test('a query that needs more memory than there is fails alone, and says what to ask for', async () => {
  const fields = Array.from({ length: 99 }, (_none, index): TestField => ({ name: `f${index}`, type: 'text' }));
  const uid = await seedDataset(admin, { isRestricted: false });
  const record = Object.fromEntries(fields.map(({ name }, index) => [name, `${index} `.repeat(40)]));
  await publishRecords(app, uid, fields, Array(200).fill(record));
  const ask = (select: string) =>
    unauthenticated.graph(`{ catalogDataset(by: { uid: "${uid}" }) { rows(odsql: { ${select} }) { results } } }`);
  const measures = fields.map(({ name }) => `count(distinct ${name})`).join(', ');
  expect(await ask(`select: "${measures}", groupBy: "f0"`)).toMatchObject({
    errors: [{ extensions: { code: 'QUERY_TOO_LARGE' }, message: expect.stringContaining('Ask for less') }],
  });
  const clauses = new URLSearchParams({ select: measures, group_by: 'f0' });
  const path = `/catalog/datasets/${uid}/records?${clauses.toString()}`;
  expect(await unauthenticated.restAt('/api/explore/v2.1')('GET', path)).toMatchObject({
    status: 504,
    body: { message: expect.stringContaining('Ask for less') },
  });
  expect((await ask('select: "count(*) as n", limit: 1')).data.catalogDataset.rows.results).toEqual([{ n: 200 }]);
});
