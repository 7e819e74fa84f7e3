import { useQuery } from '@urql/preact';
import { isRecord } from '#portal-page/json.ts';
import { usePage } from '#portal-page/page-context.ts';
import { Link } from '#portal-page/shell.tsx';
import { useAdmin } from '../admin-context.ts';
import { FilterChoice, FilterForm, FilterText, windowOf } from '../admin-parts.tsx';
import { CursorList } from '../cursor-list.tsx';
import { chosenIn } from '../datasets/list-filter.ts';
import { EditForm } from '../editing/edit-form.tsx';
import { AdminCreateFormDocument, AdminFormsDocument, AdminModeratedFormsDocument } from '../generated/operations.ts';
import type { Screen, ScreenProps } from '../screen.ts';
import { accessField, firstFields } from './form-settings-tab.tsx';

/** The forms that the visitor may edit or moderate. */
export const formsScreen: Screen = { title: 'forms', Body: FormsScreen };

/** Creates a form as a draft. */
export const newFormScreen: Screen = { title: 'newForm', Body: NewForm, rights: ['edit_form'] };

const pageSize = 50;
const states = ['', 'published', 'draft'] as const;

/** The address of a form. */
export const pathOfForm = (slug: string, tab = ''): string =>
  `/admin/forms/${encodeURIComponent(slug)}${tab === '' ? '' : `/${tab}`}`;

function FormsScreen({ parameters }: ScreenProps) {
  const { steward, texts } = useAdmin();
  const { t, dateTime } = texts;
  const title = parameters.get('q')?.trim() ?? '';
  const state = chosenIn(parameters, 'state', states);
  const [{ data, ...reading }] = useQuery({
    query: AdminFormsDocument,
    variables: {
      filter: { ...(title !== '' && { title }), ...(state !== '' && { isPublished: state === 'published' }) },
      ...windowOf(parameters, pageSize),
    },
    requestPolicy: 'cache-and-network',
  });
  const mayModerate = steward.permissions.includes('moderate_form');
  const [moderated] = useQuery({ query: AdminModeratedFormsDocument, pause: !mayModerate });
  const listed = data?.formConfigurations;
  const others = (moderated.data?.forms?.nodes ?? []).filter(
    ({ slug }) => !listed?.nodes.some((form) => form.slug === slug),
  );
  return (
    <>
      <div class="screen-head">
        <h1 tabIndex={-1}>{t('forms')}</h1>
        {steward.permissions.includes('edit_form') && (
          <Link to="/admin/new-form" class="button primary">
            {t('newForm')}
          </Link>
        )}
      </div>
      <FilterForm names={['q', 'state']}>
        <FilterText name="q" label={t('titleWords')} value={title} />
        <FilterChoice
          name="state"
          label={t('state')}
          value={state}
          choices={states.map((each) => [each, t(each === '' ? 'allStates' : `states.${each}`)])}
        />
      </FilterForm>
      <CursorList
        label={t('forms')}
        heading={listed && t('formCount', { count: listed.totalCount })}
        reading={reading}
        list={listed}
        parameters={parameters}
        keyOf={({ slug }) => slug}
        columns={[
          {
            title: 'title',
            isRowHeader: true,
            cell: (form) => (
              <>
                <Link to={pathOfForm(form.slug)}>
                  <span dir="auto">{form.title}</span>
                </Link>
                <code class="quiet">{form.slug}</code>
              </>
            ),
          },
          {
            title: 'state',
            cell: ({ publishedVersion, isModerated }) =>
              t(publishedVersion === null ? 'states.draft' : 'states.published') +
              (isModerated ? ` · ${t('moderated')}` : ''),
          },
          { title: 'whoSubmits', cell: ({ accessType }) => t(`formAccess.${accessType}`) },
          { title: 'lastChange', cell: ({ updatedAt }) => dateTime(updatedAt) },
          {
            cell: (form) =>
              mayModerate && (
                <Link to={pathOfForm(form.slug, 'moderation')} aria-label={`${t('moderation')}: ${form.title}`}>
                  {t('moderation')}
                </Link>
              ),
          },
        ]}
      />
      {others.length > 0 && !steward.permissions.includes('edit_form') && (
        <section class="panel" aria-labelledby="moderated">
          <h2 id="moderated">{t('moderation')}</h2>
          <ul class="rows">
            {others.map(({ slug, title: name }) => (
              <li key={slug}>
                <Link to={pathOfForm(slug, 'moderation')}>
                  <span dir="auto">{name}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function NewForm() {
  const { t } = useAdmin().texts;
  const { browser } = usePage();
  return (
    <>
      <h1 tabIndex={-1}>{t('newForm')}</h1>
      <p class="quiet">{t('newFormHint')}</p>
      <EditForm
        place="new-form"
        isNew
        fields={[
          ...firstFields,
          { name: 'slug', label: 'identifier', help: 'formSlugHint', kind: 'text' },
          accessField(t),
        ]}
        saved={{ accessType: 'open' }}
        stepOf={(values) => ({
          document: AdminCreateFormDocument,
          variables: { input: { ...values, slug: values['slug'] === '' ? null : values['slug'] } },
        })}
        onSaved={(data) => {
          const created = isRecord(data) ? data['createForm'] : undefined;
          const configuration = isRecord(created) ? created['configuration'] : undefined;
          const slug = isRecord(configuration) ? configuration['slug'] : undefined;
          browser?.navigate(typeof slug === 'string' ? pathOfForm(slug) : '/admin/forms');
        }}
      />
    </>
  );
}
