import { h } from '../dom/element.ts';
import type { Language } from '../messages/language.ts';
import type { View } from '../portal.ts';

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
