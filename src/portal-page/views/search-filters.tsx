import { useEffect, useRef, useState } from 'preact/hooks';
import { type FacetName, facetNames, moreOf, pathOf, shownValues } from '../address.ts';
import type { SearchPageQuery } from '../generated/operations.ts';
import type { Language } from '../messages/language.ts';
import type { AreaMap } from '../map/area-map.tsx';
import { useLanguage, usePage } from '../page-context.ts';
import { hasAny, maxDegrees, periodOf, placeOf, sides } from '../search-filter.ts';
import { Link } from '../shell.tsx';

type Found = NonNullable<SearchPageQuery['catalog']>;
/** A facet of the search. */
export type Facet = NonNullable<Found['facets']>[number];

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
      {facetNames.map((name) => {
        const values = facets.find((each) => each.name === name)?.values ?? [];
        return (
          (values.length > 0 || more === name) && (
            <FacetGroup key={name} name={name} values={values} parameters={parameters} />
          )
        );
      })}
      <PeriodFields parameters={parameters} />
      <PlaceFields parameters={parameters} />
      <noscript>
        <button type="submit">{t('search')}</button>
      </noscript>
    </details>
  );
}

function FacetGroup({
  name,
  values,
  parameters,
}: {
  readonly name: FacetName;
  readonly values: Facet['values'];
  readonly parameters: URLSearchParams;
}) {
  const language = useLanguage();
  const facet = language.t(`facets.${name}`);
  const isExpanded = moreOf(parameters) === name;
  const other = new URLSearchParams(parameters);
  for (const parameter of ['more', 'find', 'page']) other.delete(parameter);
  if (!isExpanded) other.set('more', name);
  const shown = isExpanded ? values : values.filter(({ state }, index) => index < shownValues || state === 'refined');
  return (
    <fieldset>
      <legend>{facet}</legend>
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
      {shown.map(({ value, label, count, state }) => (
        <label class="check" key={value}>
          <input type="checkbox" name={name} value={value} id={`${name}=${value}`} checked={state === 'refined'} />
          <span class="check-label">{labelOf(language, name, value, label)}</span>
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
  language: Language,
  { condition, field, value }: NonNullable<Found['removals']>[number],
): string {
  const { t } = language;
  if (condition === 'QUERY') return value === null ? t('allWords') : `“${value}”`;
  if (field === 'period' || field === 'place') return t(field);
  const facet = facetNames.find((name) => name === field);
  if (facet === undefined) return field ?? '';
  const name = t(`facets.${facet}`);
  return value === null ? name : `${name}: ${labelOf(language, facet, value, value)}`;
}

function labelOf({ code, find }: Language, name: FacetName, value: string, label: string): string {
  if (name === 'features') return find(`features.${value}`) ?? label;
  if (name === 'language' && /^[a-z]{2,3}$/.test(value))
    return new Intl.DisplayNames(code, { type: 'language' }).of(value) ?? label;
  return label;
}
