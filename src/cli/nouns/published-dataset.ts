import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { canonicalJson, isJsonObject, type Json, type JsonObject, toPlainJson } from '#kernel/json.ts';
import { namesOfFiles, safeName } from '../files/safe-name.ts';
import { withReferences } from '../files/secrets.ts';
import {
  ReadPublishedDocument,
  type ReadPublishedQuery,
  type WrittenDatasetFragment,
} from '../generated/operations.ts';
import { compare, isRenamedReference } from './compare.ts';
import { hashOf, uploadedFileOf } from './dataset-files.ts';
import { datasetDocument, type DatasetDocument } from './dataset-document.ts';
import type { Change, Session } from './noun.ts';
import { type ConnectionNames, connectionOf, isBehind, writeDataset, writeMetadata } from './write-dataset.ts';

/** What the instance has published of a dataset, compared with its draft. */
export type PublishedState =
  | { readonly kind: 'none' | 'current' | 'pending' | 'unknown' }
  | {
      readonly kind: 'earlier';
      /** The parts that differ from the draft's, as `published` of a file has them. */
      readonly parts: JsonObject;
      /** The SHA-256 of the files that the published resources read, by name. */
      readonly files: ReadonlyMap<string, string>;
    };

type Published = NonNullable<NonNullable<ReadPublishedQuery['dataset']>['published']>;

/** The most connections of one dataset. */
const maxConnections = 1_000;

/** Reads what is published. It is unknown where an earlier version of the service published it, or its connection cannot be read. */
export async function readPublishedState(
  { client }: Session,
  stored: WrittenDatasetFragment,
  connections: ConnectionNames,
): Promise<PublishedState> {
  const { uid, isPublished, status, published: known } = stored;
  if (status?.next != null) return { kind: 'pending' };
  if (!isPublished) return { kind: 'none' };
  if (!known) return { kind: isBehind(stored) ? 'unknown' : 'current' };
  if (known.isCurrent) return { kind: 'current' };
  const { dataset } = await client.send(ReadPublishedDocument, { uid, parts: maxConnections });
  const parts = dataset?.published && differencesOf(dataset.published, stored, connections);
  if (!parts || !dataset.published) return { kind: 'unknown' };
  const files = new Map(dataset.published.files.map(({ filename, sha256 }) => [filename, sha256]));
  return Object.keys(parts).length === 0 ? { kind: 'current' } : { kind: 'earlier', parts, files };
}

/** The published parts that differ from the draft's; undefined where a connection cannot be read. */
function differencesOf(
  published: Published,
  stored: WrittenDatasetFragment,
  connections: ConnectionNames,
): JsonObject | undefined {
  const draft = writeDataset(stored, connections);
  const resources = writeResources(published, { stored, draft, connections });
  if (!resources) return undefined;
  const metadata = metadataDifferences(effectiveMetadata(stored.metadata), effectiveMetadata(published.metadata));
  const lists: JsonObject = {
    resources,
    processors: listOf(published.processors, storedStep).map(({ type, label, params }) => ({
      type,
      ...(label !== '' && { label }),
      ...(Object.keys(params).length > 0 && { params }),
    })),
    fields: listOf(published.fieldConfigurations, storedField).map(({ label, configuration }) => ({
      ...(label !== '' && { label }),
      ...configuration,
    })),
  };
  const hasOwnFiles = ownFilesOf(published.files, stored).length > 0;
  return {
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...Object.fromEntries(
      Object.entries(lists).filter(
        ([part, list]) => !isSame(draft[part] ?? null, list) || (part === 'resources' && hasOwnFiles),
      ),
    ),
  };
}

const jsonMap = z.record(z.string(), z.json());
const storedStep = z.object({ type: z.string(), label: z.string(), params: jsonMap });
const storedField = z.object({ label: z.string(), configuration: jsonMap });
const storedResource = z.object({
  type: z.string(),
  title: z.string(),
  params: jsonMap,
  url: z.string().nullable(),
  datasource: z.record(z.string(), jsonMap).nullable(),
});

const listOf = <Item>(list: readonly unknown[], item: z.ZodType<Item>): Item[] =>
  z.array(item).parse(toPlainJson(list));

