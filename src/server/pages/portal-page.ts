import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AssetAddresses, type AssetFile, assetRoutes, memoizeAsync } from './static-content.ts';
import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { parse } from 'graphql';
import { prices, type RequestContext, spendPoints } from '#api/context.ts';
import type { Graph } from '#api/graph.ts';

/** The paths of the views that always exist. The script of the page reads what it shows from the address. */
const paths = ['/', '/forms', '/forms/:slug', '/publications'] as const;

/** The document of all views. */
function documentOf(basePath: string, addresses: AssetAddresses): string {
  // the path of a URL has no quotes and no angle brackets
  const escape = (path: string | undefined): string => path?.replaceAll('&', '&amp;') ?? '';
  const base = escape(basePath);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Catalograph</title>
<meta name="description" content="Search the data catalog, look at its datasets and download them.">
<meta name="base" content="${base}">
<meta name="land" content="${escape(addresses.get('land.svg'))}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${escape(addresses.get('page.css'))}">
<script type="module" src="${escape(addresses.get('page.js'))}"></script>
</head>
<body>
<noscript><p>This page needs JavaScript. The same data is at <a href="${base}/api/explore/v2.1/catalog/datasets">/api/explore/v2.1/catalog/datasets</a>,
described at <a href="${base}/docs">/docs</a>, and listed for crawlers in <a href="${base}/catalog/sitemap.xml">/catalog/sitemap.xml</a>.</p></noscript>
</body>
</html>
`;
}

/** The Content-Security-Policy of the page: scripts, styles and requests of this server, and no markup that is made from text. */
export const portalPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types dompurify',
].join('; ');

/** Finds out whether the sender of a request sees a dataset. */
type FindDataset = (request: FastifyRequest, datasetId: string) => Promise<boolean>;

/** The page of the portal. */
interface PortalPage {
  /** Registers the paths of the views, and the assets. */
  readonly register: (http: FastifyInstance, findDataset: FindDataset) => void;
  /** Answers a browser at an unknown address. */
  readonly sendNotFound: (reply: FastifyReply) => Promise<FastifyReply>;
}

/** Creates the page of the portal: one small document for all views, which browsers validate by its ETag, and assets that they keep. Its addresses begin with `basePath`. */
export function createPortalPage(basePath: string): PortalPage {
  let addressesOf: () => Promise<AssetAddresses> = async () => new Map();
  const pageOf = memoizeAsync(async () => {
    const html = documentOf(basePath, await addressesOf());
    return { html, etag: `"${createHash('sha256').update(html).digest('hex').slice(0, 16)}"` };
  });
  const prepare = (reply: FastifyReply) =>
    reply.headers({ 'content-security-policy': portalPolicy, 'content-type': 'text/html; charset=utf-8' });
  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { html, etag } = await pageOf();
    prepare(reply).headers({ etag, 'cache-control': 'public, no-cache' });
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(html);
  };
  const sendNotFound: PortalPage['sendNotFound'] = async (reply) =>
    prepare(reply.code(404)).send((await pageOf()).html);
  return {
    register(http, findDataset) {
      addressesOf = assetRoutes(http, { basePath, folder: '/portal-page' }, portalAssets);
      for (const path of paths) http.get(path, sendPage);
      // Browsers open an address without the key of the visitor, so a dataset that needs a key is 404 too; its page reads it all the same.
      http.get<{ Params: { datasetId: string } }>('/datasets/:datasetId', async (request, reply) => {
        // Where this fails, so do the requests of the page, which says why.
        const isFound = await findDataset(request, request.params.datasetId).catch(() => true);
        return isFound ? sendPage(request, reply) : sendNotFound(reply);
      });
    },
    sendNotFound,
  };
}

/** The folder that the build writes. */
const folder = join(dirname(findPackageJSON(import.meta.url) ?? ''), 'dist/portal-page');

/** The script and the styles of the page, and the land of its maps. */
const portalAssets: readonly AssetFile[] = ['page.js', 'page.css', 'land.svg'].map((name) => ({
  name,
  read: () => readFile(join(folder, name)),
}));

const documentTexts = z.record(z.string(), z.string());

/** The texts of the documents that the page sends by their hash. Their types come from the schema, so they are valid. */
export async function readPortalDocuments(): Promise<readonly string[]> {
  return Object.values(documentTexts.parse(JSON.parse(await readFile(join(folder, 'documents.json'), 'utf8'))));
}

const document: TypedDocumentNode<{ catalogDataset: object | null }, { datasetId: string }> = parse(
  'query PortalDataset($datasetId: String!) { catalogDataset(by: { datasetId: $datasetId }) { id } }',
);

/** Whether the caller sees a published dataset with this identifier or uid. It costs the caller a point. */
export async function isDatasetVisible(graph: Graph, ctx: RequestContext, datasetId: string): Promise<boolean> {
  await spendPoints(ctx, prices.request);
  return (await graph.execute(document, { datasetId }, ctx)).catalogDataset !== null;
}
