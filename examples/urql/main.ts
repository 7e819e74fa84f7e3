import { createCatalogClient } from './client.ts';
import { changeTitle, createDataset, deleteDataset, watchDatasets } from './datasets.ts';
import { addFile, publish, watchStatus } from './publish.ts';
import { catalogOfEnvironment, createView, print, rivers } from '../catalog.ts';

/** Shows the datasets of a catalog while it creates one, publishes a file in it, renames it and deletes it. */
const client = createCatalogClient(catalogOfEnvironment());
const view = createView();
const list = watchDatasets(client, 100, ({ data }) => {
  if (data) view.show(data.datasets?.edges.map(({ node }) => node.title) ?? []);
});

const created = (await createDataset(client, 'Rivers')).data?.createDataset.dataset;
if (!created) throw new Error('The key may not create datasets.');
const datasetUid = created.uid;
await view.shows('Rivers');
await addFile(client, datasetUid, rivers());

const published = new Promise<void>((resolve) => {
  const events = watchStatus(client, datasetUid, ({ data }) => {
    if (!data?.datasetStatus) return;
    const { status, isPublished } = data.datasetStatus;
    print(`Publication: ${status}`);
    if (status !== 'idle' || !isPublished) return;
    events.unsubscribe();
    resolve();
  });
});
const revision = (await publish(client, datasetUid)).data?.publishDataset.dataset?.revision ?? 0;
await published;
await changeTitle(client, { datasetUid, revision, title: 'Streams' });
await view.shows('Streams');
await deleteDataset(client, datasetUid);
await view.hides('Streams');
list.unsubscribe();
