import { h } from '#portal-page/dom/element.ts';
import { richText } from '#portal-page/dom/rich-text.ts';
import { FormPageDocument } from '#portal-page/generated/operations.ts';
import type { Language } from '#portal-page/messages/language.ts';
import type { Portal, Showing, View } from '#portal-page/portal.ts';
import { notFoundView } from '../not-found-view.ts';
import type { Form } from './answer.ts';
import { formElement } from './form-element.ts';
import { formPath } from '#portal-page/address.ts';

/** A form of the portal, which can be filled in and sent where it accepts answers. */
export async function formView(showing: Showing, slug: string): Promise<View> {
  const { portal, signal } = showing;
  const { portalSettings, form } = await portal.graph.query(FormPageDocument, { slug }, signal);
  const language = portal.speak(portalSettings.defaultLanguage);
  if (!form) return notFoundView(language);
  const obstacle = obstacleOf(language, form, portal.keys.read() !== undefined);
  return {
    title: form.title,
    content: [
      h(
        'div',
        { class: 'narrow', lang: form.defaultLanguage },
        h('h1', { tabindex: '-1' }, form.title),
        form.description !== '' && h('div', { class: 'prose' }, richText(form.description)),
        obstacle === undefined ? formElement(showing, form) : h('p', { class: 'note' }, obstacle),
      ),
    ],
  };
}

/** Why a form cannot be sent from here; undefined where it can. */
function obstacleOf(
  { messages }: Language,
  { quota, accessType, isRecaptchaEnabled }: Form,
  hasKey: boolean,
): string | undefined {
  if (quota.isReached) return messages.formFull;
  if (accessType !== 'open' && !hasKey) return messages.formNeedsKey;
  return isRecaptchaEnabled ? messages.formNeedsRecaptcha : undefined;
}

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
