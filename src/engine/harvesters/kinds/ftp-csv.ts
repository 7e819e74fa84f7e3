import { posix } from 'node:path';
import { fail } from '#kernel/fail.ts';
import type { ListedFile } from '#platform/datasources/list-folder.ts';
import { describeRow, readRows, type Row, toFields } from '../described-row.ts';
import {
  checkFileServer,
  FileServerFolder,
  fileServerSettings,
  problemsOf,
  revisionOf,
  titleOf,
} from '../file-server.ts';
import { defineHarvesterKind, type RemoteEntry } from '../harvester-kind.ts';
import { downloadResources, type HarvesterSetting, metadataOnly } from '../harvester-settings.ts';

const metadataFile = {
  name: 'metadata_file',
  type: 'text',
  isMandatory: true,
  description: 'The CSV file that describes the datasets, by its path from the folder.',
} as const satisfies HarvesterSetting;

const defaultColumn = 'source_dataset';

const describedSettings = [
  ...fileServerSettings,
  metadataFile,
  {
    name: 'metadata_join_key',
    type: 'text',
    default: defaultColumn,
    description: 'The column with the name of the file that a row describes.',
  },
  downloadResources,
  metadataOnly,
] as const;

/** Files on a file server, each a dataset, and a list that describes them. A file that the list lacks has the title of its name. */
export const ftpCsv = defineHarvesterKind({
  type: 'ftp_csv',
  label: 'File server with a list',
  settings: describedSettings,
  check: checkFileServer,
  async *entries(given, { files, reportTotal }) {
    const folder = new FileServerFolder(given, files);
    const list = toPlainPath(given.metadata_file);
    const listing = await folder.list(0);
    const column = (given.metadata_join_key || defaultColumn).toLowerCase();
    const rows = await readList(folder, list, column);
    const described = new Map(rows.map((row) => [toPlainPath(row[column] ?? ''), row]));
    const data = listing.files.filter(({ path }) => path !== list);
    reportTotal(data.length);
    for (const file of data)
      yield toEntry(folder, file.path, file, withoutColumns(described.get(file.path) ?? {}, column));
    const names = new Set(data.map(({ path }) => path));
    const counts = new Map<string, number>();
    for (const row of rows) {
      const name = toPlainPath(row[column] ?? '');
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    for (const [name, count] of counts)
      if (!names.has(name)) yield { id: name || list, error: missingMessage(list, name) };
      else if (count > 1)
        yield { id: name, error: `${list} describes this file ${count} times. The last row was taken.` };
    yield* problemsOf(listing);
  },
});

const listedSettings = [
  ...fileServerSettings,
  metadataFile,
  {
    name: 'resource_location_column',
    type: 'text',
    default: defaultColumn,
    description: 'The column with the place of the file: a path from the folder, or an address of the web.',
  },
  {
    name: 'resource_schema_column',
    type: 'text',
    description: 'The column with the CSV file that describes the fields by `name`, `label`, `type` and `description`.',
  },
  {
    name: 'csv_separator',
    type: 'text',
    default: ';',
    description: 'The character between two cells; `\\t` for a tabulator.',
  },
  downloadResources,
  metadataOnly,
] as const;

/** How many levels of folders the files of a list may be in. */
const maxDepth = 5;

/** A list on a file server, each row a dataset with a file and perhaps a file that describes its fields. */
export const ftpWithMetaCsv = defineHarvesterKind({
  type: 'ftp_with_meta_csv',
  label: 'File server with a list and schemas',
  settings: listedSettings,
  check: (given) =>
    separatorOf(given.csv_separator).length === 1
      ? checkFileServer(given)
      : { csv_separator: ['Give one character, or `\\t`.'] },
  async *entries(given, { files, reportTotal }) {
    const folder = new FileServerFolder(given, files);
    const list = toPlainPath(given.metadata_file);
    const location = (given.resource_location_column || defaultColumn).toLowerCase();
    const schemaColumn = given.resource_schema_column.toLowerCase();
    const separator = separatorOf(given.csv_separator);
    const listing = await folder.list(maxDepth);
    const found = new Map(listing.files.map((file) => [file.path, file]));
    const rows = await readList(folder, list, location, separator);
    reportTotal(rows.length);
    for (const row of rows) {
      const place = row[location] ?? '';
      const path = toPlainPath(place);
      const id = row['name'] || path;
      const schema = schemaColumn === '' ? undefined : (row[schemaColumn] ?? '');
      const schemaFile = schema ? found.get(toPlainPath(schema)) : undefined;
      const described = withoutColumns(row, 'name', location, schemaColumn);
      const title = row['title'] || row['name'] || titleOf(path);
      if (/^https?:\/\//i.test(place)) {
        const resources = [{ title, url: place, extractor: null }];
        yield {
          id,
          title,
          version: null,
          ...describeRow(described, title, null),
          resources,
          attachments: [],
          fields: [],
        };
        continue;
      }
      const file = found.get(path);
      if (!file) yield { id: id || list, error: missingMessage(list, path) };
      else if (schema && !schemaFile) yield { id, error: missingMessage(list, schema) };
      else {
        const entry = toEntry(folder, id, file, { ...described, title });
        yield schemaFile ? withSchema(entry, schemaFile, () => readFields(folder, schemaFile, separator)) : entry;
      }
    }
    yield* problemsOf(listing);
  },
});

const separatorOf = (text: string): string => (/^(?:\\t|tab)$/i.test(text) ? '\t' : text || ';');

/** A path as listings write it. */
const toPlainPath = (path: string): string =>
  path
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '');

const missingMessage = (list: string, path: string): string =>
  path === ''
    ? `A row of ${list} names no file.`
    : `${list} names ${JSON.stringify(path.slice(0, 200))}, which is not in the folder.`;

/** The rows of the list. Fails SOURCE_FAILED where it cannot be read, and without the column. */
async function readList(
  folder: FileServerFolder,
  list: string,
  column: string,
  separator?: string,
): Promise<readonly Row[]> {
  const rows = await readRows(list, await folder.read(list), separator);
  const columns = Object.keys(rows[0] ?? {});
  if (rows.length > 0 && !columns.includes(column))
    fail('SOURCE_FAILED', {
      reason: `${list} has no column ${column}; it has ${columns.slice(0, 20).join(', ').slice(0, 300)}. Check the column and the separator.`,
    });
  return rows;
}

const withoutColumns = (row: Row, ...names: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

/** The dataset of one file. */
function toEntry(folder: FileServerFolder, id: string, file: ListedFile, row: Row): DescribedFile {
  const title = row['title'] || titleOf(file.path);
  const { resources, attachments } = folder.partsOf([file]);
  return {
    id,
    title,
    version: null,
    ...describeRow(row, title, file.modifiedAt),
    resources: resources.map((resource) => ({ ...resource, title: posix.basename(file.path) })),
    attachments,
    fields: [],
  };
}

type DescribedFile = Exclude<RemoteEntry, { readonly error: string }>;

/** A dataset with the file that describes its fields, which is read for a changed dataset only: a change of it changes the dataset. */
const withSchema = (
  entry: DescribedFile,
  schema: ListedFile,
  loadFields: DescribedFile['loadFields'],
): DescribedFile => ({
  ...entry,
  ...(loadFields && { loadFields }),
  resources: entry.resources.map((resource) => ({
    ...resource,
    revision: `${resource.revision ?? ''}, ${revisionOf(schema)}`,
  })),
});

const readFields = async (folder: FileServerFolder, { path }: ListedFile, separator: string) =>
  toFields(await readRows(path, await folder.read(path), separator));
