import { h } from '../dom/element.ts';
import type { Language } from '../messages/language.ts';

/** The pages of a list. */
export interface Pages {
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
