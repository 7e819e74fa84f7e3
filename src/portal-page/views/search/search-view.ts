import { h } from '#portal-page/dom/element.ts';
import { SearchPageDocument } from '#portal-page/generated/operations.ts';
import type { Showing, View } from '#portal-page/portal.ts';
import { pagination } from '../pagination.ts';
import { facetList } from './facet-list.ts';
import { resultList } from './result-list.ts';
import { pageSize, pathOf, pathOfPage, sortOf, sorts, variablesOf } from './search-parameters.ts';
import { pageOf } from '#portal-page/address.ts';

/** The search of the catalog, with facets and pages. All of it is read by one request. */
export async function searchView({ portal, signal }: Showing, parameters: URLSearchParams): Promise<View> {
  const { portalSettings, search, forms } = await portal.graph.query(
    SearchPageDocument,
    { ...variablesOf(parameters), withForms: parameters.size === 0 },
    signal,
  );
  const language = portal.speak(portalSettings.defaultLanguage);
  const { messages } = language;
  const words = parameters.get('q') ?? '';
  const isFiltered = [...parameters.keys()].some((name) => name !== 'q' && name !== 'page' && name !== 'sort');

  const form = h('form', { class: 'search', role: 'search', action: '/', method: 'get' });
  const submit = (): void => {
    const values = [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    );
    portal.navigate(pathOf(new URLSearchParams(values)));
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });
  const count = messages.datasets(language.number(search.totalCount), search.totalCount === 1);
  form.append(
    h(
      'div',
      { class: 'search-head' },
      h('h1', { tabindex: '-1' }, messages.searchTitle),
      h(
        'div',
        { class: 'search-box' },
        h('label', { for: 'words', class: 'visually-hidden' }, messages.searchLabel),
        h('input', {
          id: 'words',
          type: 'search',
          name: 'q',
          value: words,
          placeholder: messages.searchPlaceholder,
          autocomplete: 'off',
        }),
        h('button', { type: 'submit', class: 'primary' }, messages.search),
      ),
      forms !== undefined &&
        forms.totalCount > 0 &&
        h(
          'p',
          {},
          h('a', { href: '/forms' }, messages.formsToFillIn(language.number(forms.totalCount), forms.totalCount === 1)),
        ),
    ),
    h(
      'div',
      { class: 'columns' },
      facetList(language, search.facets, submit, isFiltered ? pathOf(new URLSearchParams({ q: words })) : undefined),
      h(
        'section',
        { class: 'results', 'aria-labelledby': 'count' },
        h(
          'div',
          { class: 'results-head' },
          h('h2', { id: 'count', tabindex: '-1' }, count),
          h(
            'div',
            { class: 'sort' },
            h('label', { for: 'sort' }, messages.sortBy),
            h(
              'select',
              { id: 'sort', name: 'sort', on: { change: submit } },
              sorts.map((sort) =>
                h('option', { value: sort, selected: sort === sortOf(parameters) }, messages.sorts[sort]),
              ),
            ),
          ),
        ),
        resultList(language, search.edges),
        pagination(language, {
          page: pageOf(parameters),
          pages: Math.ceil(search.totalCount / pageSize),
          pathOf: (page) => pathOfPage(parameters, page),
        }),
      ),
    ),
  );
  return {
    title: words === '' ? messages.catalog : `${words} – ${messages.catalog}`,
    content: [form],
    announcement: count,
  };
}
