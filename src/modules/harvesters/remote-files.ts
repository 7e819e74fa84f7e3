import { extname } from 'node:path';
import type { RequestContext } from '#api/context.ts';
import { fail } from '#kernel/fail.ts';
import type { JsonObject } from '#kernel/json.ts';
import { type ReadableDatasource, toReadableDatasource } from '#platform/datasources/datasource-client.ts';
import type { FtpSettings } from '#platform/datasources/ftp.ts';
import type { HttpSettings } from '#platform/datasources/http.ts';
import { guessExtractors } from '#engine/extractors/guess.ts';
import { file } from '#engine/extractors/file.ts';
import { extractors } from '#engine/extractors/registry.ts';
import type { RemoteAttachment, RemoteResource } from '#engine/harvesters/harvester-kind.ts';
import { type StoredFile, storeFile } from '#blobs/index.ts';
import { readSample } from '#resources/index.ts';

/** Where a remote file is. */
type RemoteFile = Pick<RemoteAttachment, 'url' | 'headers' | 'login'>;

/** The datasource of a remote file. `owner` is the harvester, for which host keys are stored. */
function readableOf({ url, headers = [], login }: RemoteFile, owner: string): ReadableDatasource {
  const auth = login ? ({ type: 'basic_auth', ...login } as const) : null;
  if (/^https?:/i.test(url)) {
    const settings: HttpSettings = { type: 'http', connection: { url, headers, auth }, relativeUrl: '', headers: [] };
    return toReadableDatasource(settings, async () => (await import('#platform/datasources/http.ts')).httpClient);
  }
  const settings: FtpSettings = { type: 'ftp', connection: { url, auth, owner }, relativeUrl: '' };
  return toReadableDatasource(settings, async () => (await import('#platform/datasources/ftp.ts')).createFtp());
}

/** Opens a remote file. Fails SOURCE_FAILED and SOURCE_REFUSED. */
async function openFile({ app }: RequestContext, remote: RemoteFile, owner: string, signal: AbortSignal) {
  const opened = await app.datasources.openStream(readableOf(remote, owner), { signal });
  return opened ?? fail('SOURCE_FAILED', { reason: 'the file has not changed, although nothing is known of it.' });
}

const isPage = (mimetype: string | null): boolean => mimetype === 'text/html';
const pageMessage = 'it is a web page in place of the file.';

/** Stores the bytes of a remote file. Fails as `openFile` does, PAYLOAD_TOO_LARGE, and SOURCE_FAILED for a page in place of the file. */
export async function storeRemoteFile(
  ctx: RequestContext,
  remote: RemoteFile,
  owner: string,
  signal: AbortSignal,
): Promise<StoredFile> {
  const { filename, mimetype, content } = await openFile(ctx, remote, owner, signal);
  if (isPage(mimetype) && !/^\.?x?html?$/i.test(extname(new URL(remote.url).pathname))) {
    content.destroy();
    fail('SOURCE_FAILED', { reason: pageMessage });
  }
  return storeFile(ctx, { filename, mimetype: mimetype ?? '', bytes: 0, openStream: () => content });
}

/** The format of a remote file. */
export interface RemoteFormat {
  readonly type: string;
  readonly params: JsonObject;
}

/** The formats that the name of a file decides. A zip, a .json or a .xml is of several. */
const formatsByExtension: ReadonlyMap<string, string> = new Map(
  [
    ['csvfile', '.csv .tsv'],
    ['geojsonfile', '.geojson'],
    ['xlsfile', '.xlsx .xls .ods'],
    ['parquetfile', '.parquet'],
    ['kmlfile', '.kml .kmz'],
    ['gpxfile', '.gpx'],
    ['geopackage', '.gpkg'],
    ['flatgeobuf', '.fgb'],
    ['topojsonfile', '.topojson'],
  ].flatMap(([type = '', extensions = '']) => extensions.split(' ').map((extension) => [extension, type] as const)),
);

/**
 * The format of a resource: the given one, the one that its name says, or the one that its first bytes look like. Undefined where they are of
 * no format with records: the file is then an attachment. Fails as `openFile` does.
 */
export async function formatOf(
  ctx: RequestContext,
  { extractor, ...remote }: RemoteResource,
  owner: string,
  signal: AbortSignal,
): Promise<RemoteFormat | undefined> {
  if (extractor) return extractors.some(({ type }) => type === extractor.type) ? extractor : undefined;
  const named = formatsByExtension.get(extname(new URL(remote.url).pathname).toLowerCase());
  if (named !== undefined) return { type: named, params: {} };
  const openStream = (opening: AbortSignal) => openFile(ctx, remote, owner, opening);
  const sample = await readSample({ isRepeatable: false, openStream }, signal);
  if (isPage(sample.mimetype)) fail('SOURCE_FAILED', { reason: pageMessage });
  const [likeliest] = await guessExtractors(sample).catch(() => []);
  return likeliest && likeliest.type !== file.type ? { type: likeliest.type, params: {} } : undefined;
}
