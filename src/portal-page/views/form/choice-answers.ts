import { h } from '#portal-page/dom.ts';
import { FormOptionsDocument, FindDatasetsDocument } from '#portal-page/generated/operations.ts';
import type { Answer, BlockContext } from './text-answers.ts';

/** Yes or no. */
export function booleanAnswer({ block, inputId, portal }: BlockContext): Answer {
  const element = h('input', { id: inputId, name: block.fieldId, type: 'checkbox' });
  const text = block.type === 'legal' ? block.label : portal.language.t('yes');
  return {
    isGroup: true,
    element: h('label', { class: 'check' }, element, h('span', { class: 'check-label' }, text)),
    value: () => (element.checked ? true : block.type === 'legal' ? null : false),
  };
}

/** One or several of the options of the form, and another text where it allows one. */
export function choiceAnswer({ block, inputId, portal }: BlockContext): Answer {
  const { options = [], isMultiple = false, hasOther = false } = block.choice ?? {};
  const inputs = options.map((option, index) => ({
    option,
    element: h('input', {
      id: `${inputId}-${index}`,
      name: block.fieldId,
      type: isMultiple ? 'checkbox' : 'radio',
    }),
  }));
  const other = portal.language.t('other');
  const otherInput = h('input', {
    id: `${inputId}-other`,
    type: 'text',
    maxlength: 255,
    'aria-label': other,
    placeholder: other,
  });
  otherInput.addEventListener('input', () => {
    if (!isMultiple && otherInput.value !== '') for (const { element } of inputs) element.checked = false;
  });
  for (const { element } of inputs)
    element.addEventListener('change', () => {
      if (!isMultiple) otherInput.value = '';
    });
  return {
    isGroup: true,
    element: h(
      'div',
      { class: 'choices' },
      inputs.map(({ option, element }) =>
        h('label', { class: 'check' }, element, h('span', { class: 'check-label' }, option)),
      ),
      hasOther && otherInput,
    ),
    value: () => {
      const chosen = inputs.filter(({ element }) => element.checked).map(({ option }) => option);
      const all = otherInput.value.trim() === '' ? chosen : [...chosen, otherInput.value.trim()];
      return all.length === 0 ? null : all;
    },
  };
}

/** An input that suggests values while the visitor types. */
function suggestingInput(
  inputId: string,
  suggest: (search: string) => Promise<readonly string[]>,
): HTMLElement & { input: HTMLInputElement } {
  const list = h('datalist', { id: `${inputId}-options` });
  const input = h('input', { id: inputId, type: 'text', list: list.id, autocomplete: 'off' });
  let timer = 0;
  const refresh = (): void => {
    suggest(input.value)
      .then((values) => {
        list.replaceChildren(...values.map((value) => h('option', { value })));
      })
      .catch(() => {
        list.replaceChildren();
      });
  };
  input.addEventListener('focus', refresh, { once: true });
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(refresh, 250);
  });
  return Object.assign(h('div', {}, input, list), { input });
}

/** The values that were chosen one after another, each with a button that removes it. */
function chosenList(removeText: (name: string) => string) {
  const chosen = new Map<string, string>();
  const element = h('ul', { class: 'tags', 'aria-live': 'polite' });
  const draw = (): void => {
    element.replaceChildren(
      ...[...chosen].map(([value, label]) => {
        const remove = (): void => {
          chosen.delete(value);
          draw();
        };
        return h(
          'li',
          {},
          label,
          ' ',
          h('button', { type: 'button', 'aria-label': removeText(label), on: { click: remove } }, '×'),
        );
      }),
    );
  };
  return {
    element,
    values: (): string[] | null => (chosen.size === 0 ? null : [...chosen.keys()]),
    add(value: string, label: string): void {
      chosen.set(value, label);
      draw();
    },
  };
}

/** One or several values of a field of a dataset, which the graph looks up. */
export function advancedChoiceAnswer({ block, inputId, portal, form, signal }: BlockContext): Answer {
  const suggest = async (search: string): Promise<readonly string[]> => {
    const found = await portal.graph.query(
      FormOptionsDocument,
      { slug: form.slug, fieldId: block.fieldId, search },
      signal,
    );
    return found.form?.options ?? [];
  };
  const element = suggestingInput(inputId, suggest);
  if (block.advancedChoice?.isMultiple !== true)
    return { element, value: () => (element.input.value === '' ? null : [element.input.value]) };
  const chosen = chosenList((name) => portal.language.t('remove', { name }));
  element.input.addEventListener('change', () => {
    if (element.input.value === '') return;
    chosen.add(element.input.value, element.input.value);
    element.input.value = '';
  });
  return { element: h('div', {}, element, chosen.element), value: chosen.values };
}

/** Datasets of the catalog, found by a search. */
export function linkedDatasetsAnswer({ inputId, portal, signal }: BlockContext): Answer {
  const { t } = portal.language;
  const found = new Map<string, { readonly uid: string; readonly title: string }>();
  const suggest = async (query: string): Promise<readonly string[]> => {
    const { catalog } = await portal.graph.query(FindDatasetsDocument, { query }, signal);
    const nodes = catalog?.nodes ?? [];
    for (const node of nodes)
      found.set(`${node.title ?? ''} (${node.datasetId})`, { uid: node.uid, title: node.title ?? node.datasetId });
    return nodes.map(({ title, datasetId }) => `${title ?? ''} (${datasetId})`);
  };
  const element = suggestingInput(inputId, suggest);
  element.input.placeholder = t('findDatasets');
  const chosen = chosenList((name) => t('remove', { name }));
  element.input.addEventListener('change', () => {
    const dataset = found.get(element.input.value);
    if (!dataset) return;
    chosen.add(dataset.uid, dataset.title);
    element.input.value = '';
  });
  return { element: h('div', {}, element, chosen.element), value: chosen.values };
}
