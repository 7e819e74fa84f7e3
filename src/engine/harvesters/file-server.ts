import { posix } from 'node:path';
import type { FieldErrors } from '#kernel/fail.ts';
import type { FolderListing, ListedFile } from '#platform/datasources/list-folder.ts';
import type { HarvestFiles, FileLogin } from './harvest-files.ts';
import type { RemoteDataset, RemoteFailure } from './harvester-kind.ts';
import { addressOf, type HarvesterSetting } from './harvester-settings.ts';
import { type ListedPart, sortParts } from './remote-parts.ts';

/** The settings of every kind that reads a file server. */
export const fileServerSettings = [
  {
    name: 'host',
    type: 'text',
    isMandatory: true,
    isAddress: true,
    description:
      'The server: an address of ftp, ftps or sftp, or a host name, which is read by FTP over TLS (ftps). Only ftp:// sends the password unencrypted.',
  },
  { name: 'user', type: 'text', isMandatory: true, description: 'The user name.' },
  { name: 'password', type: 'text', isMandatory: true, isSecret: true, description: 'The password.' },
  {
    name: 'directory',
    type: 'text',
    description: 'The folder of the files: from the folder of the login, or with `/` at its beginning from the root.',
  },
] as const satisfies readonly HarvesterSetting[];

/** The values of these settings. */
interface FileServerSettings {
  readonly host: string;
  readonly user: string;
  readonly password: string;
  readonly directory: string;
}

/** Why the settings lead to no file server. */
export function checkFileServer({ host, directory }: FileServerSettings): FieldErrors {
  if (/^https?:/i.test(host)) return { host: ['Give a host name, or an address of ftp, ftps or sftp.'] };
  return /\p{Cc}/u.test(directory) ? { directory: ['Give a path on one line.'] } : {};
}

/** A folder on a file server. */
export class FileServerFolder {
  readonly #base: URL;
  readonly #files: HarvestFiles;
  readonly login: FileLogin;

  constructor({ host, user, password, directory }: FileServerSettings, files: HarvestFiles) {
    const base = addressOf(host.includes('://') ? host : `ftps://${host}`) ?? new URL('ftps://invalid');
    const folder = base.pathname.replace(/\/*$/, '/');
    // paths of SFTP begin at the root, and those of FTP in the folder of the login
    const home = base.protocol === 'sftp:' && folder === '/' ? '/~/' : folder;
    const root = base.protocol === 'sftp:' ? '' : '/';
    base.pathname = directory.startsWith('/') ? root + toPath(directory) : home + toPath(directory);
    base.pathname = base.pathname.replace(/\/*$/, '/');
    base.hash = '';
    this.#base = base;
    this.#files = files;
    this.login = { username: user, password };
  }

  /** The address of a file in the folder. */
  addressOf(path: string): string {
    const url = new URL(this.#base);
    url.pathname += toPath(path);
    return url.href;
  }

  list(maxDepth: number): Promise<FolderListing> {
    return this.#files.list(this.#base.href, this.login, maxDepth);
  }

  read(path: string): Promise<Buffer> {
    return this.#files.read(this.addressOf(path), this.login);
  }

  /** What the files of a dataset become: those with records are resources, and others attachments. */
  partsOf(files: readonly ListedFile[]): Pick<RemoteDataset, 'resources' | 'attachments'> {
    const parts = files.map((file): ListedPart => {
      const name = posix.basename(file.path);
      return { url: this.addressOf(file.path), title: name, formats: [], revision: revisionOf(file) };
    });
    const { resources, attachments, links } = sortParts(parts);
    // a page or a program in a folder is a file like others
    const others = links.map((url) => ({ url, title: parts.find((part) => part.url === url)?.title ?? url }));
    return {
      resources: resources.map((resource) => ({ ...resource, login: this.login })),
      attachments: [...attachments, ...others].map((attachment) => ({ ...attachment, login: this.login })),
    };
  }
}

/** A path as part of an address. */
const toPath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** What changes with the bytes of a file. */
export const revisionOf = ({ size, modifiedAt }: ListedFile): string =>
  [modifiedAt?.toISOString() ?? '', size ?? ''].join(' ').trim();

/** When the newest of files changed; null where the server does not say. */
export const newestOf = (files: readonly ListedFile[]): Date | null =>
  files.reduce<Date | null>(
    (newest, { modifiedAt }) => (modifiedAt && (!newest || modifiedAt > newest) ? modifiedAt : newest),
    null,
  );

/** The title of a file or folder: its name without extension, with spaces, and a capital at its beginning. */
export function titleOf(path: string): string {
  const name = posix.basename(path);
  const words = posix.basename(name, posix.extname(name)).replace(/[_-]+/g, ' ').trim() || name;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The parts of a listing that cannot be read: what they contain must not count as gone. */
export const problemsOf = ({ problems }: FolderListing): readonly RemoteFailure[] =>
  problems.map(({ path, reason }) => ({ id: path, error: reason, isIncomplete: true }));
