import { fail } from '#kernel/fail.ts';
import { listNames } from '#kernel/text.ts';
import { localEntries } from '#engine/archives/zip-local-entry.ts';
import { chooseEntries } from '#engine/archives/packed-format.ts';
import type { RawParams, Parameter } from '#engine/parameters/parameter.ts';
import type { Columns } from '#engine/records/columns.ts';
import type { Extractor, Sample } from '../extractor.ts';

/** The parameter of formats of tables that chooses one file of an archive. */
export const archiveFile = {
  name: 'archive_file',
  type: 'text',
  label: 'File of the archive',
  description:
    'The name of the only file of a zip that is read; without it, all files of the format, which must have the same columns.',
  isMandatory: false,
  default: '',
} as const;

/** The file that parameters choose; empty when they choose none, or when the extractor has no such parameter. */
export const wantedFile = ({ parameters }: Extractor, params: RawParams): string => {
  const wanted = parameters.some(({ name }) => name === archiveFile.name) ? params[archiveFile.name] : undefined;
  return typeof wanted === 'string' ? wanted : '';
};

/** Fails EXTRACTION_FAILED for a file whose columns are those of another table than the files before it: their records would be mixed. */
export function requireSameTable(columns: Columns, filename: string, siblings: readonly string[]): void {
  if (siblings.length < 2 || !columns.areOfAnotherTable) return;
  fail('EXTRACTION_FAILED', {
    reason: `${filename} has other columns than the files before it in its archive: these are several tables; choose one of them by ${archiveFile.name}: ${listNames(siblings)}`,
  });
}

/** The parameters of an extractor for a sample: of an archive with several files, `archive_file` has them as choices. */
export function parametersFor({ parameters, extensions }: Extractor, { bytes }: Sample): readonly Parameter[] {
  const choices = chooseEntries([...localEntries(bytes)], { extensions }).map(({ name }) => name);
  return choices.length > 1
    ? parameters.map((parameter) =>
        parameter.name === archiveFile.name ? { ...parameter, choices, acceptsOthers: true } : parameter,
      )
    : parameters;
}
