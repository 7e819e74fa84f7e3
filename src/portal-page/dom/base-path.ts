/** The path at which a proxy serves this server, such as `/data`; empty for the root. The server writes it into the document. */
const basePath = (): string => document.querySelector<HTMLMetaElement>('meta[name="base"]')?.content ?? '';

/** The address of a path of this server, which begins with a slash; any other address unchanged. */
export const addressOf = (path: string): string => (/^\/(?!\/)/.test(path) ? basePath() + path : path);

/** An address of this server without the path at which it is served; undefined for what is elsewhere. */
export function withoutBasePath(address: URL): URL | undefined {
  const base = basePath();
  if (address.origin !== location.origin || !`${address.pathname}/`.startsWith(`${base}/`)) return undefined;
  const url = new URL(address);
  url.pathname = address.pathname.slice(base.length) || '/';
  return url;
}
