import { mkdir, mkdtemp, readdir, readFile, rm, symlink, watch } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';
import { CommandError, type ExitCode, exitCodes, messageOf } from '../exit-codes.ts';
import { describedFiles, type DescribedFile } from '../files/described-files.ts';
import { ItemWriter, openForExport } from '../files/portal-folder.ts';
import { safeName } from '../files/safe-name.ts';
import { fromYaml } from '../files/yaml.ts';
import { datasetDocument } from '../nouns/dataset-document.ts';
import { datasetNoun } from '../nouns/dataset.ts';
import type { Session } from '../nouns/noun.ts';
import type { Terminal } from '../terminal.ts';
import { applyPortal } from './apply.ts';
import { planPortal } from './plan.ts';

export interface FolderOptions {
  readonly folder: string;
  readonly dryRun?: boolean | undefined;
  readonly publish?: boolean | undefined;
  /** Whether to wait for the publications. */
  readonly wait: boolean;
  /** Imports what changes until the signal. */
  readonly watch?: AbortSignal | undefined;
}

/** The type of the extractor of a file, by the end of its name. The bytes decide what is inside; a sidecar says otherwise. */
const extractors: Readonly<Record<string, string>> = Object.freeze({
  ...{ csv: 'csvfile', tsv: 'csvfile', txt: 'csvfile', json: 'jsonfile', jsonl: 'jsonfile', ndjson: 'jsonfile' },
  ...{ geojson: 'geojsonfile', topojson: 'topojsonfile', shp: 'shapefile', gpkg: 'geopackage', fgb: 'flatgeobuf' },
  ...{ kml: 'kmlfile', kmz: 'kmlfile', gpx: 'gpxfile', parquet: 'parquetfile', xml: 'xmlfile', rss: 'feed' },
  ...{ xlsx: 'xlsfile', xls: 'xlsfile', ods: 'xlsfile', fods: 'xlsfile', zip: 'shapefile' },
});

/** The milliseconds without a change after which files are read: what writes them is done. */
const quietMs = 500;

/** Makes a dataset of each file of a folder, and again of what changes there where it is watched. */
export async function importFolder(
  session: Session,
  terminal: Terminal,
  { watch: signal, ...options }: FolderOptions,
): Promise<ExitCode> {
  if (!signal) return importOnce(session, terminal, options);
  const { folder } = options;
  // a file that is invalid, or an instance that does not answer, is no end: the next change may mend it
  const importChanges = async () => {
    // each import reads the state of the instance again
    await importOnce({ ...session }, terminal, options).catch((error: unknown) => {
      if (!(error instanceof CommandError)) throw error;
      terminal.warn(error.message);
    });
  };
  let timer: NodeJS.Timeout | undefined;
  let imported = Promise.resolve();
  const changes = watch(folder, { recursive: true, signal });
  try {
    imported = importChanges();
    terminal.warn(`Watching ${folder}. Ctrl-C ends it.`);
    for await (const _change of changes) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        imported = imported.then(importChanges);
      }, quietMs);
    }
  } catch (error) {
    if (!signal.aborted) throw new CommandError(`${folder} cannot be watched: ${messageOf(error)}`);
  } finally {
    clearTimeout(timer);
    await imported;
  }
  return exitCodes.ok;
}

/** Makes a dataset of each file of a folder: a plan for a dry run, else applied. The same folder again changes what changed. */
async function importOnce(
  session: Session,
  terminal: Terminal,
  { folder, dryRun, publish = false, wait }: FolderOptions,
): Promise<ExitCode> {
  const portal = await mkdtemp(join(tmpdir(), 'catalograph-import-'));
  try {
    await openForExport(portal, [datasetNoun]);
    const writer = new ItemWriter(portal, datasetNoun);
    for (const { path, document } of await documentsOf(folder, session.warn)) {
      const key = datasetNoun.keyOf(document);
      if (writer.has(key)) throw new CommandError(`${path}: another file is the dataset ${key}. Give one a sidecar.`);
      await writer.add(key);
      await writer.write(key, { ...document, isPublished: document['isPublished'] ?? publish });
      const files = join(portal, dirname(writer.pathOf(key)), 'files');
      await mkdir(files, { recursive: true });
      await symlink(resolve(folder, path), join(files, safeName(basename(path))));
    }
    if (writer.written.size === 0) throw new CommandError(`${folder} has no files that a dataset can be made of.`);
    return dryRun === true
      ? await planPortal(session, terminal, { folder: portal })
      : await applyPortal(session, terminal, { folder: portal, wait });
  } finally {
    await rm(portal, { recursive: true, force: true });
  }
}

/** The documents of the files of a folder and of the folders in it, in alphabetical order. */
async function documentsOf(folder: string, warn: Session['warn']) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    throw new CommandError(`${folder} cannot be read: ${messageOf(error)}`);
  });
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length))
    .sort();
  const described = await describedFiles(folder, paths, warn);
  const documents: { readonly path: string; readonly document: JsonObject }[] = [];
  for (const path of paths) {
    if (described.descriptions.has(path) || /\.ya?ml$/.test(path)) continue;
    const sidecar = paths.find((each) => each === withoutExtension(path) + '.yaml' || each === `${path}.yaml`);
    const type = extractors[extname(path).slice(1).toLowerCase()];
    if (type === undefined) warn(`${path}: no dataset is made of it; its format is not known.`);
    else
      documents.push({
        path,
        document: withSidecar(
          documentOf(path, type, described.files.get(path)),
          sidecar === undefined ? {} : await readSidecar(folder, sidecar),
        ),
      });
  }
  return documents;
}

const withoutExtension = (path: string): string => path.slice(0, path.length - extname(path).length);

const parts: ReadonlySet<string> = new Set(datasetDocument.keyof().options);

/** A document with the parts that a sidecar has. What is no part of a dataset is a field of its metadata, as `title: Museums`. */
function withSidecar(document: JsonObject, sidecar: JsonObject): JsonObject {
  const entries = Object.entries(sidecar);
  const { metadata = {}, ...given } = Object.fromEntries(entries.filter(([name]) => parts.has(name)));
  const fields = Object.fromEntries(entries.filter(([name]) => !parts.has(name)));
  const templates = { ...mapOf(document['metadata']), ...mapOf(metadata) };
  return { ...document, ...given, metadata: { ...templates, default: { ...mapOf(templates['default']), ...fields } } };
}

const mapOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

async function readSidecar(folder: string, path: string): Promise<JsonObject> {
  const value = fromYaml(await readFile(join(folder, path), 'utf8'), path);
  if (!isJsonObject(value)) throw new CommandError(`${path} is not a map.`);
  return value;
}

function documentOf(path: string, type: string, described: DescribedFile = {}): JsonObject {
  const name = basename(withoutExtension(path));
  const title = described.title ?? titleOf(name);
  const resource: Json = {
    title: basename(path),
    type,
    ...(described.params && { params: described.params }),
    datasource: { uploadedFile: { file: basename(path) } },
  };
  return {
    datasetId: described.name ?? identifierOf(name),
    metadata: { default: { title, ...described.metadata } },
    resources: [resource],
    ...(described.fields && { fields: described.fields }),
    ...(described.processors && described.processors.length > 0 && { processors: described.processors }),
  };
}

/** `street_trees-2024` is `Street trees 2024`. */
const titleOf = (name: string): string => {
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const identifierOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 200) || 'dataset';
