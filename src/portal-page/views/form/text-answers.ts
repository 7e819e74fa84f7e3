import { h, type Attributes } from '#portal-page/dom/element.ts';
import type { Answer, BlockContext } from './answer.ts';

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text);

/** One input with a text. */
function input(
  { block, inputId }: BlockContext,
  attributes: Attributes,
  read: (text: string) => unknown = textOrNull,
): Answer {
  const element = h('input', { id: inputId, name: block.fieldId, placeholder: block.placeholder, ...attributes });
  return { element, value: () => read(element.value) };
}

/** A short or long text. */
export function textAnswer(context: BlockContext): Answer {
  const { block, inputId } = context;
  if (block.text?.isLong !== true) return input(context, { type: 'text', maxlength: 255 });
  const element = h('textarea', {
    id: inputId,
    name: block.fieldId,
    rows: 4,
    maxlength: 2000,
    placeholder: block.placeholder,
  });
  return { element, value: () => textOrNull(element.value) };
}

/** A number. */
export const numberAnswer = (context: BlockContext): Answer =>
  input(
    context,
    {
      type: 'number',
      min: context.block.number?.min,
      max: context.block.number?.max,
      step: context.block.number?.isInteger === true ? 1 : 'any',
    },
    (text) => (text === '' ? null : Number(text)),
  );

/** A day, or a day and a time in the visitor's time zone. */
export const dateTimeAnswer = (context: BlockContext): Answer =>
  context.block.dateTime?.hasTime === true
    ? input(context, { type: 'datetime-local' }, (text) =>
        text === '' ? null : `${new Date(text).toISOString().slice(0, 19)}Z`,
      )
    : input(context, { type: 'date', min: context.block.dateTime?.min, max: context.block.dateTime?.max });

/** An address on the web. */
export const urlAnswer = (context: BlockContext): Answer => input(context, { type: 'url', inputmode: 'url' });

/** The number of an establishment in France. */
export const siretAnswer = (context: BlockContext): Answer =>
  input(context, { type: 'text', inputmode: 'numeric', maxlength: 20 }, (text) => textOrNull(text.replace(/\s/g, '')));

/** Keywords, one on each line. */
export function keywordsAnswer({ block, inputId, portal }: BlockContext): Answer {
  const element = h('textarea', {
    id: inputId,
    name: block.fieldId,
    rows: 3,
    placeholder: block.placeholder || portal.language().messages.onePerLine,
  });
  return {
    element,
    value: () => {
      const words = element.value
        .split('\n')
        .map((word) => word.trim())
        .filter((word) => word !== '');
      return words.length === 0 ? null : words;
    },
  };
}

/** An image, which is sent next to the answers. */
export function imageAnswer({ block, inputId }: BlockContext): Answer {
  const element = h('input', { id: inputId, name: block.fieldId, type: 'file', accept: 'image/*' });
  const file = (): File | undefined => element.files?.[0];
  return { element, value: () => (file() ? block.fieldId : null), file };
}

/** A person: a group of texts. */
export function contactAnswer({ block, inputId, portal }: BlockContext): Answer {
  const { messages } = portal.language();
  const types: Readonly<Record<string, string>> = { email: 'email', phone: 'tel' };
  const completions: Readonly<Record<string, string>> = {
    first_name: 'given-name',
    last_name: 'family-name',
    email: 'email',
    phone: 'tel',
    organization: 'organization',
    job_title: 'organization-title',
    address: 'street-address',
  };
  const inputs = (block.contact?.subFields ?? []).map(({ name, required }) => ({
    name,
    required,
    element: h('input', {
      id: `${inputId}-${name}`,
      type: types[name] ?? 'text',
      autocomplete: completions[name],
      'aria-required': String(required),
    }),
  }));
  return {
    isGroup: true,
    element: h(
      'div',
      { class: 'parts-of-answer' },
      inputs.map(({ name, required, element }) =>
        h('div', {}, h('label', { for: element.id }, messages.contactParts[name], required && ' *'), element),
      ),
    ),
    value: () => {
      const filled = inputs.flatMap(({ name, element }) =>
        element.value.trim() === '' ? [] : [[name, element.value.trim()]],
      );
      return filled.length === 0 ? null : (Object.fromEntries(filled) as unknown);
    },
  };
}
