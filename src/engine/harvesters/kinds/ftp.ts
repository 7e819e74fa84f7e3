import { describeRow, parseMetadataText } from '../described-row.ts';
import {
  checkFileServer,
  FileServerFolder,
  fileServerSettings,
  newestOf,
  problemsOf,
  titleOf,
} from '../file-server.ts';
import { defineHarvesterKind } from '../harvester-kind.ts';
import { downloadResources, metadataOnly } from '../harvester-settings.ts';

const settings = [
  ...fileServerSettings,
  {
    name: 'meta',
    type: 'text',
    description: 'Metadata of every dataset: a JSON object, or a line `field=value` each.',
  },
  downloadResources,
  metadataOnly,
] as const;

/** How many levels of folders below the folder of a dataset belong to it. */
const maxDepth = 5;

/** Folders on a file server: each file is a dataset, and each folder one of the files in it and below it. */
export const ftp = defineHarvesterKind({
  type: 'ftp',
  label: 'File server',
  settings,
  check: (given) =>
    parseMetadataText(given.meta)
      ? checkFileServer(given)
      : { meta: ['Give a JSON object, or a line `field=value` each.'] },
  async *entries(given, { files, reportTotal }) {
    const folder = new FileServerFolder(given, files);
    const listing = await folder.list(maxDepth);
    const datasets = Map.groupBy(listing.files, ({ path }) => (path.includes('/') ? `${path.split('/')[0]}/` : path));
    reportTotal(datasets.size);
    const meta = parseMetadataText(given.meta) ?? {};
    for (const [id, members] of datasets) {
      const title = meta['title'] ?? titleOf(id);
      yield {
        id,
        title,
        version: null,
        ...describeRow(meta, title, newestOf(members)),
        ...folder.partsOf(members),
        fields: [],
      };
    }
    yield* problemsOf(listing);
  },
});
