import type { ComponentType } from 'preact';
import type { FormBlockType } from '#portal-page/generated/operations.ts';
import { useLanguage } from '#portal-page/page-context.ts';
import { type AnswerError, rangeText } from './answer-errors.ts';
import { AdvancedChoiceInput, ChoiceInput, LinkedDatasetsInput } from './choice-inputs.tsx';
import type { Block } from './entered.ts';
import { ImageInput } from './image-input.tsx';
import { PlaceInput } from './place-input.tsx';
import type { InputProps, QuestionProps } from './question-parts.tsx';
import {
  ContactInput,
  DateInput,
  KeywordsInput,
  NumberInput,
  SiretInput,
  TextInput,
  UrlInput,
} from './text-inputs.tsx';

const Nothing = () => null;

/** The inputs of each type of block. An autofill block is filled in by programs; the others below have inputs of their own. */
const inputs: Readonly<Record<FormBlockType, ComponentType<InputProps>>> = {
  advanced_choice: AdvancedChoiceInput,
  autofill: Nothing,
  boolean: Nothing,
  choice: ChoiceInput,
  contact: ContactInput,
  date_time: DateInput,
  image: ImageInput,
  keywords: KeywordsInput,
  legal: Nothing,
  linked_datasets: LinkedDatasetsInput,
  location_picker: PlaceInput,
  location_search: PlaceInput,
  number: NumberInput,
  siret: SiretInput,
  text: TextInput,
  url: UrlInput,
};

const groups: readonly FormBlockType[] = ['choice', 'contact', 'location_picker', 'location_search'];
const sentences: readonly FormBlockType[] = ['boolean', 'legal'];

/** The id of the first input of a question, or of the part that an error names. */
export const inputIdOf = (fieldId: string): string => `answer-${fieldId}`;

/** The id of the element that an error of a question leads to. */
export function targetOf({ fieldId, type }: Block, part?: string): string {
  if (!groups.includes(type)) return inputIdOf(fieldId);
  return `${inputIdOf(fieldId)}-${part ?? 'group'}`;
}

/** The errors of inputs with a text that is no number or date, which have no value for the browser. */
export function unreadableInputs(blocks: readonly Block[]): readonly AnswerError[] {
  const isUnreadable = (id: string): boolean => {
    const input = document.getElementById(id);
    return input instanceof HTMLInputElement && input.validity.badInput;
  };
  return blocks.flatMap(({ fieldId, type, dateTime }): AnswerError[] => {
    const id = inputIdOf(fieldId);
    const error = (code: AnswerError['code']): AnswerError => ({ field: fieldId, code, params: {}, message: '' });
    if (isUnreadable(`${id}-lat`)) return [error('WRONG_LATITUDE')];
    if (isUnreadable(`${id}-lon`)) return [error('WRONG_LONGITUDE')];
    if (!isUnreadable(id)) return [];
    if (type === 'date_time') return [error(dateTime?.hasTime === true ? 'NOT_AN_INSTANT' : 'NOT_A_DAY')];
    return [error('NOT_A_NUMBER')];
  });
}

/** A question: its label, help, inputs, and its error, which belong together for screen readers. */
export function Question(props: QuestionProps) {
  const { block, form, error } = props;
  const language = useLanguage();
  const inputId = inputIdOf(block.fieldId);
  const range = rangeText(language, block);
  const hints = [
    ...(block.helpText === '' ? [] : [{ id: `${inputId}-help`, text: block.helpText, lang: form.defaultLanguage }]),
    ...(range === undefined ? [] : [{ id: `${inputId}-range`, text: range, lang: undefined }]),
    ...(block.isUnique ? [{ id: `${inputId}-unique`, text: language.t('uniqueAnswer'), lang: undefined }] : []),
  ];
  const errorId = `${inputId}-error`;
  const describedBy = [...hints.map(({ id }) => id), ...(error ? [errorId] : [])].join(' ') || undefined;
  const described = {
    'aria-describedby': describedBy,
    'aria-invalid': error ? true : undefined,
    'aria-required': block.isRequired || undefined,
  };
  const around = (
    <>
      {hints.map(({ id, text, lang }) => (
        <p key={id} id={id} class="help" lang={lang} dir="auto">
          {text}
        </p>
      ))}
    </>
  );
  const problem = error && (
    <p id={errorId} class="error">
      {error.text}
    </p>
  );
  if (sentences.includes(block.type))
    return (
      <div class="question">
        <Sentence {...props} inputId={inputId} described={described} />
        {around}
        {problem}
      </div>
    );
  const Input = inputs[block.type];
  const input = <Input {...props} inputId={inputId} described={described} />;
  if (groups.includes(block.type))
    return (
      <fieldset class="question" id={targetOf(block)} tabIndex={-1} aria-describedby={describedBy}>
        <legend lang={form.defaultLanguage} dir="auto">
          <Label block={block} />
          {block.isRequired && <span class="visually-hidden"> ({language.t('required')})</span>}
        </legend>
        {around}
        {input}
        {problem}
      </fieldset>
    );
  return (
    <div class="question">
      <label for={inputId} lang={form.defaultLanguage} dir="auto">
        <Label block={block} />
      </label>
      {around}
      {input}
      {problem}
    </div>
  );
}

/** The label of a question; a required one has a star, which the first line of the form explains. */
const Label = ({ block: { label, isRequired, type } }: { readonly block: Block }) => (
  <>
    {label}
    {isRequired && type !== 'boolean' && <span aria-hidden="true"> *</span>}
  </>
);

/** A sentence that is confirmed by a check: a consent, or a yes. */
function Sentence({ block, form, entered, change, inputId, described }: InputProps) {
  const attributes = block.type === 'boolean' ? { ...described, 'aria-required': undefined } : described;
  return (
    <label class="check" lang={form.defaultLanguage} dir="auto">
      <input
        {...attributes}
        id={inputId}
        name={block.fieldId}
        type="checkbox"
        checked={entered.isChecked === true}
        onChange={({ currentTarget }) => {
          change({ isChecked: currentTarget.checked });
        }}
      />
      <span class="check-label">
        <Label block={block} />
      </span>
    </label>
  );
}
