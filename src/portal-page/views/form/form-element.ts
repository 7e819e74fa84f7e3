import { h } from '#portal-page/dom.ts';
import { messageOf } from '#portal-page/page-context.ts';
import type { Showing } from '#portal-page/portal.ts';
import type { Form } from './text-answers.ts';
import { formPath } from '#portal-page/address.ts';
import type { AnswerError } from '#portal-page/graph-client.ts';
import { shownBlocks } from './conditions.ts';
import { questionOf, targetOf } from './question.ts';

/** What a form shows once its answers were sent. */
function formEnding(portal: Showing['portal'], { ending, slug }: Form): HTMLElement {
  const { t } = portal.language;
  const { url } = ending;
  const again = (): void => {
    portal.navigate(formPath(slug));
  };
  return h(
    'section',
    { class: 'note success' },
    h('h2', { tabindex: '-1' }, t('sentTitle')),
    h('p', {}, ending.message ?? t('sent')),
    url !== null && /^https?:\/\//i.test(url) && h('p', {}, h('a', { href: url }, t('continueTo'))),
    h('p', {}, h('button', { type: 'button', on: { click: again } }, t('fillInAgain'))),
  );
}

const inputIdOf = (fieldId: string): string => `answer-${fieldId}`;

/** The questions of a form and the button that sends them. The graph checks the answers, and its errors are shown where they belong. */
export function formElement(showing: Showing, form: Form): HTMLElement {
  const { portal } = showing;
  const { t } = portal.language;
  const questions = form.sections.map(({ blocks }) =>
    blocks.map((block) => questionOf({ ...showing, form, block, inputId: inputIdOf(block.fieldId) })),
  );
  const all = questions.flat();
  const valueOf = (fieldId: string): unknown =>
    all.find(({ block }) => block.fieldId === fieldId)?.answer.value() ?? null;
  const summary = h('div', { class: 'note error-summary', role: 'alert', tabindex: '-1', hidden: true });
  const send = h('button', { type: 'submit', class: 'primary' }, t('send'));
  const element = h(
    'form',
    { class: 'form', novalidate: true },
    summary,
    all.some(({ block }) => block.isRequired) && h('p', { class: 'quiet' }, t('requiredNote')),
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
    summary.replaceChildren(h('p', {}, t('correctErrors', { count: errors.length })), h('ul', {}, items));
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
    send.textContent = t('sending');
    submit()
      .catch((error: unknown) => {
        showErrors([{ field: '', message: messageOf(portal.language, error) }]);
      })
      .finally(() => {
        send.disabled = false;
        send.textContent = t('send');
      });
  });
  showConditionally();
  return element;
}
