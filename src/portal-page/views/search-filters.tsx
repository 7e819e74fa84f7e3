import { useEffect, useRef, useState } from 'preact/hooks';
import { facetNames, moreOf, pathOf, shownValues } from '../address.ts';
import type { SearchPageQuery } from '../generated/operations.ts';
import type { AreaMap } from '../map/area-map.tsx';
import { type Page, useLanguage, usePage } from '../page-context.ts';
import { hasAny, maxDegrees, periodOf, placeOf, sides } from '../search-filter.ts';
import { Link } from '../shell.tsx';
import { textIn } from '../text-in.ts';

type Found = NonNullable<SearchPageQuery['catalog']>;
/** A facet of the search. */
export interface Facet {
  readonly name: string;
  /** The label of a field of a template of the portal. */
  readonly label?: string | null;
  readonly values: readonly FacetValue[];
}

type FacetValue = NonNullable<Found['facets']>[number]['values'][number] & {
  /** The labels of a choice by language. */
  readonly labels?: unknown;
};

/** The conditions of the search: facets as groups of checkboxes, a period and a place. On a narrow screen they are folded. */
export function FacetList({
  facets,
  parameters,
  clearedPath,
}: {
  readonly facets: readonly Facet[];
  readonly parameters: URLSearchParams;
  readonly clearedPath: string | undefined;
}) {
  const { t } = useLanguage();
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    // a browser that knows no ::details-content would fold them on a wide screen too
    if (details.current && matchMedia('(min-width: 48rem)').matches) details.current.open = true;
  }, []);
  const more = moreOf(parameters);
  return (
    <details class="facets" id="facets" ref={details} open={clearedPath !== undefined || more !== undefined}>
      <summary>{t('filters')}</summary>
      {clearedPath !== undefined && (
        <p>
          <Link to={clearedPath} id="clear">
            {t('clearFilters')}
          </Link>
        </p>
      )}
      {groupsOf(facets, more).map((facet) => (
        <FacetGroup key={facet.name} facet={facet} parameters={parameters} />
      ))}
      <PeriodFields parameters={parameters} />
      <PlaceFields parameters={parameters} />
      <noscript>
        <button type="submit">{t('search')}</button>
      </noscript>
    </details>
  );
}

/** The facets that are shown: those of every portal in their order, then those of its own templates, and the one that is expanded though it has no values. */
function groupsOf(facets: readonly Facet[], more: string | undefined): readonly Facet[] {
  const names = new Set([...facetNames, ...facets.map(({ name }) => name)]);
  return [...names].flatMap((name) => {
    const found = facets.find((each) => each.name === name);
    return found ?? (more === name ? { name, values: [] } : []);
  });
}

function FacetGroup({ facet: given, parameters }: { readonly facet: Facet; readonly parameters: URLSearchParams }) {
  const page = usePage();
  const { language } = page;
  const { name, values } = given;
  const facet = facetName(page, given);
  const isExpanded = moreOf(parameters) === name;
  const other = new URLSearchParams(parameters);
  for (const parameter of ['more', 'find', 'page']) other.delete(parameter);
  if (!isExpanded) other.set('more', name);
  const shown = isExpanded ? values : values.filter(({ state }, index) => index < shownValues || state === 'refined');
  return (
    <fieldset>
      <legend dir="auto">{facet}</legend>
      {isExpanded && (
        <>
          <input type="hidden" name="more" value={name} />
          <div class="find-value">
            <label for="find" class="visually-hidden">
              {language.t('findValue')}
            </label>
            <input
              id="find"
              type="search"
              name="find"
              value={parameters.get('find') ?? ''}
              maxLength={200}
              placeholder={language.t('findValue')}
              autocomplete="off"
            />
            <button type="submit">{language.t('apply')}</button>
          </div>
        </>
      )}
      {shown
        .map((each) => ({ ...each, text: labelOf(page, given, each) }))
        .map(({ value, count, state, text }) => (
          <label class="check" key={value}>
            <input type="checkbox" name={name} value={value} id={`${name}=${value}`} checked={state === 'refined'} />
            <span class="check-label">{text}</span>
            {count !== null && <span class="check-count">{language.number(count)}</span>}
          </label>
        ))}
      {(isExpanded || values.length > shownValues) && (
        <p>
          <Link to={pathOf(other)} id={`more-${name}`} rel="nofollow">
            {language.t(isExpanded ? 'showLess' : 'showMore', { facet })}
          </Link>
        </p>
      )}
    </fieldset>
  );
}

