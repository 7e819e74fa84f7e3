import { fail } from '#kernel/fail.ts';
import {
  ExportCatalogRecordsDocument,
  ExportFormat,
  ListCatalogRecordExportsDocument,
} from '#rest/generated/operations.ts';
import { fromPath, fromQuery, parseBoolean, parseInteger, parseNames } from '#rest/request/request-value.ts';
import { customRoute, type Route } from '#rest/route.ts';
import { bodyDescription } from './explore-schemas.ts';
import { addressOf, describedBy, linksResponse, readBoolean } from './explore-conventions.ts';
import { contentDisposition } from '#rest/responders/file.ts';
import { type RestResponse, sandboxHeader } from '#rest/responders/responders.ts';
import { listParameters } from './records.ts';

/** The parameters of the query of an export: without `limit`, it has all rows. */
export const exportedRows = { ...listParameters, limit: fromQuery('limit', { parse: parseInteger, default: -1 }) };

/** The parameters that shape an exported file. */
export const exportOptions = {
  delimiter: fromQuery('delimiter', { default: ';' }),
  listSeparator: fromQuery('list_separator', { default: ',' }),
  quoteAll: fromQuery('quote_all', { parse: parseBoolean, default: false }),
  escapeFormulas: fromQuery('escape_formulas', { parse: parseBoolean, default: false }),
  withBom: fromQuery('with_bom', { parse: parseBoolean, default: true }),
  useLabels: fromQuery('use_labels', { parse: parseBoolean, default: false }),
  parquetCompression: fromQuery('parquet_compression', { default: 'zstd' }),
  epsg: fromQuery('epsg', { default: '4326' }),
  nameField: fromQuery('name_field'),
  descriptionFieldList: fromQuery('description_field_list', { parse: parseNames, default: [] }),
  useExtension: fromQuery('use_extension', { parse: parseBoolean, default: true }),
  includeExports: fromQuery('include_exports', { parse: parseNames }),
  useLabelsInExports: fromQuery('use_labels_in_exports', { parse: parseBoolean, default: true }),
};

/** A response that consists of the file that the operation prepared. */
export const preparedFileResponse = (
  { mediaType, filename }: { readonly mediaType: string; readonly filename: string },
  { isCompressed }: { readonly isCompressed: boolean },
): RestResponse => ({
  status: 200,
  headers: {
    'content-type': isCompressed ? 'application/gzip' : mediaType,
    'content-disposition': contentDisposition('attachment', isCompressed ? `${filename}.gzip` : filename),
    ...sandboxHeader,
  },
  prepared: isCompressed ? 'gzip' : 'plain',
});

const missingDataset = (name: string): never => fail('RESOURCE_NOT_FOUND', { resource: 'dataset', name });

/** The exports of a dataset (docs/contract/explore.md 11). */
export const exploreExportRoutes: readonly Route[] = [
  customRoute(ListCatalogRecordExportsDocument, {
    operationId: 'ListExploreExports',
    method: 'GET',
    path: '/catalog/datasets/{dataset_id}/exports/',
    isPublic: true,
    variables: { dataset_id: fromPath('dataset_id') },
    describeResponse: bodyDescription('Links'),
    async respond(execute, input, variables) {
      const { dataset_id: name = '' } = input.path;
      const dataset = (await execute(ListCatalogRecordExportsDocument, variables)).data.catalogDataset;
      const { uid, exports } = dataset ?? missingDataset(name);
      const links = exports.map(({ format }) => ({
        rel: format,
        href: addressOf(input, 'catalog', 'datasets', name, 'exports', format),
      }));
      return { ...linksResponse(links), headers: describedBy(input, uid) };
    },
  }),
  customRoute(ExportCatalogRecordsDocument, {
    operationId: 'ExportExploreRecords',
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
      const dataset = (await execute(ExportCatalogRecordsDocument, variables)).data.catalogDataset;
      if (!dataset?.export) return missingDataset(name);
      const response = preparedFileResponse(dataset.export, { isCompressed });
      return { ...response, headers: { ...response.headers, ...describedBy(input, dataset.uid) } };
    },
  }),
];
