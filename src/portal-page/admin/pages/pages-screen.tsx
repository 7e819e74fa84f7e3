import { useQuery } from '@urql/preact';
import { pagePath } from '#portal-page/address.ts';
import { usePage } from '#portal-page/page-context.ts';
import { Link } from '#portal-page/shell.tsx';
import { useAdmin } from '../admin-context.ts';
import { FilterChoice, FilterForm, FilterText, windowOf } from '../admin-parts.tsx';
import { CursorList } from '../cursor-list.tsx';
import { AdminPagesDocument, type AdminPagesQuery, type PageRowFragment } from '../generated/operations.ts';
import type { Screen, ScreenProps } from '../screen.ts';

type Row = NonNullable<AdminPagesQuery['pageConfigurations']>['nodes'][number];

/** The pages that editors write. */
export const pagesScreen: Screen = { title: 'contentPages', Body: PagesScreen };

const pageSize = 50;

/** The address of a page among the screens. */
export const pathOfPage = (uid: string): string => `/admin/pages/${encodeURIComponent(uid)}`;

const states = ['published', 'draft', 'archived'] as const;

function PagesScreen({ parameters }: ScreenProps) {
  const { steward, texts } = useAdmin();
  const { t, dateTime } = texts;
  const { language, settings } = usePage();
  const state = parameters.get('state') ?? '';
  const title = parameters.get('q') ?? '';
  const [reading] = useQuery({
    query: AdminPagesDocument,
    variables: {
      filter: {
        ...(title !== '' && { title }),
        ...(state === 'archived' ? { isArchived: true } : { isArchived: false }),
        ...(state === 'published' && { isPublished: true }),
        ...(state === 'draft' && { isPublished: false }),
      },
      ...windowOf(parameters, pageSize),
    },
    requestPolicy: 'cache-and-network',
  });
  const pages = reading.data?.pageConfigurations;
  const titleOf = (row: Row): string => {
    if ('title' in row) return row.title;
    const found =
      row.titles.find((each) => each.language === language.code) ??
      row.titles.find((each) => each.language === settings.defaultLanguage) ??
      row.titles[0];
    return found?.title ?? row.slug;
  };
  return (
    <>
      <div class="screen-head">
        <h1 tabIndex={-1}>{t('contentPages')}</h1>
        {steward.permissions.some((right) => right === 'create_page' || right === 'edit_page') && (
          <Link to="/admin/pages/new" class="button primary">
            {t('newPage')}
          </Link>
        )}
      </div>
      <FilterForm names={['q', 'state']}>
        <FilterText name="q" label={t('titleWords')} value={title} />
        <FilterChoice
          name="state"
          label={t('state')}
          value={state}
          choices={[['', t('allStates')], ...states.map((each) => [each, t(`pageStates.${each}`)] as const)]}
        />
      </FilterForm>
      <CursorList
        label={t('contentPages')}
        reading={reading}
        list={pages}
        heading={pages && t('pageCount', { count: pages.totalCount })}
        parameters={parameters}
        keyOf={({ uid }) => uid}
        columns={[
          {
            title: 'contentPage',
            isRowHeader: true,
            cell: (row) => (
              <>
                <Link to={pathOfPage(row.uid)}>
                  <span dir="auto">{titleOf(row)}</span>
                </Link>
                <code class="quiet">{pagePath(row.slug)}</code>
              </>
            ),
          },
          { title: 'pageKind', cell: (row) => t('title' in row ? 'pageKinds.studio' : 'pageKinds.code') },
          { title: 'state', cell: (row) => <PageState page={row} /> },
          { title: 'lastChange', cell: (row) => `${dateTime(row.updatedAt)} ${row.updatedBy?.username ?? ''}` },
        ]}
      />
    </>
  );
}

/** Whether visitors see a page, and whether they see its last state. */
export function PageState({ page }: { readonly page: PageRowFragment }) {
  const { t } = useAdmin().texts;
  const { isArchived, publishedAt, isDraftPublished, isRestricted } = page;
  return (
    <>
      {t(isArchived ? 'pageStates.archived' : publishedAt === null ? 'pageStates.draft' : 'pageStates.published')}
      {publishedAt !== null && !isDraftPublished && <span class="chip">{t('draftDiffers')}</span>}
      {isRestricted && <span class="chip">{t('states.restricted')}</span>}
    </>
  );
}
