import { type Address, parseAddress } from './address.ts';
import { createGraphClient, createKeyStore, type Keys, sendWithKey, submitAnswers } from './graph-client.ts';
import { openKeyDialog } from './key-dialog.ts';
import { languageOf } from './messages/language.ts';
import type { Portal, Showing, View } from './portal.ts';
import { createRouter, currentAddress, type Arrival } from './router.ts';
import { createShell } from './shell.ts';
import { datasetView } from './views/dataset/dataset-view.ts';
import { failureView, notFoundView } from './views/view-parts.ts';
import { formView } from './views/form/form-view.ts';
import { formsView } from './views/forms-view.ts';
import { publicationsView } from './views/publications-view.ts';
import { searchView } from './views/search-view.ts';

/** Where the language of the portal is remembered, so that the page begins in it. */
const languageName = 'catalograph.language';

/** Builds the page and shows what is at its address. */
function startPage(): void {
  const keys = createKeyStore(sessionStorage);
  const shell = createShell();
  let language = languageOf(localStorage.getItem(languageName) ?? navigator.language.slice(0, 2));
  let current = new AbortController();
  let address = currentAddress();

  const writeShell = (): void => {
    shell.write(language, address.pathname, keys.read() !== undefined);
  };
  const onRefused = (): string => {
    const { keyForgotten } = language.messages;
    writeShell();
    shell.notify(keyForgotten);
    return keyForgotten;
  };
  const sentKeys: Keys = { store: keys, onRefused };
  const show = (url: URL, arrival: Arrival): void => {
    shell.notify(undefined);
    const isSamePath = arrival !== 'open' && url.pathname === address.pathname;
    address = url;
    current.abort();
    current = new AbortController();
    const { signal } = current;
    writeShell();
    shell.main.setAttribute('aria-busy', 'true');
    viewOf({ portal, signal }, parseAddress(url))
      .catch((error: unknown) =>
        failureView(language, error, () => {
          show(address, 'visit');
        }),
      )
      .then((view) => {
        if (!signal.aborted) place(view, arrival, isSamePath);
      })
      .catch(reportError);
  };

  /** Shows a view. The focus stays where it was if the same element is there again, else it goes to the heading. */
  const place = ({ title, content, announcement }: View, arrival: Arrival, isSamePath: boolean): void => {
    const focusedId =
      isSamePath && shell.main.contains(document.activeElement) ? document.activeElement?.id : undefined;
    shell.main.replaceChildren(...content);
    shell.main.removeAttribute('aria-busy');
    document.title = title === 'Catalograph' ? title : `${title} – Catalograph`;
    writeShell();
    const focused = focusedId ? document.getElementById(focusedId) : null;
    const isKept = focused !== null && focusedId !== 'prev' && focusedId !== 'next';
    if (isKept) focused.focus({ preventScroll: true });
    else if (arrival !== 'open') headingOf(shell.main, isSamePath)?.focus({ preventScroll: arrival === 'back' });
    if (arrival === 'visit' && !isKept) scrollTo({ top: 0 });
    if (arrival !== 'open') shell.announce(announcement ?? title);
  };

  const graph = createGraphClient(sentKeys);
  const portal: Portal = {
    graph,
    keys,
    submit: (submission) => submitAnswers(graph, sentKeys, submission),
    fetch: (address) => sendWithKey(sentKeys, address, {}),
    speak(code) {
      if (code !== language.code) {
        language = languageOf(code);
        localStorage.setItem(languageName, language.code);
      }
      return language;
    },
    language: () => language,
    navigate: (path) => {
      router.navigate(path);
    },
    askForKey: () => {
      openKeyDialog(portal, () => {
        show(address, 'visit');
      });
    },
    notify: shell.notify,
    announce: shell.announce,
  };
  const router = createRouter(show);
  shell.keyButton.addEventListener('click', portal.askForKey);
  show(address, 'open');
}

/** The heading that tells what is new: on the same path, that of the results. */
const headingOf = (main: HTMLElement, isSamePath: boolean): HTMLElement | null =>
  (isSamePath ? main.querySelector<HTMLElement>('h2[tabindex]') : null) ?? main.querySelector('h1');

/** The view of an address. */
async function viewOf(showing: Showing, address: Address): Promise<View> {
  switch (address.view) {
    case 'search':
      return searchView(showing, address.parameters);
    case 'dataset':
      return datasetView(showing, address.datasetId);
    case 'forms':
      return formsView(showing, address.page);
    case 'form':
      return formView(showing, address.slug);
    case 'publications':
      return publicationsView(showing, address.page);
    case 'unknown':
      return notFoundView(showing.portal.language());
  }
}

startPage();
