import {
  type Address,
  datasetPath,
  type FacetName,
  facetNames,
  feedPathOf,
  pageOf,
  pageSize,
  pathOf,
  pathOfPage,
  sortOf,
  sorts,
  variablesOf,
} from '../address.ts';
import { SearchPageDocument, type SearchPageQuery } from '../generated/operations.ts';
import type { Language } from '../messages/language.ts';
import { useEffect, useRef } from 'preact/hooks';
import { useLanguage, usePage } from '../page-context.ts';
import { excerptOf, MarkedText } from '../rich-text.tsx';
import { Link } from '../shell.tsx';
import type { View } from '../view.tsx';
import { Pagination } from './view-parts.tsx';

type At = Extract<Address, { view: 'search' }>;
type Found = NonNullable<SearchPageQuery['catalog']>;

/** What the search shows. */
interface SearchData {
  readonly catalog: Found;
  readonly formCount: number;
}

/** The search of the catalog, with facets and pages. All of it is read by one request. */
export const searchView: View<At, SearchData> = {
  async load({ reader, signal }, { parameters }) {
    const variables = { ...variablesOf(parameters), withForms: parameters.size === 0 };
    const { data } = await reader.read(SearchPageDocument, variables, signal);
    return { catalog: data.catalog ?? noDatasets, formCount: data.forms?.totalCount ?? 0 };
  },
  head({ catalog }, { language: { t } }, { parameters }) {
    const words = parameters.get('q') ?? '';
    return {
      title: words === '' ? t('catalog') : `${words} – ${t('catalog')}`,
      description: t('catalogDescription'),
      canonicalPath: pathOf(parameters),
      announcement: t('datasets', { count: catalog.totalCount }),
      // a search engine lists datasets, not searches
      isHidden: parameters.size > 0,
      alternates: [{ type: 'application/atom+xml', href: feedPathOf(parameters), title: t('feedOfSearch') }],
    };
  },
  Body: Search,
};

const noDatasets: Found = { totalCount: 0, edges: [], facets: [] };

function Search({ data, address: { parameters } }: { readonly data: SearchData; readonly address: At }) {
  const { addressOf, browser, language } = usePage();
  const { t } = language;
  const { catalog, formCount } = data;
  const words = parameters.get('q') ?? '';
  const isFiltered = [...parameters.keys()].some((name) => name !== 'q' && name !== 'page' && name !== 'sort');
  const submit = (form: HTMLFormElement | null): void => {
    if (!form) return;
    const values = [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    );
    browser?.navigate(pathOf(new URLSearchParams(values)));
  };
  return (
    <form
      class="search"
      role="search"
      action={addressOf('/')}
      method="get"
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget);
      }}
      onChange={(event) => {
        // the words wait for the button
        if (!(event.target instanceof HTMLInputElement && event.target.type === 'search')) submit(event.currentTarget);
      }}
    >
      <div class="search-head">
        <h1 tabIndex={-1}>{t('searchTitle')}</h1>
        <div class="search-box">
          <label for="words" class="visually-hidden">
            {t('searchLabel')}
          </label>
          <input
            id="words"
            type="search"
            name="q"
            value={words}
            placeholder={t('searchPlaceholder')}
            autocomplete="off"
          />
          <button type="submit" class="primary">
            {t('search')}
          </button>
        </div>
        {formCount > 0 && (
          <p>
            <Link to="/forms">{t('formsToFillIn', { count: formCount })}</Link>
          </p>
        )}
      </div>
      <div class="columns">
        <FacetList
          facets={catalog.facets ?? []}
          clearedPath={isFiltered ? pathOf(new URLSearchParams({ q: words })) : undefined}
        />
        <section class="results" aria-labelledby="count">
          <div class="results-head">
            <h2 id="count" tabIndex={-1}>
              {t('datasets', { count: catalog.totalCount })}
            </h2>
            <div class="sort">
              <label for="sort">{t('sortBy')}</label>
              <select id="sort" name="sort">
                {sorts.map((sort) => (
                  <option value={sort} selected={sort === sortOf(parameters)}>
                    {t(`sorts.${sort}`)}
                  </option>
                ))}
              </select>
            </div>
          </div>
          <ResultList edges={catalog.edges} />
          <Pagination
            page={pageOf(parameters)}
            pages={Math.ceil(catalog.totalCount / pageSize)}
            pathOf={(page) => pathOfPage(parameters, page)}
          />
          <p class="facts">
            <a href={addressOf(feedPathOf(parameters))} type="application/atom+xml" data-outside>
              {t('feedOfSearch')}
            </a>
          </p>
        </section>
      </div>
    </form>
  );
}

