import { datasetPath } from '#portal-page/address.ts';
import { h } from '#portal-page/dom/element.ts';
import { markedText } from '#portal-page/dom/rich-text.ts';
import type { SearchPageQuery } from '#portal-page/generated/operations.ts';
import type { Language } from '#portal-page/messages/language.ts';
import { excerptOf } from '../excerpt.ts';

type Edge = SearchPageQuery['search']['edges'][number];

/** The datasets that a search found, with the words that it found marked. */
export function resultList(language: Language, edges: readonly Edge[]): HTMLElement {
  if (edges.length === 0) return h('p', { class: 'empty' }, language.messages.nothingFound);
  return h(
    'ol',
    { class: 'result-list' },
    edges.map((edge) => h('li', {}, result(language, edge))),
  );
}

function result(language: Language, { node, highlights }: Edge): HTMLElement {
  const { messages } = language;
  const highlightOf = (path: string): string | undefined => highlights.find((each) => each.path === path)?.text;
  const title = highlightOf('title');
  const markedDescription = highlightOf('description');
  const facts = [
    node.publisher,
    node.modified !== null && messages.modifiedOn(language.date(node.modified)),
    node.recordCount !== null && messages.records(language.number(node.recordCount), node.recordCount === 1),
  ].filter((fact) => typeof fact === 'string' && fact !== '');
  return h(
    'article',
    { class: 'result' },
    h(
      'h3',
      {},
      h(
        'a',
        { href: datasetPath(node.datasetId) },
        title === undefined ? (node.title ?? node.datasetId) : markedText(title),
      ),
    ),
    h(
      'p',
      { class: 'excerpt' },
      markedDescription === undefined ? excerptOf(node.description ?? '') : markedText(markedDescription),
    ),
    h(
      'p',
      { class: 'facts' },
      facts.map((fact) => h('span', {}, fact)),
    ),
    h(
      'ul',
      { class: 'tags', 'aria-label': messages.themes },
      node.themes.map((theme) => h('li', {}, theme)),
    ),
  );
}
