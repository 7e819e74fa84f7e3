import type { OdsqlInput } from '#api/types/odsql.inputs.ts';
import { type ExportColumn, type ExportOptions, parquetCompressions } from '#engine/exports/export-format.ts';
import { findTargetSystem } from '#engine/geo/coordinate-systems.ts';
import { failFields } from '#kernel/fail.ts';
import type { ExportOptionsInput } from './export.type.ts';

const delimiters = [';', ',', '\t', '|'];
const maxListSeparatorLength = 10;
const maxDescriptionFields = 100;

/** The maximum number of rows of an export; null for all. Fails INVALID_INPUT. */
export function parseExportLimit({ limit }: Pick<OdsqlInput, 'limit'>): number | null {
  if (limit < -1)
    failFields({
      'odsql.limit': [`Invalid value for limit API parameter: ${String(limit)} was found but -1 <= limit is expected.`],
    });
  return limit === -1 ? null : limit;
}

/** The options of an export. Fails INVALID_INPUT. */
export function parseExportOptions(options: ExportOptionsInput): ExportOptions {
  const { delimiter, listSeparator } = options;
  if (!delimiters.includes(delimiter))
    failFields({ 'options.delimiter': ['Give a semicolon, a comma, a tab or a bar.'] });
  if (listSeparator.length > maxListSeparatorLength)
    failFields({ 'options.listSeparator': [`Give at most ${String(maxListSeparatorLength)} characters.`] });
  return {
    delimiter,
    listSeparator,
    isQuoted: options.quoteAll,
    hasEscapedFormulas: options.escapeFormulas,
    hasByteOrderMark: options.withBom,
    hasLabels: options.useLabels,
    system: findTargetSystem(options.epsg) ?? unknownSystem(),
    nameField: options.nameField ?? null,
    descriptionFields: options.descriptionFieldList,
    hasExtensions: options.useExtension,
    parquetCompression: parquetCompressions.find((name) => name === options.parquetCompression) ?? unknownCompression(),
  };
}

/** Checks that the options name columns of the export. Fails INVALID_INPUT. */
export function checkNamedColumns(
  { nameField = null, descriptionFieldList }: ExportOptionsInput,
  columns: readonly ExportColumn[],
): void {
  const isColumn = (name: string): boolean => columns.some((column) => column.name === name);
  if (nameField !== null && !isColumn(nameField)) failFields({ 'options.nameField': ['Give a column of the export.'] });
  if (descriptionFieldList.length > maxDescriptionFields || !descriptionFieldList.every(isColumn))
    failFields({
      'options.descriptionFieldList': [`Give at most ${String(maxDescriptionFields)} columns of the export.`],
    });
}

const unknownSystem = (): never =>
  failFields({ 'options.epsg': ['Give the EPSG code of a coordinate reference system, such as 2154.'] });

const unknownCompression = (): never =>
  failFields({ 'options.parquetCompression': [`Give ${parquetCompressions.join(' or ')}.`] });
