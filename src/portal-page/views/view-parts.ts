import { h, plainText } from '../dom.ts';
import type { Language } from '../messages/language.ts';
import type { View } from '../portal.ts';

/** The pages of a list. */
interface Pages {
  /** The page that is shown, from 1 on. */
  readonly page: number;
  readonly pages: number;
  readonly pathOf: (page: number) => string;
}

/** Links to the pages before and after; undefined for a list of one page. */
export function pagination({ messages, number }: Language, { page, pages, pathOf }: Pages): HTMLElement | undefined {
  if (pages <= 1 && page === 1) return undefined;
  const link = (target: number, id: string, label: string): HTMLElement | undefined =>
    target >= 1 && target <= pages ? h('a', { href: pathOf(target), id, rel: id, class: 'button' }, label) : undefined;
  return h(
    'nav',
    { class: 'pagination', 'aria-label': messages.pages },
    link(Math.min(page - 1, pages), 'prev', messages.previous),
    h('span', {}, messages.pageOf(number(page), number(pages))),
    link(page + 1, 'next', messages.next),
  );
}

/** The message of an error, for people. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A note in place of a part that could not be loaded. */
export const failureNote = (error: unknown): HTMLElement =>
  h('span', { class: 'error', role: 'alert' }, messageOf(error));

/** The view in place of one that could not be loaded. */
export const failureView = ({ messages }: Language, error: unknown, retry: () => void): View => ({
  title: messages.failedTitle,
  content: [
    h(
      'div',
      { class: 'centered' },
      h('h1', { tabindex: '-1' }, messages.failedTitle),
      h('p', {}, messageOf(error)),
      h('p', {}, h('button', { type: 'button', class: 'primary', on: { click: retry } }, messages.tryAgain)),
    ),
  ],
});

/** The view of an address that leads nowhere. */
export const notFoundView = ({ messages }: Language): View => ({
  title: messages.notFoundTitle,
  content: [
    h(
      'div',
      { class: 'centered' },
      h('h1', { tabindex: '-1' }, messages.notFoundTitle),
      h('p', {}, messages.notFound),
      h('p', {}, h('a', { href: '/' }, messages.backToSearch)),
    ),
  ],
});

const maxLength = 220;

/** The beginning of a description in HTML, as text. */
export function excerptOf(description: string): string {
  const text = plainText(description);
  return text.length <= maxLength ? text : `${text.slice(0, maxLength).replace(/\s+\S*$/, '')}…`;
}
