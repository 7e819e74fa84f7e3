import { contentDisposition } from '#rest/responders/file.ts';
import { type RestResponse, sandboxHeader } from '#rest/responders/responders.ts';
import { fromQuery } from '#rest/request/request-value.ts';
import { parseBoolean, parseInteger, parseNames } from '#rest/wire-values.ts';
import { listParameters } from './odsql-parameters.ts';

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
  parquetCompression: fromQuery('parquet_compression', { default: 'snappy' }),
  epsg: fromQuery('epsg', { default: '4326' }),
  nameField: fromQuery('name_field'),
  descriptionFieldList: fromQuery('description_field_list', { parse: parseNames, default: [] }),
  useExtension: fromQuery('use_extension', { parse: parseBoolean, default: true }),
  includeExports: fromQuery('include_exports', { parse: parseNames }),
  useLabelsInExports: fromQuery('use_labels_in_exports', { parse: parseBoolean, default: true }),
};

/** A response that consists of the file that the operation prepared. */
export const fileResponse = (
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
