import { h, type Child } from '#portal-page/dom/element.ts';
import type { Language } from '#portal-page/messages/language.ts';
import type { Dataset } from './dataset.ts';

/** The facts about a dataset: publisher, license, dates, themes and keywords, which lead to searches. */
export function detailList({ messages, date, dateTime, number }: Language, dataset: Dataset): HTMLElement {
  const links = (facet: string, values: readonly string[]): Child =>
    values.length > 0 &&
    h(
      'ul',
      { class: 'tags' },
      values.map((value) => h('li', {}, h('a', { href: `/?${new URLSearchParams({ [facet]: value })}` }, value))),
    );
  const rows: readonly (readonly [string, Child])[] = [
    [messages.publisher, dataset.publisher],
    [messages.license, dataset.license],
    [messages.recordsTitle, dataset.recordCount === null ? null : number(dataset.recordCount)],
    [messages.modified, dataset.modified && date(dataset.modified)],
    [messages.published, dataset.dataProcessed && dateTime(dataset.dataProcessed)],
    [messages.themes, links('theme', dataset.themes)],
    [messages.keywords, links('keyword', dataset.keywords)],
    [messages.identifier, h('code', {}, dataset.datasetId)],
  ];
  return h(
    'section',
    { class: 'panel', 'aria-labelledby': 'details-title' },
    h('h2', { id: 'details-title' }, messages.details),
    h(
      'dl',
      {},
      rows
        .filter(([, value]) => value !== null && value !== false && value !== '')
        .map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
    ),
  );
}
