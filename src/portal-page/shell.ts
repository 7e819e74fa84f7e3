import { h } from './dom.ts';
import type { Language } from './messages/language.ts';

/** The parts of the page around its views. */
export interface Shell {
  readonly main: HTMLElement;
  readonly keyButton: HTMLButtonElement;
  /** Writes the texts in a language, and marks the current place in the navigation. */
  readonly write: (language: Language, path: string, hasKey: boolean) => void;
  /** Shows a note above the view; undefined removes it. */
  readonly notify: (text: string | undefined) => void;
  /** Has screen readers say a text. */
  readonly announce: (text: string) => void;
}

/** Builds the landmarks of the page: header, navigation, main, footer, and a live region. */
export function createShell(): Shell {
  const main = h('main', { id: 'main', tabindex: '-1' });
  const live = h('div', { class: 'visually-hidden', role: 'status', 'aria-live': 'polite' });
  const notice = h('div', { class: 'notice', role: 'alert' });
  const skip = h('a', { class: 'skip', href: '#main' });
  const keyButton = h('button', { type: 'button', class: 'key', 'aria-haspopup': 'dialog' });
  const [catalog, forms, publications] = [
    h('a', { href: '/' }),
    h('a', { href: '/forms' }),
    h('a', { href: '/publications' }),
  ];
  const nav = h('nav', {}, catalog, forms, publications);
  const [graph, rest] = [
    h('a', { href: '/graphiql', 'data-outside': true }),
    h('a', { href: '/docs', 'data-outside': true }),
  ];
  const note = h('span', {});
  document.body.replaceChildren(
    skip,
    h('header', { class: 'site-header' }, h('a', { class: 'brand', href: '/' }, 'Catalograph'), nav, keyButton),
    notice,
    main,
    h('footer', { class: 'site-footer' }, note, h('span', { class: 'links' }, graph, rest)),
    live,
  );
  return {
    main,
    keyButton,
    write({ code, messages }, path, hasKey) {
      document.documentElement.lang = code;
      skip.textContent = messages.skipToContent;
      nav.setAttribute('aria-label', messages.siteNavigation);
      catalog.textContent = messages.catalog;
      forms.textContent = messages.forms;
      publications.textContent = messages.publications;
      publications.hidden = !hasKey && path !== '/publications';
      for (const [link, target] of [
        [catalog, '/'],
        [forms, '/forms'],
        [publications, '/publications'],
      ] as const) {
        if (target === path) link.setAttribute('aria-current', 'page');
        else link.removeAttribute('aria-current');
      }
      keyButton.textContent = hasKey ? messages.changeKey : messages.enterKey;
      note.textContent = messages.footer;
      graph.textContent = messages.graphEditor;
      rest.textContent = messages.restDocumentation;
    },
    notify(text) {
      notice.replaceChildren(...(text === undefined ? [] : [h('p', { class: 'note' }, text)]));
    },
    announce(text) {
      live.textContent = '';
      requestAnimationFrame(() => {
        live.textContent = text;
      });
    },
  };
}
