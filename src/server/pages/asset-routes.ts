import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance } from 'fastify';
import { fail } from '../../kernel/fail.ts';
import { memoizeAsync } from '../memoize-async.ts';

/** An asset of a page. */
export interface AssetFile {
  /** The file name, whose extension determines the media type. */
  readonly name: string;
  readonly read: () => Promise<string | Buffer>;
}

/** The paths of a page's assets, by name. */
export type AssetAddresses = ReadonlyMap<string, string>;

interface Asset {
  readonly name: string;
  /** The last part of the path, with a hash of the content: browsers can cache responses forever. */
  readonly file: string;
  readonly content: Buffer;
  readonly compressed: Readonly<Record<'br' | 'gzip', () => Promise<Buffer>>>;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/**
 * Serves the assets of a page below a folder. Each asset is compressed once, on the first request. Browsers cache it for a
 * year, because its path changes with its content. Returns a function that reads the assets and resolves to their paths.
 */
export function assetRoutes(
  http: FastifyInstance,
  folder: string,
  files: readonly AssetFile[],
): () => Promise<AssetAddresses> {
  const assetsByFile = memoizeAsync(async () => {
    const assets = await Promise.all(files.map(readAsset));
    return new Map(assets.map((asset) => [asset.file, asset]));
  });
  http.get<{ Params: { file: string } }>(`${folder}/:file`, async ({ params, headers }, reply) => {
    const { file, content, compressed } = (await assetsByFile()).get(params.file) ?? fail('NOT_FOUND');
    const etag = `"${file}"`;
    reply.headers({
      etag,
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      'content-type': types[extname(file)],
    });
    if (headers['if-none-match'] === etag) return reply.code(304).send();
    const encoding = negotiate(headers['accept-encoding'] ?? '', ['br', 'gzip']);
    return encoding
      ? reply.header('content-encoding', encoding).send(await compressed[encoding]())
      : reply.send(content);
  });
  return async () => new Map([...(await assetsByFile()).values()].map(({ name, file }) => [name, `${folder}/${file}`]));
}

async function readAsset(asset: AssetFile): Promise<Asset> {
  const content = Buffer.from(await asset.read());
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  const extension = extname(asset.name);
  return {
    name: asset.name,
    file: `${asset.name.slice(0, -extension.length)}.${hash}${extension}`,
    content,
    compressed: {
      // The highest quality takes 30 s for 9 MB.
      br: memoizeAsync(() => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })),
      gzip: memoizeAsync(() => promisify(gzip)(content)),
    },
  };
}
