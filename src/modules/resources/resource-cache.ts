import { PassThrough, type Readable, Transform } from 'node:stream';
import type { Platform } from '#api/platform.ts';
import type { DatasourceStream } from '#engine/datasource/datasource.ts';
import { fail } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import type { DatasourceResponse, ReadableDatasource } from '#platform/datasources/datasource-client.ts';
import type { Validators } from '#platform/fetcher/fetcher.ts';
import { keepBlob } from '#blobs/index.ts';

type Services = Pick<Platform, 'db' | 'storage' | 'datasources' | 'clock' | 'config' | 'secrets'>;

/** The cached bytes of a datasource. */
interface CachedCopy extends Validators {
  readonly filename: string;
  readonly mimetype: string | null;
  readonly blobKey: string;
  readonly bytes: number;
}

/** The cache of a resource at the time when its datasource is opened. */
interface CacheState {
  /** The number of times that the cache was cleared. */
  readonly cleanings: number;
  /** The cached copy; null when there is none for the current settings of the datasource. */
  readonly kept: CachedCopy | null;
}

/** Identifies a cache entry. */
interface CacheKey {
  readonly resourceUid: string;
  /** The fingerprint of the settings of the datasource. */
  readonly source: string;
  /** The number of cleanings when the datasource was opened. */
  readonly cleanings: number;
}

/**
 * Opens the datasource of a resource. The bytes are fetched again only when their validators have changed since the last complete read.
 * A complete read is cached if the response has validators and the cache was not cleared meanwhile.
 */
export async function openThroughCache(
  app: Services,
  resourceUid: string | null,
  datasource: ReadableDatasource,
  signal: AbortSignal,
): Promise<DatasourceStream> {
  const source = settingsFingerprint(app, datasource);
  const resource = await firstRow<CacheState>(
    app.db,
    sql`
    select r.cleanings,
      (select jsonb_build_object('etag', c.etag, 'lastModified', c.last_modified, 'filename', c.filename, 'mimetype',
        c.mimetype,
      'blobKey', c.blob_key, 'bytes', c.bytes)
      from resource_cache c
      where c.resource_uid = r.uid and c.source = ${source}) as kept
    from resource r where r.uid = ${resourceUid}`,
  );
  const kept = resource?.kept ?? undefined;
  const bytes = kept && (await app.storage.read(kept.blobKey).catch(() => undefined));
  const fresh = await app.datasources
    .openStream(datasource, { signal, validators: bytes && kept })
    .catch((error: unknown) => {
      bytes?.destroy();
      throw error;
    });
  if (!fresh) return fromCache(kept, bytes);
  bytes?.destroy();
  const hasValidators = fresh.validators.etag !== null || fresh.validators.lastModified !== null;
  return hasValidators && resource && resourceUid !== null
    ? cacheWhileReading(app, { resourceUid, source, cleanings: resource.cleanings }, fresh)
    : fresh;
}

function fromCache(kept: CachedCopy | undefined, content: Readable | undefined): DatasourceStream {
  if (!kept || !content)
    return fail('SOURCE_FAILED', {
      reason: 'the source reports that it has not changed, but the cache has no copy. Try again.',
    });
  return { filename: kept.filename, mimetype: kept.mimetype, size: kept.bytes, content };
}

/** Clears the cache of a resource; a read in progress is not cached. */
export async function clearCache({ db }: Pick<Platform, 'db'>, resourceUid: string): Promise<void> {
  // the update comes first: it waits while another transaction writes an entry, so that the delete sees that entry
  await db.rows(sql`update resource set cleanings = cleanings + 1 where uid = ${resourceUid}`);
  await db.rows(sql`delete from resource_cache where resource_uid = ${resourceUid}`);
}

/** A fingerprint of all settings of a datasource, including secrets: bytes that were read with one key must not be served for another key. */
const settingsFingerprint = ({ secrets }: Services, { settings }: ReadableDatasource): string =>
  secrets.fingerprint(JSON.stringify(settings));

/** Returns the stream of a datasource. The bytes are stored while the consumer reads them, and enter the cache when all are read. */
function cacheWhileReading(
  app: Services,
  { resourceUid, source, cleanings }: CacheKey,
  response: DatasourceResponse,
): DatasourceStream {
  const {
    filename,
    mimetype,
    validators: { etag, lastModified },
  } = response;
  const content = teeStream(response.content, async (copy) => {
    const { key, bytes } = await app.storage.write(copy, {
      limit: app.config.maxUploadBytes,
      beforeStore: (named) => keepBlob(app, named),
    });
    await app.db.rows(sql`
      insert into resource_cache (resource_uid, source, etag, last_modified, filename, mimetype, blob_key, bytes,
        read_at)
      select r.uid, ${source}, ${etag}, ${lastModified}, ${filename}, ${mimetype}, ${key}, ${bytes}::bigint,
        ${app.clock.now()}::timestamptz
      from resource r where r.uid = ${resourceUid} and r.cleanings = ${cleanings}::int for share
      on conflict (resource_uid)
      do update set source = excluded.source, etag = excluded.etag, last_modified = excluded.last_modified,
        filename = excluded.filename, mimetype = excluded.mimetype, blob_key = excluded.blob_key,
          bytes = excluded.bytes, read_at = excluded.read_at`);
  });
  return { ...response, content };
}

/** The keys of all cached blobs. */
export const blobsOfCache = sql`select blob_key from resource_cache`;

/**
 * Returns a stream of the content and passes a copy to a second reader. The stream ends after the second reader has finished,
 * whether it succeeded or failed. If the stream is destroyed before its end, the copy of the second reader fails.
 */
export function teeStream(content: Readable, second: (copy: Readable) => Promise<void>): Readable {
  const copy = new PassThrough();
  const secondDone = second(copy)
    .catch(() => undefined)
    .finally(() => {
      copy.resume();
    });
  const first = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (copy.destroyed || copy.write(chunk)) done(null, chunk);
      else
        onceWritable(copy, () => {
          done(null, chunk);
        });
    },
    flush(done) {
      copy.end();
      secondDone.then(() => {
        done();
      }, done);
    },
    destroy(error, done) {
      if (!copy.writableEnded) copy.destroy(new Error('The content was not read to its end.'));
      content.destroy();
      done(error);
    },
  });
  copy.on('error', () => undefined);
  content.on('error', (error) => {
    first.destroy(error);
  });
  return content.pipe(first);
}

/** Calls back when a stream accepts more data, or is closed. */
function onceWritable(stream: PassThrough, callback: () => void): void {
  const onWritable = (): void => {
    stream.off('drain', onWritable).off('close', onWritable);
    callback();
  };
  stream.on('drain', onWritable).on('close', onWritable);
}
