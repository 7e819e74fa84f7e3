import { h, markedText } from '../dom.ts';
import { SearchPageDocument, type SearchPageQuery } from '../generated/operations.ts';
import type { Showing, View } from '../portal.ts';
import { excerptOf, pagination } from './view-parts.ts';
import {
  datasetPath,
  type FacetName,
  facetNames,
  pageOf,
  pageSize,
  pathOf,
  pathOfPage,
  sortOf,
  sorts,
  variablesOf,
} from '../address.ts';
import type { Language } from '../messages/language.ts';

/** The search of the catalog, with facets and pages. All of it is read by one request. */
export async function searchView({ portal, signal }: Showing, parameters: URLSearchParams): Promise<View> {
  const { portalSettings, forms, ...found } = await portal.graph.query(
    SearchPageDocument,
    { ...variablesOf(parameters), withForms: parameters.size === 0 },
    signal,
  );
  const catalog = found.catalog ?? noDatasets;
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
  const count = messages.datasets(language.number(catalog.totalCount), catalog.totalCount === 1);
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
      forms &&
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
      facetList(
        language,
        catalog.facets ?? [],
        submit,
        isFiltered ? pathOf(new URLSearchParams({ q: words })) : undefined,
      ),
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
        resultList(language, catalog.edges),
        pagination(language, {
          page: pageOf(parameters),
          pages: Math.ceil(catalog.totalCount / pageSize),
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

type Found = NonNullable<SearchPageQuery['catalog']>;
type Edge = Found['edges'][number];

const noDatasets: Found = { totalCount: 0, edges: [], facets: [] };

/** The datasets that a search found, with the words that it found marked. */
function resultList(language: Language, edges: readonly Edge[]): HTMLElement {
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
    node.modifiedAt !== null && messages.modifiedOn(language.date(node.modifiedAt)),
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

type Facets = NonNullable<Found['facets']>;
type Facet = Facets[number];

/** The facets of the search, as groups of checkboxes. On a narrow screen they are folded. */
function facetList(
  language: Language,
  facets: Facets,
  onChange: () => void,
  clearedPath: string | undefined,
): HTMLElement {
  const { messages } = language;
  const groups = facetNames.flatMap((name) => {
    const facet = facets.find((each) => each.name === name);
    return facet && facet.values.length > 0 ? [facetGroup(language, name, facet, onChange)] : [];
  });
  return h(
    'details',
    { class: 'facets', id: 'facets', open: matchMedia('(min-width: 48rem)').matches || clearedPath !== undefined },
    h('summary', {}, messages.filters),
    clearedPath !== undefined && h('p', {}, h('a', { href: clearedPath, id: 'clear' }, messages.clearFilters)),
    groups,
  );
}

function facetGroup(language: Language, name: FacetName, { values }: Facet, onChange: () => void): HTMLElement {
  return h(
    'fieldset',
    {},
    h('legend', {}, language.messages.facets[name]),
    values.map(({ value, label, count, state }) =>
      h(
        'label',
        { class: 'check' },
        h('input', {
          type: 'checkbox',
          name,
          value,
          id: `${name}=${value}`,
          checked: state === 'refined',
          on: { change: onChange },
        }),
        h('span', { class: 'check-label' }, labelOf(language, name, value, label)),
        count !== null && h('span', { class: 'check-count' }, language.number(count)),
      ),
    ),
  );
}

function labelOf({ messages, code }: Language, name: FacetName, value: string, label: string): string {
  if (name === 'features')
    return Object.entries(messages.features).find(([feature]) => feature === value)?.[1] ?? label;
  if (name === 'language' && /^[a-z]{2,3}$/.test(value))
    return new Intl.DisplayNames(code, { type: 'language' }).of(value) ?? label;
  return label;
}
