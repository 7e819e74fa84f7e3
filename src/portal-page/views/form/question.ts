import { h } from '#portal-page/dom.ts';
import {
  type Answer,
  type Block,
  type BlockContext,
  contactAnswer,
  dateTimeAnswer,
  imageAnswer,
  keywordsAnswer,
  locationAnswer,
  numberAnswer,
  siretAnswer,
  textAnswer,
  urlAnswer,
} from './text-answers.ts';
import type { FormBlockType } from '#portal-page/generated/operations.ts';
import { advancedChoiceAnswer, booleanAnswer, choiceAnswer, linkedDatasetsAnswer } from './choice-answers.ts';

/** A question of a form on the page. */
interface Question {
  readonly block: Block;
  readonly element: HTMLElement;
  readonly answer: Answer;
  /** Shows an error next to the inputs; undefined removes it. */
  showError(message: string | undefined): void;
}

/** Builds a question: its label, help, inputs, and a place for an error, which belong together for screen readers. */
export function questionOf(context: BlockContext): Question {
  const { block, inputId } = context;
  const answer = answerOfBlock(context);
  const [helpId, errorId] = [`${inputId}-help`, `${inputId}-error`];
  const help = block.helpText !== '' && h('p', { id: helpId, class: 'help' }, block.helpText);
  const error = h('p', { id: errorId, class: 'error', hidden: true });
  const label = [block.label, block.isRequired && h('span', { 'aria-hidden': 'true' }, ' *')];
  const isGroup = answer.isGroup === true;
  const element = isGroup
    ? h(
        'fieldset',
        { class: 'question', id: `${inputId}-group`, tabindex: '-1' },
        h('legend', {}, label),
        help,
        answer.element,
        error,
      )
    : h('div', { class: 'question' }, h('label', { for: inputId }, label), help, answer.element, error);
  const described = isGroup ? element : (element.querySelector(`#${CSS.escape(inputId)}`) ?? element);
  const describe = (ids: readonly string[]): void => {
    if (ids.length > 0) described.setAttribute('aria-describedby', ids.join(' '));
    else described.removeAttribute('aria-describedby');
  };
  const helpIds = block.helpText === '' ? [] : [helpId];
  describe(helpIds);
  if (block.isRequired && !isGroup) described.setAttribute('aria-required', 'true');
  return {
    block,
    element,
    answer,
    showError(message) {
      error.hidden = message === undefined;
      error.textContent = message ?? '';
      if (!isGroup) described.setAttribute('aria-invalid', String(message !== undefined));
      describe(message === undefined ? helpIds : [...helpIds, errorId]);
    },
  };
}

/** The id of the element that an error of a question leads to. */
export const targetOf = (inputId: string, { answer }: Question): string =>
  answer.isGroup === true ? `${inputId}-group` : inputId;

/** The inputs of each type of block. An autofill block is filled in by programs. */
const answers: Readonly<Record<FormBlockType, (context: BlockContext) => Answer>> = {
  advanced_choice: advancedChoiceAnswer,
  autofill: () => ({ element: h('span', {}), value: () => null }),
  boolean: booleanAnswer,
  choice: choiceAnswer,
  contact: contactAnswer,
  date_time: dateTimeAnswer,
  image: imageAnswer,
  keywords: keywordsAnswer,
  legal: booleanAnswer,
  linked_datasets: linkedDatasetsAnswer,
  location_picker: locationAnswer,
  location_search: locationAnswer,
  number: numberAnswer,
  siret: siretAnswer,
  text: textAnswer,
  url: urlAnswer,
};

/** The inputs of a block. */
const answerOfBlock = (context: BlockContext): Answer => answers[context.block.type](context);
