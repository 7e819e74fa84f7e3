import { ListVersionsDocument, RestoreVersionDocument, RetrieveVersionDocument } from '#rest/generated/operations.ts';
import { fromPath } from '#rest/request/request-value.ts';
import { object, page } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';
import { partOfDataset, tagged } from './part-of-dataset.ts';

const uid = fromPath('version_uid');
const part = partOfDataset('versions', { variables: { version_uid: uid }, input: { uid } });

const retrieve = route(RetrieveVersionDocument, { ...part.retrieve(), respond: object('dataset.version', tagged) });

/** The last versions of a dataset (docs/contract/rest.md 2). */
export const versionRoutes = [
  route(ListVersionsDocument, { ...part.list, respond: page('dataset.versions', tagged) }),
  retrieve,
  route(RestoreVersionDocument, {
    ...part.change('POST', retrieve, 'restore/'),
    respond: object('restoreVersion.dataset', tagged),
  }),
];
