import { h } from '#portal-page/dom/element.ts';
import { DatasetRecordsDocument } from '#portal-page/generated/operations.ts';
import type { Showing } from '#portal-page/portal.ts';
import { failureNote } from '../failure.ts';
import { cellText, isNumeric } from './cell-text.ts';
import type { Dataset } from './dataset.ts';
import { scrollBox, section } from './section.ts';

const pageSize = 10;

/** The records of a dataset, ten at a time. */
export function recordTable({ portal, signal }: Showing, { datasetId, schema }: Dataset): HTMLElement {
  const language = portal.language();
  const { messages, number } = language;
  const body = h('tbody', {});
  const shown = h('p', { class: 'quiet', role: 'status' }, messages.loading);
  let offset = 0;
  const show = async (first: number): Promise<void> => {
    const { catalogDataset } = await portal.graph.query(
      DatasetRecordsDocument,
      { datasetId, first: pageSize, offset: first },
      signal,
    );
    const { nodes, totalCount } = catalogDataset?.records ?? { nodes: [], totalCount: 0 };
    offset = first;
    body.replaceChildren(
      ...nodes.map(({ values }) =>
        h(
          'tr',
          {},
          schema.map(({ name, type }) =>
            h('td', { class: isNumeric(type) ? 'number' : undefined }, cellText(language, values[name])),
          ),
        ),
      ),
    );
    shown.textContent = messages.recordsShown(
      number(Math.min(first + 1, totalCount)),
      number(first + nodes.length),
      number(totalCount),
    );
    previous.disabled = first === 0;
    next.disabled = first + nodes.length >= totalCount;
  };
  const step = (by: number) => () => {
    show(Math.max(0, offset + by)).catch(fail);
  };
  const previous = h('button', { type: 'button', disabled: true, on: { click: step(-pageSize) } }, messages.previous);
  const next = h('button', { type: 'button', disabled: true, on: { click: step(pageSize) } }, messages.next);
  const part = section(
    'records',
    messages.recordsTitle,
    scrollBox(
      messages.recordsTitle,
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            schema.map(({ label, type }) =>
              h('th', { scope: 'col', class: isNumeric(type) ? 'number' : undefined }, label),
            ),
          ),
        ),
        body,
      ),
    ),
    h('div', { class: 'table-foot' }, shown, h('div', { class: 'buttons' }, previous, next)),
  );
  const fail = (error: unknown): void => {
    if (!signal.aborted) shown.replaceChildren(failureNote(error));
  };
  show(0).catch(fail);
  return part;
}
