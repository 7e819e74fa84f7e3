import { hydrate, render } from 'preact';
import type { Account } from './account.ts';
import { parseAddress } from './address.ts';
import { createGraphClient, createKeyStore, type Keys, sendWithKey } from './graph-client.ts';
import { KeyDialog } from './key-dialog.tsx';
import { createLanguage, type Messages } from './messages/language.ts';
import { type Browser, type Page, PageContext } from './page-context.ts';
import { createReader, type RecordedAnswer, replaying } from './reader.ts';
import type { Removal } from './rendering.ts';
import { type Arrival, createRouter } from './router.ts';
import { Shell } from './shell.tsx';
import { documentTitle } from './site.ts';
import type { OpenedView } from './view.tsx';
import { failureView } from './views/view-parts.tsx';
import { viewOf } from './views/view-of.tsx';

/** What the server rendered the page with. */
interface PageState {
  readonly basePath: string;
  readonly language: string;
  readonly languages: readonly string[];
  readonly settings: Page['settings'];
  readonly account: Account;
  readonly assets: Readonly<Record<string, string>>;
  readonly mapTiles?: Page['mapTiles'];
  /** What was removed from the address. */
  readonly removal?: Removal;
  readonly answers: readonly RecordedAnswer[];
}

/** Takes over the page that the server rendered, and shows what is at its later addresses. */
async function startPage(state: PageState): Promise<void> {
  const root = document.querySelector('#page');
  if (!root) return;
  const { basePath, assets, mapTiles, settings, languages } = state;
  const asset = (name: string): string => assets[name] ?? '';
  const addressOf = (path: string): string => (/^\/(?!\/)/.test(path) ? basePath + path : path);
  const messages = (await (await fetch(asset(`messages-${state.language}.json`))).json()) as Messages;
  const language = createLanguage(state.language, messages);

  const keys = createKeyStore(sessionStorage);
  let account = state.account;
  let isAskingForKey = false;
  let notice: string | undefined;
  let shown: { readonly url: URL; readonly view: OpenedView } | undefined;
  let current = new AbortController();

  const onRefused = (): string => {
    const text = language.t('keyForgotten');
    notify(text);
    return text;
  };
  const onSessionEnded = (): string => {
    account = { ...account, username: undefined };
    const text = language.t('sessionEnded');
    notify(text);
    return text;
  };
  const hasSession = (): boolean => account.username !== undefined;
  const sentKeys: Keys = { store: keys, addressOf, onRefused, hasSession, onSessionEnded };
  const graph = createGraphClient(sentKeys);

  const pageAt = (url: URL): Page => ({
    url,
    language,
    languages,
    settings,
    account,
    asset,
    mapTiles,
    addressOf,
    browser,
  });
  const write = (isFirst: boolean): void => {
    if (!shown) return;
    const page = pageAt(shown.url);
    const tree = (
      <PageContext.Provider value={page}>
        <Shell notice={notice} dialog={isAskingForKey && <KeyDialog onClose={() => askForKey(false)} />}>
          {shown.view.body}
        </Shell>
      </PageContext.Provider>
    );
    if (isFirst) hydrate(tree, root);
    else render(tree, root);
    root.removeAttribute('data-static');
  };
  const notify = (text: string | undefined): void => {
    notice = text;
    write(false);
  };
  const askForKey = (isOpen: boolean): void => {
    isAskingForKey = isOpen;
    write(false);
  };
  const announce = (text: string): void => {
    const live = document.querySelector('#announcement');
    if (!live) return;
    live.textContent = '';
    requestAnimationFrame(() => {
      live.textContent = text;
    });
  };

  /** Shows an address. The focus goes to the heading, unless the focused element is still there and the path is the same. */
  const show = async (url: URL, arrival: Arrival): Promise<void> => {
    current.abort();
    current = new AbortController();
    const { signal } = current;
    const isFirst = arrival === 'open';
    const isSamePath = shown?.url.pathname === url.pathname && shown.url.search !== url.search;
    const main = document.querySelector('#main');
    main?.setAttribute('aria-busy', 'true');
    // a page that was rendered for everyone is read again for a visitor with a key
    const isRecorded = isFirst && keys.read() === undefined;
    const reader = createReader(isRecorded ? replaying(state.answers, graph.send) : graph.send);
    notice = undefined;
    // the server alone knows it, of the address that it rendered
    const readRemoval = async (): Promise<Removal | undefined> => (isRecorded ? state.removal : undefined);
    const view = await viewOf({ reader, language, signal }, parseAddress(url), readRemoval).catch(failureView);
    if (signal.aborted) return;
    const focused = document.activeElement;
    shown = { url, view };
    write(isFirst && isRecorded);
    document.querySelector('#main')?.removeAttribute('aria-busy');
    const head = view.head(pageAt(url));
    document.title = documentTitle(head.title, settings);
    if (isFirst) return;
    const isKept = isSamePath && focused !== document.body && focused?.isConnected === true;
    if (!isKept || ['prev', 'next'].includes(focused.id)) {
      const heading = headingOf(isSamePath);
      heading?.focus({ preventScroll: true });
      if (arrival === 'visit') bringIntoView(isSamePath ? heading : null);
    }
    announce(head.announcement ?? head.title);
  };

  const showNow = (url: URL, arrival: Arrival): void => {
    show(url, arrival).catch(reportError);
  };
  const router = createRouter(basePath, showNow);
  const reload = (): void => {
    showNow(router.current(), 'visit');
  };
  const browser: Browser = {
    graph,
    keys,
    fetch: (address) => sendWithKey(sentKeys, address, {}),
    navigate: router.navigate,
    reload,
    askForKey: () => {
      askForKey(true);
    },
    notify,
    announce,
  };
  await show(router.current(), 'open');
}

/** Scrolls to an element; to the top of the page without one. */
const bringIntoView = (element: Element | null): void => {
  if (element) element.scrollIntoView({ block: 'start' });
  else scrollTo({ top: 0 });
};

/** The heading of what is new: on the same path, that of the results. */
const headingOf = (isSamePath: boolean): HTMLElement | null =>
  (isSamePath ? document.querySelector<HTMLElement>('main h2[tabindex]') : null) ?? document.querySelector('main h1');

startPage(JSON.parse(document.querySelector('#state')?.textContent ?? '{}') as PageState).catch(reportError);
