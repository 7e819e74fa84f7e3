import type { Columns } from '#engine/records/columns.ts';
import type { DataRecord } from '#engine/records/record.ts';

/** The parameter of all formats that adds the name of the file to every record. */
export const extractFilename = {
  name: 'extract_filename',
  type: 'boolean',
  label: 'Extract the file name',
  description: 'Adds a field that holds the name of the file.',
  isMandatory: false,
  default: 'false',
} as const;

const filenameColumn = 'Source filename';

/** Adds the name of the file to records in an extra column when the parameter is set. */
export function withFilename(
  records: DataRecord[],
  isWanted: boolean,
  filename: string,
  columns: Columns,
): DataRecord[] {
  if (!isWanted || records.length === 0) return records;
  const name = columns.nameOf(filenameColumn);
  for (const record of records) record[name] = filename;
  return records;
}
