import { isEmbedded, isOfPage } from './address.ts';

/** Shows what is at the addresses of the page. */
export interface Router {
  /** Goes to another address of the page. */
  readonly navigate: (path: string) => void;
  /** The address in the browser, without the path at which the service is. */
  readonly current: () => URL;
}

/** Why something is shown: the page was opened, the visitor went to an address, or went back. */
export type Arrival = 'open' | 'visit' | 'back';

/** Shows addresses without loading the page again: links of this server to the page, and the buttons of the browser. */
export function createRouter(basePath: string, show: (url: URL, arrival: Arrival) => void): Router {
  /** An address of this server without the path at which it is served; undefined for what is elsewhere. */
  const withoutBasePath = (address: URL): URL | undefined => {
    if (address.origin !== location.origin || !`${address.pathname}/`.startsWith(`${basePath}/`)) return undefined;
    const url = new URL(address);
    url.pathname = address.pathname.slice(basePath.length) || '/';
    return url;
  };
  const current = (): URL => withoutBasePath(new URL(location.href)) ?? new URL(location.href);
  const navigate = (path: string): void => {
    history.pushState(null, '', basePath + path);
    show(current(), 'visit');
  };
  addEventListener('popstate', () => {
    show(current(), 'back');
  });
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const href = link?.getAttribute('href');
    if (!link || href == null || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.hasAttribute('download') || link.hasAttribute('data-outside') || href.startsWith('#')) return;
    const url = withoutBasePath(new URL(href, location.href));
    // a link in a frame opens outside of the frame
    if (!url || !isOfPage(url) || isEmbedded(current())) return;
    event.preventDefault();
    navigate(url.pathname + url.search);
  });
  return { navigate, current };
}
