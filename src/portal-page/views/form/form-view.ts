import { h, richText } from '#portal-page/dom.ts';
import { FormPageDocument } from '#portal-page/generated/operations.ts';
import type { Language } from '#portal-page/messages/language.ts';
import type { Portal, Showing, View } from '#portal-page/portal.ts';
import { messageOf, notFoundView } from '../view-parts.ts';
import type { Form } from './text-answers.ts';
import { formPath } from '#portal-page/address.ts';
import type { AnswerError } from '#portal-page/graph-client.ts';
import { shownBlocks } from './conditions.ts';
import { questionOf, targetOf } from './question.ts';

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
function formEnding(portal: Portal, { ending, slug }: Form): HTMLElement {
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

const inputIdOf = (fieldId: string): string => `answer-${fieldId}`;

/** The questions of a form and the button that sends them. The graph checks the answers, and its errors are shown where they belong. */
function formElement(showing: Showing, form: Form): HTMLElement {
  const { portal } = showing;
  const { messages } = portal.language();
  const questions = form.sections.map(({ blocks }) =>
    blocks.map((block) => questionOf({ ...showing, form, block, inputId: inputIdOf(block.fieldId) })),
  );
  const all = questions.flat();
  const valueOf = (fieldId: string): unknown =>
    all.find(({ block }) => block.fieldId === fieldId)?.answer.value() ?? null;
  const summary = h('div', { class: 'note error-summary', role: 'alert', tabindex: '-1', hidden: true });
  const send = h('button', { type: 'submit', class: 'primary' }, messages.send);
  const element = h(
    'form',
    { class: 'form', novalidate: true },
    summary,
    all.some(({ block }) => block.isRequired) && h('p', { class: 'quiet' }, messages.requiredNote),
    form.sections.map(({ title }, index) =>
      h(
        'section',
        {},
        title !== '' && h('h2', {}, title),
        questions[index]?.map((question) => question.element),
      ),
    ),
    send,
  );

  const showConditionally = (): ReadonlySet<string> => {
    const shown = shownBlocks(
      all.map(({ block }) => block),
      valueOf,
    );
    for (const { block, element: question } of all)
      question.hidden = !shown.has(block.fieldId) || block.type === 'autofill';
    return shown;
  };
  const showErrors = (errors: readonly AnswerError[]): void => {
    for (const question of all)
      question.showError(errors.find(({ field }) => field === question.block.fieldId)?.message);
    const items = errors.map(({ field, message }) => {
      const question = all.find(({ block }) => block.fieldId === field);
      const text = question ? `${question.block.label}: ${message}` : message;
      return h('li', {}, question ? h('a', { href: `#${targetOf(inputIdOf(field), question)}` }, text) : text);
    });
    summary.replaceChildren(h('p', {}, messages.correctErrors(errors.length === 1)), h('ul', {}, items));
    summary.hidden = errors.length === 0;
    if (errors.length > 0) summary.focus();
  };
  const submit = async (): Promise<void> => {
    const shown = showConditionally();
    const answered = all.filter(({ block, answer }) => shown.has(block.fieldId) && answer.value() !== null);
    const images = new Map(
      answered.flatMap(({ block, answer }) => {
        const file = answer.file?.();
        return file ? [[block.fieldId, file] as const] : [];
      }),
    );
    const answers = Object.fromEntries(answered.map(({ block, answer }) => [block.fieldId, answer.value()]));
    const errors = await portal.submit({ formSlug: form.slug, answers, images });
    if (errors.length > 0) return showErrors(errors);
    const ending = formEnding(portal, form);
    element.replaceWith(ending);
    ending.querySelector('h2')?.focus();
  };

  element.addEventListener('input', showConditionally);
  element.addEventListener('change', showConditionally);
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    send.disabled = true;
    send.textContent = messages.sending;
    submit()
      .catch((error: unknown) => {
        showErrors([{ field: '', message: messageOf(error) }]);
      })
      .finally(() => {
        send.disabled = false;
        send.textContent = messages.send;
      });
  });
  showConditionally();
  return element;
}
