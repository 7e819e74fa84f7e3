import { datasetPath, formPath } from '../address.ts';
import { HomePageDocument, type HomePageQuery } from '../generated/operations.ts';
import { useLanguage, usePage } from '../page-context.ts';
import { Link } from '../shell.tsx';
import { picturePath } from '../site.ts';
import type { ViewRequest } from '../view.tsx';

/** What the home page shows besides the search. */
export interface HomeData {
  readonly heroTitle: string | null;
  readonly themes: readonly ThemeTile[];
  readonly latest: NonNullable<HomePageQuery['catalog']>['nodes'];
  readonly forms: NonNullable<HomePageQuery['forms']>['nodes'];
}

type SettingsTheme = HomePageQuery['portalSettings']['themes'][number];

/** A theme with the value that the search filters by, and the number of its datasets. */
interface ThemeTile extends Omit<SettingsTheme, 'pictogram'> {
  readonly pictogram: string | null;
  readonly count: number;
}

/** The number of values of the facet that the document reads. */
const maxValues = 50;

/** The number of themes of a portal whose settings name none. */
const maxThemes = 8;

/** The pictograms of the page, which stand for themes of the same name where the settings name no themes. */
const pictograms: ReadonlySet<string> = new Set([
  ...[
    'administration',
    'agriculture',
    'building',
    'culture',
    'economy',
    'education',
    'energy',
    'environment',
    'health',
  ],
  ...['justice', 'map', 'people', 'safety', 'science', 'sport', 'tourism', 'transport', 'water'],
]);

/** Reads what the home page shows besides the search. */
export async function readHome({ reader, language, signal }: ViewRequest): Promise<HomeData> {
  const { data } = await reader.read(HomePageDocument, { language: language.code }, signal);
  const { heroTitle, themes } = data.portalSettings;
  const values = data.catalog?.facets?.find(({ name }) => name === 'theme')?.values ?? [];
  const tileOf = (theme: SettingsTheme): ThemeTile => {
    const found = values.find(({ value, label }) => [value, label].some((each) => isSame(each, theme.theme)));
    return { ...theme, theme: found?.value ?? theme.theme, count: found?.count ?? 0 };
  };
  const ofCatalog = values.slice(0, maxThemes).map(({ value, count }): ThemeTile => {
    const name = value.toLowerCase();
    return { theme: value, pictogram: pictograms.has(name) ? name : null, image: null, count: count ?? 0 };
  });
  return {
    heroTitle,
    // a theme without datasets leads nowhere; where not all values are known, it may have some
    themes:
      themes.length > 0
        ? themes.map(tileOf).filter(({ count }) => count > 0 || values.length === maxValues)
        : ofCatalog,
    latest: data.catalog?.nodes ?? [],
    forms: data.forms?.nodes ?? [],
  };
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** The themes with their pictures, the latest datasets, and the forms. All of them are links. */
export function HomeParts({ themes, latest, forms }: HomeData) {
  const { t, date } = useLanguage();
  return (
    <div class="home">
      {themes.length > 0 && (
        <section aria-labelledby="themes-title">
          <h2 id="themes-title">{t('themes')}</h2>
          <ul class="themes">
            {themes.map((tile) => (
              <li key={tile.theme}>
                <Tile {...tile} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <div class="home-lists">
        {latest.length > 0 && (
          <section aria-labelledby="latest-title">
            <h2 id="latest-title">{t('latestDatasets')}</h2>
            <ul>
              {latest.map(({ datasetId, title, modifiedAt }) => (
                <li key={datasetId} dir="auto">
                  <Link to={datasetPath(datasetId)}>{title ?? datasetId}</Link>{' '}
                  {modifiedAt !== null && <span class="quiet">{date(modifiedAt)}</span>}
                </li>
              ))}
            </ul>
          </section>
        )}
        {forms.length > 0 && (
          <section aria-labelledby="forms-title">
            <h2 id="forms-title">{t('forms')}</h2>
            <ul>
              {forms.map(({ slug, title, defaultLanguage }) => (
                <li key={slug} dir="auto" lang={defaultLanguage}>
                  <Link to={formPath(slug)}>{title}</Link>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </div>
  );
}

function Tile({ theme, pictogram, image, count }: ThemeTile) {
  const { language, asset } = usePage();
  return (
    <Link class="theme" to={`/?${new URLSearchParams({ theme })}`}>
      {image ? (
        <img src={picturePath(image)} alt="" width={48} height={48} loading="lazy" />
      ) : (
        <svg width={36} height={36} aria-hidden="true">
          {pictogram !== null && <use href={`${asset('pictograms.svg')}#${pictogram}`} />}
        </svg>
      )}
      <span dir="auto">{theme}</span>
      <span class="quiet">{language.t('datasets', { count })}</span>
    </Link>
  );
}
