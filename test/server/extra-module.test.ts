import { expect, test } from '@jest/globals';
import type { CatalogModule } from '#api/catalog-module.ts';
import { captureSnapshots } from '#api/capture-sections.ts';
import { source } from '#api/reading/declare-source.ts';
import { section } from '#api/catalog-module.ts';
import { anonymous } from '#api/session.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { catalogModules } from '#modules/catalog-modules.ts';
import { GlossaryTerm } from '#glossary/glossary-term.type.ts';
import { createContext } from '#server/create-context.ts';
import { testApp } from '../support/app.ts';
import { seedDataset } from '../support/seed.ts';

/** Another way to read terms of the glossary: the names of migrations, so that no type is made which other tests would meet. */
const terms = source(GlossaryTerm, {
  table: 'migration',
  key: 'name',
  order: { by: [{ column: 'name', type: 'text' }] },
  visible: () => sqlText('true'),
});

const done: unknown[] = [];
const jobDone = Promise.withResolvers<undefined>();
let prepared = 0;

/** A module that is in no list. */
const extraModule: CatalogModule = {
  name: 'extra',
  entities: [],
  resolvers: [],
  sources: [terms],
  sections: [
    section<string>({
      name: 'schedules',
      capture: () => sql`to_jsonb('of the extra module'::text)`,
      write: async () => undefined,
    }),
  ],
  jobs: [
    {
      queue: 'extra',
      run: async (_ctx, { data }) => {
        done.push(data);
        jobDone.resolve(undefined);
      },
    },
  ],
  onDatasetDeleted: async (_tx, uid) => {
    done.push(uid);
  },
  blobReferences: [sql`select 'extra'`],
  connectionReferences: [sql`select 'extra'`],
  prepare: async () => {
    prepared += 1;
  },
};

const app = await testApp({}, {}, [...catalogModules, extraModule]);
const { admin, services } = app;

test('the declarations of a module reach the graph, the jobs, the sections of datasets and all other services', async () => {
  expect(prepared).toBe(1);
  const { node } = await admin.data(
    'query ($id: ID!) { node(id: $id) { __typename id ... on GlossaryTerm { name } } }',
    { id: Buffer.from('GlossaryTerm:2026-11-21-foundation').toString('base64url') },
  );
  expect(node).toMatchObject({ __typename: 'GlossaryTerm', name: '2026-11-21-foundation' });

  await services.jobs.send(services.db, 'extra', { n: 1 });
  await jobDone.promise;
  expect(done).toEqual([{ n: 1 }]);

  const uid = await seedDataset(admin);
  expect(await captureSnapshots(createContext(services, anonymous, 'test'), uid)).toMatchObject({
    schedules: 'of the extra module',
    processors: [],
  });
  expect((await admin.rest('DELETE', `/datasets/${uid}/`)).status).toBe(204);
  expect(done).toEqual([{ n: 1 }, uid]);

  expect([services.registry.blobReferences.at(-1), services.registry.connectionReferences.at(-1)]).toEqual([
    extraModule.blobReferences?.[0],
    extraModule.connectionReferences?.[0],
  ]);
});
