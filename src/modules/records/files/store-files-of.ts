import type { Platform } from '../../../api/platform.ts';
import type { StoreFile } from '../../../engine/extractors/extractor.ts';
import { CatalogError, fail } from '../../../kernel/fail.ts';
import { sql } from '../../../kernel/sql.ts';
import { claimBlob } from '../../blobs/index.ts';

/**
 * Stores the bytes of files for a generation. A job removes the bytes a day after the last generation that refers to them
 * is dropped.
 */
export const storeFilesOf =
  (app: Pick<Platform, 'db' | 'storage' | 'config'>, generation: number): StoreFile =>
  async (content, filename) => {
    const limit = app.config.maxUploadBytes;
    try {
      return await app.storage.write(content, {
        limit,
        claim: async (key) => {
          await claimBlob(app, key);
          await app.db.rows(sql`
            insert into record_file (generation, blob_key) values (${generation}::bigint, ${key}) on conflict do nothing`);
        },
      });
    } catch (error) {
      if (error instanceof CatalogError && error.code === 'PAYLOAD_TOO_LARGE')
        fail('EXTRACTION_FAILED', {
          reason: `the file ${filename} is larger than the ${limit} bytes that MAX_UPLOAD_BYTES allows`,
        });
      throw error;
    }
  };
