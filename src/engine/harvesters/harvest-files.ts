import type { Readable } from 'node:stream';
import { fail } from '#kernel/fail.ts';
import { formatByteSize } from '#kernel/text.ts';
import type { Datasources } from '#platform/datasources/datasources.ts';
import { toReadableDatasource } from '#platform/datasources/datasource-client.ts';
import type { FtpSettings } from '#platform/datasources/ftp.ts';
import type { FolderListing } from '#platform/datasources/list-folder.ts';

/** A login at a file server. */
export interface FileLogin {
  readonly username: string;
  readonly password: string;
}

/** The only way of a kind to a file server: bounded and guarded, one session at a time. */
export interface HarvestFiles {
  /** Lists a folder and `maxDepth` levels below it. Fails SOURCE_FAILED and SOURCE_REFUSED. */
  list(url: string, login: FileLogin, maxDepth: number): Promise<FolderListing>;
  /** Reads a file of at most `maxFileBytes` into memory. Fails SOURCE_FAILED and SOURCE_REFUSED. */
  read(url: string, login: FileLogin): Promise<Buffer>;
}

/** The most bytes of a file that is read into memory. */
export const maxFileBytes = 64 * 2 ** 20;

/** Creates the access of one run to file servers. The keys of SSH servers are stored for `owner`. */
export function createHarvestFiles(
  datasources: Pick<Datasources, 'openStream' | 'listFolder'>,
  owner: string,
  signal: AbortSignal,
): HarvestFiles {
  const connectionOf = (url: string, login: FileLogin): FtpSettings['connection'] => ({
    url,
    auth: { type: 'basic_auth', ...login },
    owner,
  });
  return {
    list: (url, login, maxDepth) => datasources.listFolder(connectionOf(url, login), { signal, maxDepth }),
    async read(url, login) {
      const settings: FtpSettings = { type: 'ftp', connection: connectionOf(url, login), relativeUrl: '' };
      const load = async () => (await import('#platform/datasources/ftp.ts')).createFtp();
      const opened = await datasources.openStream(toReadableDatasource(settings, load), { signal });
      return opened ? readAll(opened.content) : fail('SOURCE_FAILED', { reason: 'a file cannot be read.' });
    },
  };
}

async function readAll(content: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxFileBytes)
      fail('SOURCE_FAILED', { reason: `its list has more than ${formatByteSize(maxFileBytes)}.` });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
