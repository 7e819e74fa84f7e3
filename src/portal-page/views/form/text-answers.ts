import { type Attributes, h } from '#portal-page/dom.ts';
import type { FormPageQuery } from '#portal-page/generated/operations.ts';
import type { Showing } from '#portal-page/portal.ts';

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
    placeholder: block.placeholder || portal.language.t('onePerLine'),
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
  const { t } = portal.language;
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
  const inputs = (block.contact?.subFields ?? []).map(({ name, isRequired }) => ({
    name,
    isRequired,
    element: h('input', {
      id: `${inputId}-${name}`,
      type: types[name] ?? 'text',
      autocomplete: completions[name],
      'aria-required': String(isRequired),
    }),
  }));
  return {
    isGroup: true,
    element: h(
      'div',
      { class: 'parts-of-answer' },
      inputs.map(({ name, isRequired, element }) =>
        h('div', {}, h('label', { for: element.id }, t(`contactParts.${name}`), isRequired && ' *'), element),
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

/** A place in degrees, which the visitor enters or the device knows; `location_search` also asks for its name. */
export function locationAnswer({ block, inputId, portal }: BlockContext): Answer {
  const { t } = portal.language;
  const degrees = (name: string, max: number) =>
    h('input', { id: `${inputId}-${name}`, type: 'number', min: -max, max, step: 'any', inputmode: 'decimal' });
  const [latitude, longitude] = [degrees('lat', 90), degrees('lon', 180)];
  const place = h('input', { id: `${inputId}-name`, type: 'text', maxlength: 1000 });
  const locate = (): void => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        latitude.value = coords.latitude.toFixed(6);
        longitude.value = coords.longitude.toFixed(6);
      },
      () => {
        portal.announce(t('positionUnavailable'));
      },
    );
  };
  const field = (label: string, input: HTMLInputElement) => h('div', {}, h('label', { for: input.id }, label), input);
  return {
    isGroup: true,
    element: h(
      'div',
      { class: 'parts-of-answer' },
      block.type === 'location_search' && field(t('placeName'), place),
      field(t('latitude'), latitude),
      field(t('longitude'), longitude),
      h('div', { class: 'align-end' }, h('button', { type: 'button', on: { click: locate } }, t('useMyPosition'))),
    ),
    value: () => {
      const name = place.value.trim();
      if (latitude.value === '' && longitude.value === '' && name === '') return null;
      return {
        lat: latitude.value === '' ? null : latitude.valueAsNumber,
        lon: longitude.value === '' ? null : longitude.valueAsNumber,
        ...(name !== '' && { name }),
      };
    },
  };
}

/** A published form. */
export type Form = NonNullable<FormPageQuery['form']>;
/** A question of a form. */
export type Block = Form['sections'][number]['blocks'][number];

/** What the inputs of a question are built with. */
export interface BlockContext extends Showing {
  readonly form: Form;
  readonly block: Block;
  /** The id of the first input, which the label of the question names. */
  readonly inputId: string;
}

/** The inputs of a question, and the answer that they hold. */
export interface Answer {
  readonly element: HTMLElement;
  /** Whether the inputs are a group with a name, in place of one input with a label. */
  readonly isGroup?: boolean;
  /** The answer as the graph expects it; null without one. */
  readonly value: () => unknown;
  /** A file that is sent next to the answers. */
  readonly file?: () => File | undefined;
}
