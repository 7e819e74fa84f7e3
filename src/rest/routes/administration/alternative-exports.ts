import {
  CreateAlternativeExportDocument,
  DeleteAlternativeExportDocument,
  DownloadDatasetAlternativeExportDocument,
  ListDatasetAlternativeExportsDocument,
  RetrieveDatasetAlternativeExportDocument,
  UpdateAlternativeExportDocument,
} from '#rest/generated/operations.ts';
import { fileBesideBody, fromBody, fromPath, fromReplacingBody } from '#rest/request/request-value.ts';
import { fileOrRedirect } from '#rest/responders/file.ts';
import { createdObject, noContent, object, page } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';
import { partOfDataset, tagged } from './part-of-dataset.ts';

const uid = fromPath('export_uid');
const part = partOfDataset('alternative_exports', { variables: { export_uid: uid }, input: { uid } });

const retrieve = route(RetrieveDatasetAlternativeExportDocument, {
  ...part.retrieve(),
  respond: object('dataset.alternativeExport', tagged),
});

/** The files and addresses that offer the data of a dataset in another form (docs/contract/administration.md 2). */
export const alternativeExportRoutes = [
  route(ListDatasetAlternativeExportsDocument, {
    ...part.list,
    respond: page('dataset.alternativeExports', tagged),
  }),
  route(CreateAlternativeExportDocument, {
    operationId: 'CreateDatasetAlternativeExport',
    ...part.create,
    variables: {
      input: {
        ...part.added,
        title: fromBody('title'),
        description: fromBody('description'),
        type: fromBody('type'),
        file: fileBesideBody,
        url: fromBody('url'),
      },
    },
    respond: createdObject('createAlternativeExport.alternativeExport', tagged),
  }),
  retrieve,
  route(UpdateAlternativeExportDocument, {
    operationId: 'UpdateDatasetAlternativeExport',
    ...part.change('PUT', retrieve),
    variables: {
      input: {
        ...part.changed,
        title: fromReplacingBody('title'),
        description: fromReplacingBody('description'),
        type: fromReplacingBody('type'),
        url: fromBody('url'),
      },
    },
    respond: object('updateAlternativeExport.alternativeExport', tagged),
  }),
  route(DeleteAlternativeExportDocument, {
    operationId: 'DeleteDatasetAlternativeExport',
    ...part.change('DELETE', retrieve),
    respond: noContent('deleteAlternativeExport.dataset.revision'),
  }),
  route(DownloadDatasetAlternativeExportDocument, {
    ...part.retrieve('download/'),
    respond: fileOrRedirect('dataset.alternativeExport'),
  }),
];