/** The published resources as a file has them. A secret that a resource of the draft has too has the same name. */
function writeResources(
  { resources, connections: own }: Published,
  {
    stored,
    draft,
    connections,
  }: {
    readonly stored: WrittenDatasetFragment;
    readonly draft: JsonObject;
    readonly connections: ConnectionNames;
  },
): JsonObject[] | undefined {
  const known = [...own.nodes, ...stored.resources.nodes.flatMap(({ connection }) => connection ?? [])];
  const connectionWith = (uid: Json | undefined): JsonObject | undefined => {
    const saved = typeof uid === 'string' ? connections.get(uid) : undefined;
    const found = known.find((each) => each.uid === uid);
    return saved === undefined ? found && connectionOf(found) : { saved };
  };
  const drafted = Array.isArray(draft['resources']) ? (draft['resources'] as readonly Json[]) : [];
  const { datasetId } = stored;
  const written = listOf(resources, storedResource).map(({ title, type, params, url, datasource }, index) => {
    const datasources = Object.entries(datasource ?? {}).map(([kind, { connection, file, ...settings }]) => {
      if (isJsonObject(file)) return { [kind]: { file: file['uid'] ?? null } };
      if (!isJsonObject(connection)) return { [kind]: settings };
      const given = connectionWith(connection['uid']);
      return given && { [kind]: { connection: given, ...withoutEmptyLists(settings) } };
    });
    const [given = null] = datasources;
    if (datasources.length > 0 && given === null) return undefined;
    const same = drafted.findIndex(
      (each, at) =>
        isJsonObject(each) &&
        isSame(each['datasource'] ?? null, given && withReferences(given, [datasetId, String(at + 1)])),
    );
    const place = same === -1 ? [datasetId, 'published', String(index + 1)] : [datasetId, String(same + 1)];
    return {
      title,
      type,
      ...(Object.keys(params).length > 0 && { params }),
      ...(url !== null && { url }),
      ...(given && { datasource: withReferences(given, place) }),
    };
  });
  return written.every((each) => each !== undefined) ? written : undefined;
}

const withoutEmptyLists = (settings: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(settings).filter(([, each]) => !(Array.isArray(each) && each.length === 0)));

/** Whether two values are the same, where null is as good as nothing. */
const isSame = (one: Json, other: Json): boolean =>
  canonicalJson(withoutNulls(one)) === canonicalJson(withoutNulls(other));

function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map((each: Json) => withoutNulls(each));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (each === null ? [] : [[name, withoutNulls(each)] as const])),
  );
}

/** Metadata as files have them: template → field → value. */
type WrittenMetadata = NonNullable<DatasetDocument['metadata']>;

const jsonMapOf = (value: Json | undefined): WrittenMetadata => z.record(z.string(), jsonMap).parse(value ?? {});

/** The values that count, of the dataset's own and of the source that it has. */
function effectiveMetadata(metadata: object): WrittenMetadata {
  const given = toPlainJson(metadata) as JsonObject;
  return mergeMetadata(jsonMapOf(writeMetadata(given, 'remote')), jsonMapOf(writeMetadata(given, 'own')));
}

/** The fields whose published value is another one; null where none is published. */
function metadataDifferences(draft: WrittenMetadata, values: WrittenMetadata): JsonObject {
  const namesOf = (...objects: readonly (object | undefined)[]) =>
    [...new Set(objects.flatMap((each) => Object.keys(each ?? {})))].toSorted();
  return Object.fromEntries(
    namesOf(draft, values).flatMap((template) => {
      const [before, after] = [draft[template] ?? {}, values[template] ?? {}];
      const different = namesOf(before, after).filter((name) => !isSame(before[name] ?? null, after[name] ?? null));
      const fields = Object.fromEntries(different.map((name) => [name, after[name] ?? null]));
      return different.length === 0 ? [] : [[template, fields] as const];
    }),
  );
}

/** Metadata with other values for some fields. */
const mergeMetadata = (metadata: WrittenMetadata, other: WrittenMetadata): WrittenMetadata => ({
  ...metadata,
  ...Object.fromEntries(Object.entries(other).map(([name, fields]) => [name, { ...metadata[name], ...fields }])),
});

/** A document whose parts are those that its file has published. */
export const publishedDocument = ({ published, ...document }: DatasetDocument): DatasetDocument => ({
  ...document,
  ...published,
  ...(published?.metadata && { metadata: mergeMetadata(document.metadata ?? {}, published.metadata) }),
});

/**
 * A document whose draft has no metadata that only its published state has: these were in the draft when they were published. What the source
 * gives stays as it is.
 */
export function draftDocument({ published, ...document }: DatasetDocument): DatasetDocument {
  if (!published?.metadata) return document;
  const { metadata: drafted = {}, remoteMetadata = {} } = document;
  const own: WrittenMetadata = Object.fromEntries(
    Object.entries(published.metadata).map(([template, fields]) => [
      template,
      Object.fromEntries(Object.entries(fields).filter(([name]) => remoteMetadata[template]?.[name] === undefined)),
    ]),
  );
  return { ...document, metadata: mergeMetadata(pickMetadata({}, own), drafted) };
}

