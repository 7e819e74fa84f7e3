import { formPath } from '#portal-page/address.ts';
import { h } from '#portal-page/dom/element.ts';
import type { Portal } from '#portal-page/portal.ts';
import type { Form } from './answer.ts';

/** What a form shows once its answers were sent. */
export function formEnding(portal: Portal, { ending, slug }: Form): HTMLElement {
  const { messages } = portal.language();
  const { url } = ending;
  const again = (): void => {
    portal.navigate(formPath(slug));
  };
  return h(
    'section',
    { class: 'note success' },
    h('h2', { tabindex: '-1' }, messages.sentTitle),
    h('p', {}, ending.message ?? messages.sent),
    url !== null && /^https?:\/\//i.test(url) && h('p', {}, h('a', { href: url }, messages.continueTo)),
    h('p', {}, h('button', { type: 'button', on: { click: again } }, messages.fillInAgain)),
  );
}
