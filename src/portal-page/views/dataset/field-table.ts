import { h } from '#portal-page/dom/element.ts';
import { plainText } from '#portal-page/dom/rich-text.ts';
import type { Language } from '#portal-page/messages/language.ts';
import type { Dataset } from './dataset.ts';
import { scrollBox } from './section.ts';

/** The fields of a dataset with their types and descriptions. */
export function fieldTable({ messages }: Language, fields: Dataset['schema']): HTMLElement {
  const heads = [messages.field, messages.type, messages.description];
  return scrollBox(
    messages.fields,
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          heads.map((head) => h('th', { scope: 'col' }, head)),
        ),
      ),
      h(
        'tbody',
        {},
        fields.map(({ name, label, type, unit, description }) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, label, label !== name && h('code', { class: 'field-name' }, name)),
            h('td', {}, messages.types[type], unit !== null && ` (${unit})`),
            h('td', {}, plainText(description ?? '')),
          ),
        ),
      ),
    ),
  );
}
