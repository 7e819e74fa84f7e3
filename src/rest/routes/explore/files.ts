import { fail } from '#kernel/fail.ts';
import { DownloadCatalogFileDocument } from '#rest/generated/operations.ts';
import { fromPath } from '#rest/request/request-value.ts';
import { fileDescription, fileResponse } from '#rest/responders/file.ts';
import { customRoute, type Route } from '#rest/route.ts';

/** The files of records (docs/contract/explore.md 2). */
export const exploreFileRoutes: readonly Route[] = [
  customRoute(DownloadCatalogFileDocument, {
    operationId: 'DownloadExploreFile',
    method: 'GET',
    path: '/catalog/datasets/{dataset_id}/files/{file_id}/',
    isPublic: true,
    variables: { dataset_id: fromPath('dataset_id'), file_id: fromPath('file_id') },
    describeResponse: () => fileDescription,
    async respond(execute, input, variables) {
      const dataset = (await execute(DownloadCatalogFileDocument, variables)).data.catalogDataset;
      const { dataset_id = '', file_id = '' } = input.path;
      const { file } = dataset ?? fail('RESOURCE_NOT_FOUND', { resource: 'dataset', name: dataset_id });
      return fileResponse(file ?? fail('RESOURCE_NOT_FOUND', { resource: 'file', name: file_id }), 'attachment');
    },
  }),
];
