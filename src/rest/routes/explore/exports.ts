import { fail } from '#kernel/fail.ts';
import { ExportExploreRecordsDocument, ExportFormat, ListExploreExportsDocument } from '#rest/generated/operations.ts';
import { fromPath } from '#rest/request/request-value.ts';
import { customRoute, type Route } from '#rest/route.ts';
import { bodyDescription } from './explore-schemas.ts';
import { linksResponse } from './responses.ts';
import { fileResponse, exportedRows, exportOptions } from './export-file.ts';
import { addressOf, describedBy } from './links.ts';
import { readBoolean } from './read-boolean.ts';

const missingDataset = (name: string): never => fail('RESOURCE_NOT_FOUND', { resource: 'dataset', name });

/** The exports of a dataset (docs/contract/explore.md 11). */
export const exploreExportRoutes: readonly Route[] = [
  customRoute(ListExploreExportsDocument, {
    method: 'GET',
    path: '/catalog/datasets/{dataset_id}/exports/',
    isPublic: true,
    variables: { dataset_id: fromPath('dataset_id') },
    describeResponse: bodyDescription('Links'),
    async respond(execute, input, variables) {
      const { dataset_id: name = '' } = input.path;
      const [dataset] = (await execute(ListExploreExportsDocument, variables)).data.catalog.nodes;
      const { uid, exports } = dataset ?? missingDataset(name);
      const links = exports.map(({ format }) => ({
        rel: format,
        href: addressOf(input, 'catalog', 'datasets', name, 'exports', format),
      }));
      return { ...linksResponse(links), headers: describedBy(input, uid) };
    },
  }),
  customRoute(ExportExploreRecordsDocument, {
    method: 'GET',
    path: '/catalog/datasets/{dataset_id}/exports/{format}/',
    isPublic: true,
    variables: {
      dataset_id: fromPath('dataset_id'),
      format: fromPath('format'),
      odsql: exportedRows,
      options: exportOptions,
    },
    flags: { compressed: 'Whether the file is compressed with gzip.' },
    describeResponse: () => ({ status: 200, hasETag: false, content: 'bytes' }),
    async respond(execute, input, variables) {
      const { dataset_id: name = '', format = '' } = input.path;
      const isCompressed = readBoolean(input, 'compressed');
      if (!Object.values<string>(ExportFormat).includes(format))
        fail('RESOURCE_NOT_FOUND', { resource: 'format', name: format });
      const [dataset] = (await execute(ExportExploreRecordsDocument, variables)).data.catalog.nodes;
      if (!dataset?.export) return missingDataset(name);
      const response = fileResponse(dataset.export, { isCompressed });
      return { ...response, headers: { ...response.headers, ...describedBy(input, dataset.uid) } };
    },
  }),
];
