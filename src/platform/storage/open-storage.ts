import type { Log } from '../log.ts';
import { noTracing, type Tracing } from '../telemetry.ts';
import { openDiskStorage } from './disk-storage.ts';
import type { S3Settings } from './s3-client.ts';
import type { Storage } from './storage.ts';

/** Where stored files are: in a folder, or in a bucket. */
export type StorageSettings =
  { readonly kind: 'folder'; readonly path: string } | ({ readonly kind: 'bucket' } & S3Settings);

/** Opens the storage of the settings. Throws SetupError for a bucket that cannot be used. */
export async function openStorage(settings: StorageSettings, log: Log, tracing: Tracing = noTracing): Promise<Storage> {
  if (settings.kind === 'folder') return openDiskStorage(settings.path);
  const { openS3Storage } = await import('./s3-storage.ts');
  return openS3Storage(settings, log, tracing);
}
