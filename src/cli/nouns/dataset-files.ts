import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isJsonObject } from '#kernel/json.ts';
import { CommandError, messageOf } from '../exit-codes.ts';
import { givenName, namesOfFiles, safeName } from '../files/safe-name.ts';
import {
  CreateAlternativeExportDocument,
  CreateAttachmentDocument,
  DeleteAlternativeExportDocument,
  DeleteAttachmentDocument,
  type WrittenDatasetFragment,
} from '../generated/operations.ts';
import type { DatasetChange } from './dataset-change.ts';
import type { DatasetDocument, ResourceDocument } from './dataset-document.ts';
import type { Change } from './noun.ts';

/** The SHA-256 of a file, read as a stream. Fails where the file that a document names is not there. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new CommandError(`${path} is missing.`);
    throw new CommandError(`${path} cannot be read: ${messageOf(error)}`);
  });
  return hash.digest('hex');
}

/** An alternative export as the graph takes it. */
interface ExportInput {
  readonly title: string;
  readonly description: string;
  readonly type: string;
  readonly url?: string;
}

/** The bytes that a dataset lacks, and those that it has too many. */
export interface FileWork {
  readonly uploads: readonly { readonly path: string; readonly name: string; readonly isNew: boolean }[];
  readonly attachments: readonly { readonly path: string; readonly name: string }[];
  readonly oldAttachments: readonly { readonly uid: string; readonly filename: string }[];
  readonly exports: readonly { readonly path?: string; readonly name: string; readonly input: ExportInput }[];
  readonly oldExports: readonly { readonly uid: string; readonly title: string }[];
}

/** The path of a file that a document names. Fails where the name leads to another folder, whose files nobody meant to upload. */
export function pathOfNamed(folder: string, part: 'attachments' | 'exports', name: string): string {
  if (/[\\/]|^\.{0,2}$/.test(name)) throw new CommandError(`${part}: ${name} is not the name of a file in ${part}/.`);
  return join(folder, part, name);
}

export async function findFileWork(
  document: DatasetDocument,
  folder: string,
  stored: WrittenDatasetFragment | undefined,
): Promise<FileWork> {
  const storedFiles = new Map(stored?.resourceFiles.nodes.map(({ filename, sha256 }) => [filename, sha256]));
  const names = new Set((document.resources ?? []).flatMap(({ datasource }) => uploadedFileOf(datasource)));
  const uploads = [];
  for (const [name, fileName] of namesOfFiles(names)) {
    const written = join(folder, 'files', fileName);
    // a person may have two names that differ in case alone
    const path = existsSync(written) ? written : join(folder, 'files', safeName(name));
    const known = storedFiles.get(name);
    if (known !== (await hashOf(path))) uploads.push({ path, name, isNew: known === undefined });
  }
  const left = [...(document.attachments === undefined ? [] : (stored?.attachments.nodes ?? []))];
  const attachments = [];
  for (const each of document.attachments ?? []) {
    const { file, filename: given } = typeof each === 'string' ? { file: each } : each;
    const path = pathOfNamed(folder, 'attachments', file);
    const hash = await hashOf(path);
    const name = given ?? givenName(file);
    const found = left.findIndex(
      ({ filename, sha256 }) => sha256 === hash && (filename === name || name.endsWith(`-${filename}`)),
    );
    if (found === -1) attachments.push({ path, name });
    else left.splice(found, 1);
  }
  const exportsLeft = [...(document.alternativeExports === undefined ? [] : (stored?.alternativeExports.nodes ?? []))];
  const exports = [];
  for (const { title, description = '', url, file } of document.alternativeExports ?? []) {
    const path = file === undefined ? undefined : pathOfNamed(folder, 'exports', file);
    const hash = path === undefined ? null : await hashOf(path);
    const found = exportsLeft.findIndex(
      (each) =>
        each.title === title &&
        each.description === description &&
        (path === undefined ? each.url === (url ?? null) : each.sha256 === hash),
    );
    const type = path === undefined ? 'url' : 'uploaded_file';
    const input = { title, description, type, ...(url !== undefined && { url }) };
    if (found === -1) exports.push({ ...(path !== undefined && { path }), name: givenName(file ?? title), input });
    else exportsLeft.splice(found, 1);
  }
  return { uploads, attachments, oldAttachments: left, exports, oldExports: exportsLeft };
}

/** The files that a datasource reads. */
export const uploadedFileOf = (datasource: ResourceDocument['datasource']): string[] => {
  const uploaded = datasource?.['uploadedFile'];
  const file = isJsonObject(uploaded) ? uploaded['file'] : undefined;
  return typeof file === 'string' ? [file] : [];
};

export const fileChanges = ({ uploads, attachments, oldAttachments, exports, oldExports }: FileWork): Change[] => {
  const added = (path: readonly string[]): Change => ({ path, kind: 'added', before: null, after: null });
  const removed = (path: readonly string[]): Change => ({ path, kind: 'removed', before: null, after: null });
  return [
    ...uploads.map(({ name, isNew }) =>
      isNew ? added(['files', name]) : ({ path: ['files', name], kind: 'changed', before: null, after: null } as const),
    ),
    ...attachments.map(({ name }) => added(['attachments', name])),
    ...oldAttachments.map(({ filename }) => removed(['attachments', filename])),
    ...exports.map(({ input }) => added(['alternativeExports', input.title])),
    ...oldExports.map(({ title }) => removed(['alternativeExports', title])),
  ];
};

/** Adds what is missing before it removes what is too much. */
export async function applyAttachments(
  { session: { client }, uid: datasetUid, revision }: DatasetChange,
  work: FileWork,
): Promise<void> {
  const base = () => ({ datasetUid, expectedRevision: revision.expected });
  for (const { path, name } of work.attachments)
    revision.follow((await client.upload(CreateAttachmentDocument, base(), path, name)).createAttachment);
  for (const { uid } of work.oldAttachments)
    revision.follow((await client.send(DeleteAttachmentDocument, { input: { ...base(), uid } })).deleteAttachment);
  for (const { path, name, input } of work.exports) {
    const given = { ...base(), ...input };
    const { createAlternativeExport } =
      path === undefined
        ? await client.send(CreateAlternativeExportDocument, { input: given })
        : await client.upload(CreateAlternativeExportDocument, given, path, name);
    revision.follow(createAlternativeExport);
  }
  for (const { uid } of work.oldExports)
    revision.follow(
      (await client.send(DeleteAlternativeExportDocument, { input: { ...base(), uid } })).deleteAlternativeExport,
    );
}