function PeriodFields({ parameters }: { readonly parameters: URLSearchParams }) {
  const { t } = useLanguage();
  const isWrong = hasAny(parameters, ['from', 'until']) && !periodOf(parameters);
  return (
    <fieldset>
      <legend>{t('period')}</legend>
      <div class="dates">
        <label>
          {t('periodFrom')}
          <input type="date" name="from" id="from" value={parameters.get('from') ?? ''} />
        </label>
        <label>
          {t('periodUntil')}
          <input type="date" name="until" id="until" value={parameters.get('until') ?? ''} />
        </label>
      </div>
      {isWrong && <p class="error">{t('periodReversed')}</p>}
      <p>
        <button type="submit" id="apply-period" aria-label={`${t('apply')}: ${t('period')}`}>
          {t('apply')}
        </button>
      </p>
    </fieldset>
  );
}

function PlaceFields({ parameters }: { readonly parameters: URLSearchParams }) {
  const { t } = useLanguage();
  const isWrong = hasAny(parameters, sides) && !placeOf(parameters);
  return (
    <fieldset aria-describedby="place-hint">
      <legend>{t('place')}</legend>
      <p id="place-hint">{t('placeHint')}</p>
      <div class="sides">
        {sides.map((side) => (
          <label>
            {t(side)}
            <input
              type="number"
              name={side}
              id={side}
              step="any"
              min={-maxDegrees(side)}
              max={maxDegrees(side)}
              value={parameters.get(side) ?? ''}
            />
          </label>
        ))}
      </div>
      {isWrong && <p class="error">{t('placeIncomplete')}</p>}
      <PlaceOnMap parameters={parameters} />
      <p>
        <button type="submit" id="apply-place" aria-label={`${t('apply')}: ${t('place')}`}>
          {t('apply')}
        </button>
      </p>
    </fieldset>
  );
}

/** The place on a map, whose code is loaded when it is unfolded. */
function PlaceOnMap({ parameters }: { readonly parameters: URLSearchParams }) {
  const { browser, language } = usePage();
  const { t } = language;
  const bounds = placeOf(parameters);
  const [isAlive, setAlive] = useState(false);
  const [isOpen, setOpen] = useState(bounds !== undefined);
  const [Map, setMap] = useState<typeof AreaMap>();
  useEffect(() => {
    setAlive(true);
  }, []);
  useEffect(() => {
    if (!isOpen) return;
    import('../map/area-map.tsx').then(
      (loaded) => {
        setMap(() => loaded.AreaMap);
      },
      () => {
        browser?.notify(t('failedTitle'));
      },
    );
  }, [isOpen]);
  if (!isAlive) return null;
  return (
    <details
      class="area-map"
      id="place-map"
      open={isOpen}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
      }}
    >
      <summary>{t('map')}</summary>
      {isOpen && (Map ? <Map bounds={bounds} /> : <p class="quiet">{t('loading')}</p>)}
    </details>
  );
}

/** A condition of the search in words. */
export function conditionName(
  page: Page,
  facets: readonly Facet[],
  { condition, field, value }: NonNullable<Found['removals']>[number],
): string {
  const { t } = page.language;
  if (condition === 'QUERY') return value === null ? t('allWords') : `“${value}”`;
  if (field === 'period' || field === 'place') return t(field);
  const facet = facets.find(({ name }) => name === field) ?? { name: field ?? '', values: [] };
  const name = facetName(page, facet);
  if (value === null) return name;
  const found = facet.values.find((each) => each.value === value) ?? { value, label: value };
  return `${name}: ${labelOf(page, facet, found)}`;
}

/** The name of a facet: in the language of the page, or as its template has it. */
const facetName = ({ language }: Page, { name, label }: Facet): string =>
  language.find(`facets.${name}`) ?? label ?? name;

function labelOf(
  page: Page,
  { name, label: fieldLabel }: Facet,
  { value, label, labels }: Pick<FacetValue, 'value' | 'label' | 'labels'>,
): string {
  const { code, find, t } = page.language;
  if (name === 'features') return find(`features.${value}`) ?? label;
  if (name === 'language' && /^[a-z]{2,3}$/.test(value))
    return new Intl.DisplayNames(code, { type: 'language' }).of(value) ?? label;
  // a field of a template, whose texts "true" and "false" are those of booleans
  if (typeof fieldLabel === 'string' && /^(?:true|false)$/.test(value)) return t(value === 'true' ? 'yes' : 'no');
  return textIn(page, labels)?.text ?? label;
}
