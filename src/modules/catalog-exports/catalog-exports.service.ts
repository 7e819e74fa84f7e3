import type { RequestContext } from '#api/context.ts';
import { exploreBasePath, joinExploreUrl } from '#api/explore-base.ts';
import type { CallerAddress } from '#api/reading/type-source.ts';
import { callerParameters } from '#api/session.ts';
import type { OdsqlInput } from '#api/types/odsql.inputs.ts';
import { exportColumns } from '#engine/exports/export-format.ts';
import { exportFormats } from '#engine/exports/export-formats.ts';
import { failFields } from '#kernel/fail.ts';
import type { Sql } from '#kernel/sql.ts';
import { bindCatalog, catalogRowTexts, catalogRowUids, type CatalogQuery } from '#catalog/index.ts';
import { parseExportLimit, parseExportOptions, prepareFile, type ExportOptionsInput } from '#explore/index.ts';
import type { CatalogExport } from './catalog-export.type.ts';
import { withTemplates } from './default-columns.ts';
import type { CatalogExportFormat } from './formats/catalog-export-format.ts';
import { catalogExportFormats, type CatalogFormatName } from './formats/catalog-export-formats.ts';
import type { DistributionOptions } from './metadata/describe-dataset.ts';
import { datasetTexts, streamDatasets } from './stream-datasets.ts';

/** The exports of the catalog. */
export const catalogExports = (caller: CallerAddress): CatalogExport[] =>
  Object.entries(catalogExportFormats).map(([name, format]) => describeExport(caller, name, format));

const describeExport = (
  { address = '' }: CallerAddress,
  name: string,
  { mediaType, extension, pathName = name }: CatalogExportFormat,
): CatalogExport => ({
  format: name,
  mediaType,
  filename: `catalog.${extension}`,
  url: joinExploreUrl(`${address}${exploreBasePath}`, 'catalog', 'exports', pathName),
});

/** The query to export, the format of the file, and how it is written. */
export interface CatalogExportRequest {
  readonly format: CatalogFormatName;
  readonly odsql: OdsqlInput;
  readonly options: ExportOptionsInput;
}

/**
 * Checks the query of an export of the catalog and prepares its stream. Fails INVALID_INPUT, ODSQL_SYNTAX_ERROR, ODSQL_ERROR and
 * INCOMPATIBLE_TYPES.
 */
export function prepareCatalogExport(
  ctx: RequestContext,
  { format: name, odsql, options }: CatalogExportRequest,
): CatalogExport {
  const format: CatalogExportFormat = catalogExportFormats[name];
  const { writeRows, writeDatasets } = format;
  const range = { limit: parseExportLimit(odsql), offset: parseOffset(odsql) };
  const writeOptions = parseExportOptions(options);
  const distributions = parseDistributions(options);
  if (writeRows) {
    const { query, statement } = selectRows(ctx, format, odsql, range);
    prepareFile(ctx, {
      write: (signal) =>
        writeRows({
          dataset: { address: joinExploreUrl(`${ctx.session.address ?? ''}${exploreBasePath}`, 'catalog') },
          columns: exportColumns(query),
          options: writeOptions,
          disk: ctx.app.exportDisk,
          rows: ctx.streams.streamTexts(statement, callerParameters(ctx.session), signal),
        }),
    });
  } else if (writeDatasets) {
    const uids = catalogRowUids(bindCatalog(ctx, odsql, {}), range);
    prepareFile(ctx, {
      write: (signal) =>
        writeDatasets({
          datasets: streamDatasets(ctx, uids, signal),
          address: ctx.session.address ?? '',
          distributions,
        }),
    });
  }
  return describeExport(ctx.session, name, format);
}

/** The statement for the rows of an export: what the query selects, else whole datasets or their fields. */
function selectRows(
  ctx: RequestContext,
  { hasWholeDatasets }: CatalogExportFormat,
  odsql: OdsqlInput,
  range: { readonly limit: number | null; readonly offset: number },
): { readonly query: CatalogQuery['query']; readonly statement: Sql } {
  const bound = bindCatalog(ctx, odsql);
  const { query } = bound;
  if (odsql.select?.trim() || odsql.groupBy?.trim()) return { query, statement: catalogRowTexts(bound, range) };
  if (hasWholeDatasets) return { query, statement: datasetTexts(ctx.session, catalogRowUids(bound, range)) };
  const named = withTemplates(query);
  return { query: named, statement: catalogRowTexts({ ...bound, query: named }, range) };
}

function parseDistributions({ includeExports, useLabelsInExports }: ExportOptionsInput): DistributionOptions {
  const unknown = includeExports?.find((format) => !Object.hasOwn(exportFormats, format));
  if (unknown !== undefined)
    failFields({
      'options.includeExports': [`Give formats of exports of records: ${Object.keys(exportFormats).join(', ')}.`],
    });
  return { formats: includeExports ?? null, hasLabels: useLabelsInExports };
}

function parseOffset({ offset }: Pick<OdsqlInput, 'offset'>): number {
  if (offset < 0)
    failFields({
      'odsql.offset': [
        `Invalid value for offset API parameter: ${String(offset)} was found but 0 <= offset is expected.`,
      ],
    });
  return offset;
}
