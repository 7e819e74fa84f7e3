import { hash } from 'node:crypto';
import type { RequestContext } from '#api/context.ts';
import { exploreBasePath, joinExploreUrl } from '#api/explore-base.ts';
import { addressed } from '#api/reading/declare-source.ts';
import type { CallerAddress, Row } from '#api/reading/type-source.ts';
import type { OdsqlInput } from '#api/types/odsql.inputs.ts';
import { exportColumns, type ExportFormat, recordIdKey } from '#engine/exports/export-format.ts';
import { exportFormats, type FormatName } from '#engine/exports/export-formats.ts';
import type { BoundItem } from '#engine/odsql/bind/bound.ts';
import type { SqlField } from '#engine/odsql/sql/scope.ts';
import { fail } from '#kernel/fail.ts';
import type { Sql } from '#kernel/sql.ts';
import { catalogDatasets, type CatalogDataset } from '#datasets/index.ts';
import { recordIdField } from '#records/index.ts';
import { openRecords } from '../reading/open-records.ts';
import { bindRows } from '../rows/rows.service.ts';
import type { Export, ExportOptionsInput } from './export.type.ts';
import { checkNamedColumns, parseExportLimit, parseExportOptions } from './export.rules.ts';
import { checkMappedColumns, mappingOf } from './dataset-mapping.ts';
import { prepareFile } from './prepare-file.ts';
import { exportRows, exportStatement, type ExportedQuery } from './export-rows.ts';

/** The field `exports` of a dataset. */
export const exportsOfDataset = addressed({
  source: catalogDatasets,
  field: 'exports',
  needs: ['datasetId', 'fields'],
  value: (dataset, caller) =>
    Object.entries(exportFormats)
      .filter(([, format]) => isOffered(format, dataset))
      .map(([name, format]) => describeExport(caller, dataset.datasetId, name, format)),
});

/** Whether a dataset is offered in a format: some formats need a geographic field that the caller may see. */
const isOffered = ({ needsGeometry }: ExportFormat, { fields }: Pick<Row<CatalogDataset>, 'fields'>): boolean =>
  !needsGeometry || fields.some(({ type }) => type === 'geo_point_2d' || type === 'geo_shape');

/** The address of a dataset in the Explore API. */
const addressOf = ({ address = '' }: CallerAddress, datasetId: string): string =>
  joinExploreUrl(`${address}${exploreBasePath}`, 'catalog', 'datasets', datasetId);

const describeExport = (
  caller: CallerAddress,
  datasetId: string,
  name: string,
  { mediaType, extension }: ExportFormat,
): Export => ({
  format: name,
  mediaType,
  filename: `${datasetId}.${extension}`,
  url: `${addressOf(caller, datasetId)}/exports/${name}`,
});

/** The query to export, the format of the file, and how it is written. */
export interface ExportRequest {
  readonly format: FormatName;
  readonly odsql: OdsqlInput;
  readonly options: ExportOptionsInput;
}

/**
 * Checks the query of an export and prepares its stream. The stream holds and reads nothing before the REST layer opens it; opening fails
 * TOO_MANY_EXPORTS where too many exports are running. Fails RESOURCE_NOT_FOUND for a format that the dataset is not offered in, INVALID_MAPPING, and as
 * `rows` does.
 */
export async function prepareExport(
  ctx: RequestContext,
  dataset: Row<CatalogDataset>,
  { format, odsql, options }: ExportRequest,
): Promise<Export> {
  const { app, session } = ctx;
  const file: ExportFormat = exportFormats[format];
  if (!isOffered(file, dataset)) fail('RESOURCE_NOT_FOUND', { resource: 'format', name: format });
  const { records } = await openRecords(ctx, dataset);
  const { selection, query: bound } = bindRows(dataset, records, odsql);
  const columns = exportColumns(bound, (name) => records.fields.find((field) => field.name === name)?.label);
  const hasRecordIds = file.needsRecordIds && bound.keys === null;
  const items = hasRecordIds ? [...bound.items, recordIdItem] : bound.items;
  const writeOptions = parseExportOptions(options);
  checkNamedColumns(options, columns);
  const mapping = file.isLinkedData ? await mappingOf(dataset) : undefined;
  if (mapping) checkMappedColumns(mapping, columns, records);
  const query: ExportedQuery = {
    ...{ selection, query: bound, items, limit: parseExportLimit(odsql) },
    select: (rows) => file.select?.(rows, writeOptions),
  };
  const exported = { address: addressOf(session, dataset.datasetId) };
  prepareFile(ctx, {
    tag: tagOf(exportStatement(query), { format, dataset: exported, columns, options: writeOptions, mapping }),
    write: (signal) =>
      file.write({
        ...{ dataset: exported, columns, options: writeOptions, mapping, disk: app.exportDisk },
        ...exportRows(ctx.records, query, signal),
      }),
  });
  return describeExport(session, dataset.datasetId, format, file);
}

/**
 * The tag of an export: two exports with the same tag are the same file. The statement names the table of the records, whose name differs after
 * every change of them, and its values come from the query and the caller's access.
 */
function tagOf(statement: Sql, file: object): string {
  const { text, values } = statement.render();
  return hash('sha256', JSON.stringify([file, text, values]), 'base64url');
}

/** The item that adds the identifier of a record to its row. */
const recordIdItem: BoundItem<SqlField> = {
  name: recordIdKey,
  expression: { kind: 'field', type: 'text', field: recordIdField },
};