type Edge = Found['edges'][number];

/** The datasets that a search found, with the words that it found marked. */
function ResultList({ edges }: { readonly edges: readonly Edge[] }) {
  const { t } = useLanguage();
  if (edges.length === 0) return <p class="empty">{t('nothingFound')}</p>;
  return (
    <ol class="result-list">
      {edges.map((edge) => (
        <li key={edge.node.datasetId}>
          <Result edge={edge} />
        </li>
      ))}
    </ol>
  );
}

function Result({ edge: { node, highlights } }: { readonly edge: Edge }) {
  const { t, date } = useLanguage();
  const highlightOf = (path: string): string | undefined => highlights.find((each) => each.path === path)?.text;
  const title = highlightOf('title');
  const description = highlightOf('description');
  const facts = [
    node.publisher,
    node.modifiedAt !== null && t('modifiedOn', { date: date(node.modifiedAt) }),
    node.recordCount !== null && t('records', { count: node.recordCount }),
  ].filter((fact) => typeof fact === 'string' && fact !== '');
  return (
    <article class="result">
      <h3 dir="auto">
        <Link to={datasetPath(node.datasetId)}>
          {title === undefined ? (node.title ?? node.datasetId) : <MarkedText html={title} />}
        </Link>
      </h3>
      <p class="excerpt" dir="auto">
        {description === undefined ? excerptOf(node.description ?? '') : <MarkedText html={description} />}
      </p>
      <p class="facts">
        {facts.map((fact) => (
          <span>{fact}</span>
        ))}
      </p>
      {node.themes.length > 0 && (
        <ul class="tags" aria-label={t('themes')}>
          {node.themes.map((theme) => (
            <li>{theme}</li>
          ))}
        </ul>
      )}
    </article>
  );
}

type Facet = NonNullable<Found['facets']>[number];

/** The facets of the search, as groups of checkboxes. On a narrow screen they are folded. */
function FacetList({
  facets,
  clearedPath,
}: {
  readonly facets: readonly Facet[];
  readonly clearedPath: string | undefined;
}) {
  const { t } = useLanguage();
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    // a browser that knows no ::details-content would fold them on a wide screen too
    if (details.current && matchMedia('(min-width: 48rem)').matches) details.current.open = true;
  }, []);
  return (
    <details class="facets" id="facets" ref={details} open={clearedPath !== undefined}>
      <summary>{t('filters')}</summary>
      {clearedPath !== undefined && (
        <p>
          <Link to={clearedPath} id="clear">
            {t('clearFilters')}
          </Link>
        </p>
      )}
      {facetNames.map((name) => {
        const values = facets.find((each) => each.name === name)?.values ?? [];
        return values.length > 0 && <FacetGroup key={name} name={name} values={values} />;
      })}
      <noscript>
        <button type="submit">{t('search')}</button>
      </noscript>
    </details>
  );
}

function FacetGroup({ name, values }: { readonly name: FacetName; readonly values: Facet['values'] }) {
  const language = useLanguage();
  return (
    <fieldset>
      <legend>{language.t(`facets.${name}`)}</legend>
      {values.map(({ value, label, count, state }) => (
        <label class="check" key={value}>
          <input type="checkbox" name={name} value={value} id={`${name}=${value}`} checked={state === 'refined'} />
          <span class="check-label">{labelOf(language, name, value, label)}</span>
          {count !== null && <span class="check-count">{language.number(count)}</span>}
        </label>
      ))}
    </fieldset>
  );
}

function labelOf({ code, find }: Language, name: FacetName, value: string, label: string): string {
  if (name === 'features') return find(`features.${value}`) ?? label;
  if (name === 'language' && /^[a-z]{2,3}$/.test(value))
    return new Intl.DisplayNames(code, { type: 'language' }).of(value) ?? label;
  return label;
}
