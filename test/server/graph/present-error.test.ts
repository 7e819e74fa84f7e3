import { expect, test } from '@jest/globals';
import { type ErrorCode, errorCodes } from '#kernel/error-codes.ts';
import { CatalogError } from '#kernel/fail.ts';
import { formatError } from '#server/graph/graph-errors.ts';
import { testApp } from '#test/support/app.ts';
import { seedDataset, seedUser } from '#test/support/seed.ts';

const app = await testApp();
const codes = Object.keys(errorCodes) as ErrorCode[];
const namesIn = (code: ErrorCode) =>
  [...errorCodes[code].message.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).filter((name) => name !== 'reason');
const presented = (failure: CatalogError) => formatError({ message: failure.message }, failure, () => 'trace');

test.each(codes)('the extensions of %s have the values of its message and no other details', (code) => {
  const details = Object.fromEntries(namesIn(code).map((name, index) => [name, index % 2 ? `the ${name}` : index + 7]));
  const { message, extensions } = presented(
    new CatalogError(code, { ...details, reason: 'a sentence', internal: 'not for callers' }),
  );
  expect(extensions).toMatchObject({ ...details, code });
  expect(extensions).not.toHaveProperty('reason');
  expect(JSON.stringify({ message, extensions })).not.toContain('not for callers');
  expect(
    Object.keys(extensions ?? {})
      .filter((name) => !['code', 'fields'].includes(name))
      .sort(),
  ).toEqual(namesIn(code).sort());
});

test('no placeholder has the name of another extension', () => {
  expect(codes.flatMap(namesIn).filter((name) => ['code', 'fields', 'trace_id'].includes(name))).toEqual([]);
});

test('a quoted value is truncated in the extensions as in the message', () => {
  const { extensions } = presented(new CatalogError('METHOD_NOT_ALLOWED', { method: 'x'.repeat(100_000) }));
  expect(String(extensions?.['method']).length).toBeLessThan(1_100);
});

test('the revision, the permission and the limit are extensions of their own', async () => {
  const { admin } = app;
  const stranger = await seedUser(app, 'stranger');
  const uid = await seedDataset(admin);
  const extensionsOf = async (client: typeof admin, query: string) =>
    (await client.graph(query)).errors?.[0]?.extensions;
  const {
    dataset: { revision },
  } = await admin.data(`{ dataset(by: { uid: "${uid}" }) { revision } }`);
  expect(
    await extensionsOf(admin, `mutation { deleteDataset(input: { uid: "${uid}", expectedRevision: 999 }) { uid } }`),
  ).toMatchObject({ code: 'REVISION_MISMATCH', revision });
  expect(await extensionsOf(stranger, '{ users { totalCount } }')).toMatchObject({
    code: 'PERMISSION_DENIED',
    permission: 'administer',
  });
  expect(
    await extensionsOf(admin, '{ catalog(first: 1000) { nodes { sources(first: 1000) { nodes { relationType } } } } }'),
  ).toMatchObject({ code: 'QUERY_TOO_COMPLEX', found: 10_021, limit: 2_000 });
});
