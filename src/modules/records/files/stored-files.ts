import type { Platform } from '#api/platform.ts';
import type { StoreFile } from '#engine/extractors/extractor.ts';
import { CatalogError, fail } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { keepBlob } from '#blobs/index.ts';

/** The files of a generation. */
export interface StoredFiles {
  /** Stores the bytes of a file. */
  readonly store: StoreFile;
  /** Whether `store` has stored bytes with a SHA-256. */
  readonly isStored: (sha256: string) => boolean;
}

/**
 * Stores the bytes of files for a generation. A job removes the bytes a day after the last generation that refers to them is dropped. The number of
 * files is limited by those of archives.
 */
export function storedFilesOf(app: Pick<Platform, 'db' | 'storage' | 'config'>, generation: number): StoredFiles {
  const limit = app.config.maxUploadBytes;
  const keys = new Set<string>();
  const beforeStore = async (key: string): Promise<void> => {
    await keepBlob(app, key);
    await app.db.rows(sql`
      insert into record_file (generation, blob_key) values (${generation}::bigint, ${key}) on conflict do nothing`);
  };
  return {
    isStored: (sha256) => keys.has(sha256),
    store: async (content, filename) => {
      try {
        const stored = await app.storage.write(content, { limit, beforeStore });
        keys.add(stored.key);
        return stored;
      } catch (error) {
        if (error instanceof CatalogError && error.code === 'PAYLOAD_TOO_LARGE')
          fail('EXTRACTION_FAILED', {
            reason: `the file ${filename} is larger than the ${limit} bytes that MAX_UPLOAD_BYTES allows`,
          });
        throw error;
      }
    },
  };
}
