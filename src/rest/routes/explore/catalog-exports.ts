import { fail } from '#kernel/fail.ts';
import {
  CatalogExportFormat,
  RetrieveCatalogExportDocument,
  ListCatalogExportsDocument,
} from '#rest/generated/operations.ts';
import { fromPath } from '#rest/request/request-value.ts';
import { customRoute, type Route } from '#rest/route.ts';
import { bodyDescription } from './explore-schemas.ts';
import { addressOf, linksResponse } from './explore-conventions.ts';
import { exportedRows, exportOptions, preparedFileResponse } from './exports.ts';

/** The name of a format in the address. Names in GraphQL cannot contain a dot. */
const pathNameOf = (format: string): string => (format === CatalogExportFormat.data_json ? 'data.json' : format);

/** The format with a name in the address; undefined for an unknown name. */
const formatOf = (pathName: string): CatalogExportFormat | undefined =>
  Object.values(CatalogExportFormat).find((format) => pathNameOf(format) === pathName);

/** The exports of the catalog (docs/contract/explore.md 10). */
export const exploreCatalogExportRoutes: readonly Route[] = [
  customRoute(ListCatalogExportsDocument, {
    operationId: 'ListExploreCatalogExports',
    method: 'GET',
    path: '/catalog/exports/',
    isPublic: true,
    variables: {},
    describeResponse: bodyDescription('Links'),
    async respond(execute, input, variables) {
      const { catalogExports } = (await execute(ListCatalogExportsDocument, variables)).data;
      return linksResponse(
        catalogExports.map(({ format }) => ({
          rel: pathNameOf(format),
          href: addressOf(input, 'catalog', 'exports', pathNameOf(format)),
        })),
      );
    },
  }),
  customRoute(RetrieveCatalogExportDocument, {
    operationId: 'ExportExploreCatalog',
    method: 'GET',
    path: '/catalog/exports/{format}/',
    isPublic: true,
    variables: { format: fromPath('format'), odsql: exportedRows, options: exportOptions },
    describeResponse: () => ({ status: 200, hasETag: false, content: 'bytes' }),
    async respond(execute, input, variables) {
      const { format: pathName = '' } = input.path;
      const format = formatOf(pathName) ?? fail('RESOURCE_NOT_FOUND', { resource: 'format', name: pathName });
      const { data } = await execute(RetrieveCatalogExportDocument, { ...variables, format });
      return preparedFileResponse(data.catalogExport, { isCompressed: false });
    },
  }),
];
