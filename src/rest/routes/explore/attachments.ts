import { fail } from '#kernel/fail.ts';
import {
  DownloadCatalogAlternativeExportDocument,
  DownloadCatalogAttachmentDocument,
  ListCatalogAttachmentsDocument,
} from '#rest/generated/operations.ts';
import { fromPath } from '#rest/request/request-value.ts';
import { fileDescription, fileResponse, offeredFileDescription, offeredFileResponse } from '#rest/responders/file.ts';
import { customRoute, type Route } from '#rest/route.ts';
import { bodyDescription } from './explore-schemas.ts';
import { addressOf, selfLink } from './explore-conventions.ts';

/** The attachments and alternative exports of a dataset (docs/contract/explore.md 2). */
export const exploreAttachmentRoutes: readonly Route[] = [
  customRoute(ListCatalogAttachmentsDocument, {
    operationId: 'ListExploreAttachments',
    method: 'GET',
    path: '/catalog/datasets/{dataset_id}/attachments/',
    isPublic: true,
    variables: { dataset_id: fromPath('dataset_id') },
    describeResponse: bodyDescription('Attachments'),
    async respond(execute, input, variables) {
      const dataset = (await execute(ListCatalogAttachmentsDocument, variables)).data.catalogDataset;
      const { datasetId, attachments } =
        dataset ?? fail('RESOURCE_NOT_FOUND', { resource: 'dataset', name: input.path['dataset_id'] ?? '' });
      return {
        status: 200,
        body: {
          links: [selfLink(input)],
          attachments: attachments.nodes.map(({ uid, filename, mimetype }) => ({
            href: addressOf(input, 'catalog', 'datasets', datasetId, 'attachments', uid),
            metas: { 'mime-type': mimetype, title: filename, id: uid },
          })),
        },
      };
    },
  }),
  customRoute(DownloadCatalogAttachmentDocument, {
    operationId: 'DownloadExploreAttachment',
    method: 'GET',
    path: '/catalog/datasets/{dataset_id}/attachments/{attachment_id}/',
    isPublic: true,
    variables: { dataset_id: fromPath('dataset_id'), attachment_id: fromPath('attachment_id') },
    describeResponse: () => fileDescription,
    async respond(execute, input, variables) {
      const dataset = (await execute(DownloadCatalogAttachmentDocument, variables)).data.catalogDataset;
      const { dataset_id = '', attachment_id = '' } = input.path;
      const { attachment } = dataset ?? fail('RESOURCE_NOT_FOUND', { resource: 'dataset', name: dataset_id });
      return fileResponse(
        attachment ?? fail('RESOURCE_NOT_FOUND', { resource: 'attachment', name: attachment_id }),
        'attachment',
      );
    },
  }),
  customRoute(DownloadCatalogAlternativeExportDocument, {
    operationId: 'DownloadExploreAlternativeExport',
    method: 'GET',
    path: '/catalog/datasets/{dataset_id}/alternative_exports/{export_uid}/',
    isPublic: true,
    variables: { dataset_id: fromPath('dataset_id'), export_uid: fromPath('export_uid') },
    describeResponse: () => offeredFileDescription,
    async respond(execute, input, variables) {
      const dataset = (await execute(DownloadCatalogAlternativeExportDocument, variables)).data.catalogDataset;
      const { dataset_id = '', export_uid = '' } = input.path;
      const { alternativeExport } = dataset ?? fail('RESOURCE_NOT_FOUND', { resource: 'dataset', name: dataset_id });
      return offeredFileResponse(
        alternativeExport ?? fail('RESOURCE_NOT_FOUND', { resource: 'alternative export', name: export_uid }),
      );
    },
  }),
];
