import { h } from '#portal-page/dom/element.ts';
import type { FormBlockType } from '#portal-page/generated/operations.ts';
import type { Answer, BlockContext } from './answer.ts';
import { advancedChoiceAnswer, booleanAnswer, choiceAnswer, linkedDatasetsAnswer } from './choice-answers.ts';
import { locationAnswer } from './location-answer.ts';
import {
  contactAnswer,
  dateTimeAnswer,
  imageAnswer,
  keywordsAnswer,
  numberAnswer,
  siretAnswer,
  textAnswer,
  urlAnswer,
} from './text-answers.ts';

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
export const answerOfBlock = (context: BlockContext): Answer => answers[context.block.type](context);
