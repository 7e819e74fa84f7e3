import { changeTitle, createDataset, deleteDataset, loadPage, watchDatasets } from './datasets.ts';
import { createCatalogEnvironment } from './environment.ts';
import type { datasetsQuery$data } from './generated/datasetsQuery.graphql.ts';
import { addFile, publish, watchStatus } from './publish.ts';
import { catalogOfEnvironment, createView, print, rivers } from '../catalog.ts';

type ListedDataset = NonNullable<datasetsQuery$data['datasets']>['edges'][number]['node'];

/** Shows the datasets of a catalog while it creates one, publishes a file in it, renames it and deletes it. */
const environment = createCatalogEnvironment(catalogOfEnvironment());
const view = createView();
const published = Promise.withResolvers<undefined>();
let connection = '';
const list = watchDatasets(environment, 100, ({ datasets }) => {
  connection = datasets?.__id ?? '';
  const nodes = datasets?.edges.map(({ node }) => node) ?? [];
  view.show(nodes.map(({ title }) => title));
  if (nodes.some(isPublishedRivers)) published.resolve(undefined);
});
const isPublishedRivers = ({ title, status }: ListedDataset) =>
  title === 'Rivers' && status?.status === 'idle' && status.isPublished;

await loadPage(environment, 100);
const { datasetEdge } = (await createDataset(environment, 'Rivers', connection)).createDataset;
if (!datasetEdge) throw new Error('The key may not create datasets.');
const datasetUid = datasetEdge.node.uid;
await view.shows('Rivers');
await addFile(environment, datasetUid, rivers());

const events = watchStatus(environment, datasetUid);
const revision = (await publish(environment, datasetUid)).publishDataset.dataset?.revision ?? 0;
await published.promise;
print('Publication: idle');
await changeTitle(environment, { datasetUid, revision, title: 'Streams' });
await view.shows('Streams');
await deleteDataset(environment, datasetUid, connection);
await view.hides('Streams');
events.dispose();
list.dispose();
