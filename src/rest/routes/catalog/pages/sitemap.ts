import type { ListCatalogPagesQuery } from '#rest/generated/operations.ts';
import { pageAddress } from './dataset-page.ts';

/** The maximum number of addresses in a sitemap (sitemaps.org). */
export const maxAddresses = 50_000;

/** The number of datasets that one operation reads. */
export const readSize = 1_000;

type Page = ListCatalogPagesQuery['catalog'];
/** Reads a page of datasets after a cursor, or from an offset. */
type ReadPage = (range: {
  readonly first: number;
  readonly after: string | null;
  readonly offset: number;
}) => Promise<Page>;

const header = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** The sitemap with the datasets from an offset on, read page by page. */
export async function* sitemap(readPage: ReadPage, root: string, offset: number): AsyncGenerator<string> {
  yield `${header}<urlset ${namespace}>\n`;
  let after: string | null = null;
  for (let count = 0; count < maxAddresses; count += readSize) {
    const { nodes, pageInfo }: Page = await readPage({ first: readSize, after, offset: after === null ? offset : 0 });
    yield nodes.map(({ uid, modified }) => entry('url', pageAddress(root, uid), modified)).join('');
    if (!pageInfo.hasNextPage) break;
    after = pageInfo.endCursor;
  }
  yield '</urlset>\n';
}

/** The index of the sitemaps of a catalog with this number of datasets. */
export function sitemapIndex(root: string, total: number): string {
  const sitemaps = Array.from({ length: Math.ceil(total / maxAddresses) }, (_each, index) =>
    entry('sitemap', `${root}/catalog/sitemaps/?offset=${String(index * maxAddresses)}`, null),
  );
  return `${header}<sitemapindex ${namespace}>\n${sitemaps.join('')}</sitemapindex>\n`;
}

const entry = (element: string, address: string, modified: string | null): string =>
  `<${element}><loc>${escapeXml(address)}</loc>${modified === null ? '' : `<lastmod>${modified}</lastmod>`}</${element}>\n`;

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&apos;');
