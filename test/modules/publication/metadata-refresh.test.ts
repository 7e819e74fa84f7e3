import { expect, test } from '@jest/globals';
import { LockMode } from '@mikro-orm/core';
import { anonymous } from '#api/session.ts';
import { inTransaction } from '#api/transaction.ts';
import { DatasetEntity } from '#datasets/index.ts';
import { linkToRemote } from '#resources/index.ts';
import { createContext } from '#server/create-context.ts';
import { testApp, wholeSchema } from '#test/support/app.ts';
import {
  addFederatedResource,
  draftOf,
  federatedDatasource,
  fromRemote,
  rivers,
} from '#test/support/sources/federation.ts';
import { remoteCatalog } from '#test/support/sources/remote-catalog.ts';
import { seedDataset } from '#test/support/seed.ts';
import { untilLockWaits } from '#test/support/database/table-locks.ts';

const remote = await remoteCatalog();
const app = await testApp({ FETCH_ALLOW: remote.host }, wholeSchema);

test('refreshed remote metadata are kept when other metadata change at the same moment', async () => {
  remote.datasets.set('rivers', rivers);
  const uid = await seedDataset(app.admin);
  await addFederatedResource(app.admin, uid, federatedDatasource(remote, 'rivers'));
  const { changed } = await inTransaction(createContext(app.services, anonymous, 'trace'), async (tx) => {
    const dataset = await tx.em.findOneOrFail(DatasetEntity, { uid }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    await linkToRemote(tx, dataset, {
      address: `${remote.origin}/rivers`,
      metadata: { default: { title: 'Streams' } },
    });
    await tx.em.flush();
    const answer = app.admin.data(
      'mutation ($input: UpdateDatasetMetadataFieldInput!) { updateDatasetMetadataField(input: $input) { dataset { uid } } }',
      { input: { datasetUid: uid, template: 'default', field: 'publisher', value: 'We' } },
    );
    await untilLockWaits(app);
    return { changed: answer };
  });
  await changed;
  expect((await draftOf(app.admin, uid)).metadata.default).toMatchObject({
    title: fromRemote('Streams'),
    publisher: { value: 'We' },
  });
});