/** The published files whose bytes the draft does not read. */
export const ownFilesOf = <File extends { readonly filename: string; readonly sha256: string }>(
  files: readonly File[],
  { resources, resourceFiles }: WrittenDatasetFragment,
): readonly File[] => {
  const used = new Set(
    resources.nodes.flatMap(({ datasource }) => (datasource && 'file' in datasource ? [datasource.file.uid] : [])),
  );
  const hashes = new Map(resourceFiles.nodes.map(({ filename, sha256 }) => [filename, sha256]));
  return files.filter(({ filename, sha256 }) => !used.has(filename) || hashes.get(filename) !== sha256);
};

/** Where files stand whose bytes only the published resources read: below `published/`. */
export async function writePublishedFiles(
  { client }: Pick<Session, 'client'>,
  stored: WrittenDatasetFragment,
  state: PublishedState,
  folder: string,
): Promise<void> {
  if (state.kind !== 'earlier' || state.parts['resources'] === undefined) return;
  const names = namesOfFiles(state.files.keys());
  const files = [...state.files].map(([filename, sha256]) => ({ filename, sha256 }));
  for (const { filename } of ownFilesOf(files, stored)) {
    const path = `/catalog/datasets/${stored.uid}/published_files/${encodeURIComponent(filename)}/download/`;
    await client.download(path, join(folder, 'published', names.get(filename) ?? safeName(filename)));
  }
}

/** A file that published resources read. */
export interface PublishedFile {
  readonly name: string;
  readonly path: string;
  readonly hash: string;
}

/** The files that the published resources of a document read: below `published/`, and below `files/` where the draft reads the same. */
export async function publishedFilesOf(
  { published, resources }: DatasetDocument,
  folder: string,
): Promise<PublishedFile[]> {
  // a part that is as the draft has it does not stand in `published`
  const read = published && (published.resources ?? resources);
  const names = (read ?? []).flatMap(({ datasource }) => uploadedFileOf(datasource));
  const files = [];
  for (const [name, fileName] of namesOfFiles(names)) {
    const own = join(folder, 'published', fileName);
    const path = existsSync(own) ? own : join(folder, 'files', safeName(name));
    files.push({ name, path, hash: await hashOf(path) });
  }
  return files;
}

const comparedParts = ['metadata', 'resources', 'processors', 'fields'] as const;

/** The differences between what a file has published and what the instance has; none while a publication is under way. */
export async function publishedChanges(
  document: DatasetDocument,
  folder: string,
  {
    stored,
    state,
    written,
  }: { readonly stored: WrittenDatasetFragment; readonly state: PublishedState; readonly written: JsonObject },
): Promise<Change[]> {
  const files = await publishedFilesOf(document, folder);
  if (!document.isPublished || state.kind === 'pending' || state.kind === 'none') return [];
  const unknown = {
    kind: 'changed',
    before: state.kind === 'unknown' ? 'unknown' : 'earlier',
    after: 'as the file',
  } as const;
  if (!document.published)
    return state.kind === 'current' ? [] : [{ path: ['publication'], ...unknown, before: 'behind' }];
  if (state.kind === 'unknown') return [{ path: ['published'], ...unknown }];
  const base = datasetDocument.parse({ ...written, ...(state.kind === 'earlier' && { published: state.parts }) });
  const [before, after] = [publishedDocument(base), publishedDocument(document)];
  // a dataset that has no source here has its values as its own
  const remoteMetadata = base.remoteMetadata ?? document.remoteMetadata ?? {};
  const hashes =
    state.kind === 'earlier'
      ? state.files
      : new Map(stored.resourceFiles.nodes.map(({ filename, sha256 }) => [filename, sha256]));
  return [
    ...comparedParts
      .flatMap((part) => {
        if (after[part] === undefined) return [];
        const path = ['published', part];
        if (part !== 'metadata') {
          const [one, other] = [toPlainJson(before[part] ?? []) as Json, toPlainJson(after[part]) as Json];
          return compare(withoutNulls(one), withoutNulls(other), path);
        }
        const [one, other] = [before, after].map(({ metadata = {} }) => mergeMetadata(remoteMetadata, metadata));
        return compare(withoutNulls(pickMetadata(one ?? {}, other ?? {})), withoutNulls(other ?? {}), path);
      })
      .filter((each) => !isRenamedReference(each)),
    ...files.flatMap(({ name, hash }): Change[] => {
      const known = hashes.get(name);
      const kind = known === undefined ? 'added' : 'changed';
      return known === hash ? [] : [{ path: ['published', 'files', name], kind, before: null, after: null }];
    }),
  ];
}

/** The fields that other metadata have: a field that a file leaves out stays as it is. */
const pickMetadata = (metadata: WrittenMetadata, other: WrittenMetadata): WrittenMetadata =>
  Object.fromEntries(
    Object.entries(other).map(([template, fields]) => [
      template,
      Object.fromEntries(Object.keys(fields).map((name) => [name, metadata[template]?.[name] ?? null])),
    ]),
  );
