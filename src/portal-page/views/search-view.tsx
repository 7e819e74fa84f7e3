import {
  type Address,
  datasetPath,
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
import { useLanguage, usePage } from '../page-context.ts';
import { excerptOf, MarkedText } from '../rich-text.tsx';
import { Link } from '../shell.tsx';
import { isRecord } from '../json.ts';
import { GraphError } from '../reader.ts';
import { siteName } from '../site.ts';
import { type HomeData, HomeParts, readHome } from './home.tsx';
import type { View } from '../view.tsx';
import { withoutParameter } from '../search-filter.ts';
import { conditionName, type Facet, FacetList } from './search-filters.tsx';
import { Pagination } from './view-parts.tsx';

type At = Extract<Address, { view: 'search' }>;
type Found = NonNullable<SearchPageQuery['catalog']>;

/** What the search shows. */
interface SearchData {
  readonly catalog: Found;
  readonly formCount: number;
  /** What the home page shows in addition; undefined for a search. */
  readonly home: HomeData | undefined;
  /** The facets of the address that the portal does not have any more, which were left out. */
  readonly unknownFilters: readonly string[];
}

/** The search of the catalog, with facets and pages. All of it is read by one request. */
export const searchView: View<At, SearchData> = {
  async load(request, { parameters }) {
    const { reader, signal } = request;
    const home = parameters.size === 0 ? readHome(request) : undefined;
    // awaited below, where its failure counts
    home?.catch(() => undefined);
    const variables = { ...variablesOf(parameters), withForms: parameters.size === 0 };
    const read = (refine: typeof variables.refine) => reader.read(SearchPageDocument, { ...variables, refine }, signal);
    let unknownFilters: readonly string[] = [];
    const { data } = await read(variables.refine).catch((error: unknown) => {
      const known = knownFilters(variables.refine, error);
      if (known.length === variables.refine.length) throw error;
      unknownFilters = variables.refine.flatMap(({ field }) =>
        known.some((each) => each.field === field) ? [] : field,
      );
      return read(known);
    });
    return {
      catalog: data.catalog ?? noDatasets,
      formCount: data.forms?.totalCount ?? 0,
      home: await home,
      unknownFilters: [...new Set(unknownFilters)],
    };
  },
  head({ catalog, home }, { language: { t }, settings }, { parameters }) {
    const words = parameters.get('q') ?? '';
    return {
      title: home ? siteName(settings) : words === '' ? t('catalog') : `${words} – ${t('catalog')}`,
      description: settings.description ?? t('catalogDescription'),
      canonicalPath: pathOf(parameters),
      announcement: t('datasets', { count: catalog.totalCount }),
      // a search engine lists datasets, not searches
      isHidden: parameters.size > 0,
      alternates: [{ type: 'application/atom+xml', href: feedPathOf(parameters), title: t('feedOfSearch') }],
    };
  },
  Body: Search,
};

const noDatasets: Found = {
  ...{ totalCount: 0, edges: [], facets: [], templateFacets: [], suggestion: null, removals: [] },
};

/** The values of facets without those that an error calls unknown: a template may have changed since a search was kept as a bookmark. */
function knownFilters<Refinement>(refine: readonly Refinement[], error: unknown): Refinement[] {
  const fields = error instanceof GraphError ? error.details['fields'] : undefined;
  return refine.filter((_each, index) => !isRecord(fields) || !Object.hasOwn(fields, `refine.${index}.field`));
}

/** The fields that wait for the button; what is chosen in others is searched at once. */
const waiting: readonly string[] = ['search', 'date', 'number'];

function Search({ data, address: { parameters } }: { readonly data: SearchData; readonly address: At }) {
  const { addressOf, browser, language, settings } = usePage();
  const { t } = language;
  const { catalog, formCount, home, unknownFilters } = data;
  const words = parameters.get('q') ?? '';
  const isFiltered = [...parameters.keys()].some((name) => !['q', 'page', 'sort', 'more', 'find'].includes(name));
  const submit = (form: HTMLFormElement | null): void => {
    if (!form?.reportValidity()) return;
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
        if (!(event.target instanceof HTMLInputElement && waiting.includes(event.target.type)))
          submit(event.currentTarget);
      }}
    >
      <div class="search-head">
        <h1 tabIndex={-1} dir="auto">
          {home?.heroTitle ?? t('searchTitle')}
        </h1>
        {home && settings.description !== null && (
          <p class="lead" dir="auto">
            {settings.description}
          </p>
        )}
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
      {home && <HomeParts {...home} />}
      <div class="columns">
        <FacetList
          facets={facetsOf(catalog)}
          parameters={parameters}
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
          {unknownFilters.map((name) => (
            <p class="note" key={name}>
              {t('filterGone', { name })}
            </p>
          ))}
          <Suggestion suggestion={catalog.suggestion} parameters={parameters} />
          <ResultList edges={catalog.edges} isWhole={parameters.size === 0} />
          <Removals removals={catalog.removals ?? []} facets={facetsOf(catalog)} parameters={parameters} />
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

/** The facets, with more values of the one that the address names. */
function facetsOf({ facets, templateFacets, expanded }: Found): readonly Facet[] {
  const more = new Map((expanded ?? []).map((facet) => [facet.name, facet]));
  const all = [...(facets ?? []), ...(templateFacets ?? [])].map(
    (facet) => [facet.name, more.get(facet.name) ?? facet] as const,
  );
  return [...new Map([...all, ...more]).values()];
}

type Parameters = URLSearchParams;

/** A link to the search that was meant. */
function Suggestion({
  suggestion,
  parameters,
}: {
  readonly suggestion: string | null;
  readonly parameters: Parameters;
}) {
  const { t } = useLanguage();
  if (suggestion === null) return null;
  const changed = new URLSearchParams(parameters);
  changed.delete('page');
  changed.set('q', suggestion);
  return (
    <p class="suggestion">
      {t('didYouMean')}{' '}
      <Link to={pathOf(changed)} id="suggestion" dir="auto">
        {suggestion}
      </Link>
    </p>
  );
}

/** Where nothing is found: links to the search without each of its conditions. */
function Removals({
  removals,
  facets,
  parameters,
}: {
  readonly removals: NonNullable<Found['removals']>;
  readonly facets: readonly Facet[];
  readonly parameters: Parameters;
}) {
  const page = usePage();
  const { t } = page.language;
  if (removals.length === 0) return null;
  return (
    <div class="removals">
      <p id="removals">{t('removeOne')}</p>
      <ul aria-labelledby="removals">
        {removals.map((removal) => (
          <li>
            <Link to={pathOf(withoutParameter(parameters, removal))}>
              {t('withoutCondition', { condition: conditionName(page, facets, removal) })}
            </Link>{' '}
            <span class="facts">{t('datasets', { count: removal.totalCount })}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

type Edge = Found['edges'][number];

/** The number of texts of templates in which words were found that a result shows. */
const maxTemplateTexts = 5;

/** The datasets that a search found, with the words that it found marked. Without a condition, none are a catalog that begins. */
function ResultList({ edges, isWhole }: { readonly edges: readonly Edge[]; readonly isWhole: boolean }) {
  const { t } = useLanguage();
  if (edges.length === 0) return <p class="empty">{t(isWhole ? 'noDatasetYet' : 'nothingFound')}</p>;
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

function Result({ edge: { node, highlights, isApproximate, values } }: { readonly edge: Edge }) {
  const { t, date } = useLanguage();
  const highlightOf = (path: string): string | undefined => highlights.find((each) => each.path === path)?.text;
  const ofTemplates = highlights.filter(({ label }) => label !== null).slice(0, maxTemplateTexts);
  const title = highlightOf('title');
  const description = highlightOf('description');
  const facts = [
    node.publisher,
    node.modifiedAt !== null && t('modifiedOn', { date: date(node.modifiedAt) }),
    node.recordCount !== null && t('records', { count: node.recordCount }),
    isApproximate && t('similarWords'),
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
      {values.length + ofTemplates.length > 0 && (
        <dl class="found-values">
          {ofTemplates.map(({ path, label, text }) => (
            <div key={path}>
              <dt dir="auto">{t('foundIn', { field: label ?? '' })}</dt>
              <dd dir="auto">
                <MarkedText html={text} />
              </dd>
            </div>
          ))}
          {[...Map.groupBy(values, ({ field }) => field).values()].map((ofField) => (
            <div>
              <dt dir="auto">{t('foundIn', { field: ofField[0]?.label ?? '' })}</dt>
              {ofField.map(({ value }) => (
                <dd dir="auto">{value}</dd>
              ))}
            </div>
          ))}
        </dl>
      )}
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
