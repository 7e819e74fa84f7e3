import { addressOf, withoutBasePath } from './dom.ts';

/** Shows what is at the addresses of the page. */
export interface Router {
  /** Goes to another address of the page. */
  navigate(path: string): void;
}

/** Why something is shown: the page was opened, the visitor went to an address, or went back. */
export type Arrival = 'open' | 'visit' | 'back';

/** Shows addresses without loading the page again: links of this server to the page, and the buttons of the browser. */
export function createRouter(show: (url: URL, arrival: Arrival) => void): Router {
  const navigate = (path: string): void => {
    history.pushState(null, '', addressOf(path));
    show(currentAddress(), 'visit');
  };
  addEventListener('popstate', () => {
    show(currentAddress(), 'back');
  });
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const href = link?.getAttribute('href');
    if (!link || href == null || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.hasAttribute('download') || link.hasAttribute('data-outside') || href.startsWith('#')) return;
    const url = withoutBasePath(new URL(href, location.href));
    if (!url || !isOfPage(url)) return;
    event.preventDefault();
    navigate(url.pathname + url.search);
  });
  return { navigate };
}

/** The address in the browser, without the path at which the server is. */
export function currentAddress(): URL {
  const url = new URL(location.href);
  return withoutBasePath(url) ?? url;
}

/** Whether the server has the page at an address; it has other things elsewhere. */
const isOfPage = ({ pathname }: URL): boolean => /^\/(?:$|datasets\/|forms(?:\/|$)|publications\/?$)/.test(pathname);
