import { useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { useAdmin } from '../admin-context.ts';
import { FilterForm, FilterText, windowOf } from '../admin-parts.tsx';
import { CursorList } from '../cursor-list.tsx';
import { ConfirmDialog } from '../editing/confirm-dialog.tsx';
import {
  AdminDeletedFormsDocument,
  type AdminDeletedFormsQuery,
  AdminRestoreFormDocument,
} from '../generated/operations.ts';
import type { Screen, ScreenProps } from '../screen.ts';

/** The deleted forms that the visitor may restore. */
export const deletedFormsScreen: Screen = { title: 'deletedForms', Body: DeletedFormsScreen };

type Deleted = NonNullable<AdminDeletedFormsQuery['deletedForms']>['nodes'][number];

const pageSize = 50;

function DeletedFormsScreen({ parameters }: ScreenProps) {
  const { t, dateTime } = useAdmin().texts;
  const text = parameters.get('q')?.trim() ?? '';
  const owner = parameters.get('owner')?.trim() ?? '';
  const [{ data, ...reading }] = useQuery({
    query: AdminDeletedFormsDocument,
    variables: {
      filter: { ...(text !== '' && { title: text }), ...(owner !== '' && { deletedBy: owner }) },
      ...windowOf(parameters, pageSize),
    },
    requestPolicy: 'cache-and-network',
  });
  const [chosen, setChosen] = useState<Deleted>();
  const titleOf = ({ title, slug }: Deleted): string => title || slug;
  return (
    <>
      <h1 tabIndex={-1}>{t('deletedForms')}</h1>
      <p class="quiet">{t('deletedHint')}</p>
      <FilterForm names={['q', 'owner']}>
        <FilterText name="q" label={t('titleWords')} value={text} />
        <FilterText name="owner" label={t('deletedBy')} value={owner} />
      </FilterForm>
      <CursorList
        label={t('deletedForms')}
        heading={data?.deletedForms && t('formCount', { count: data.deletedForms.totalCount })}
        reading={reading}
        list={data?.deletedForms}
        parameters={parameters}
        keyOf={({ uid }) => uid}
        columns={[
          {
            title: 'form',
            isRowHeader: true,
            cell: (form) => (
              <>
                <span dir="auto">{titleOf(form)}</span>
                <code class="quiet">{form.slug}</code>
              </>
            ),
          },
          { title: 'deletedBy', cell: ({ deletedBy }) => <bdi>{deletedBy?.username}</bdi> },
          { title: 'deletedAt', cell: ({ deletedAt }) => dateTime(deletedAt) },
          { title: 'restorableUntil', cell: ({ expiresAt }) => dateTime(expiresAt) },
          {
            cell: (form) => (
              <button
                type="button"
                aria-haspopup="dialog"
                aria-label={`${t('restore')}: ${titleOf(form)}`}
                onClick={() => setChosen(form)}
              >
                {t('restore')}
              </button>
            ),
          },
        ]}
      />
      {chosen && (
        <ConfirmDialog
          title={t('restoreTitle', { title: titleOf(chosen) })}
          label={t('restore')}
          effect={t('restoreFormEffect')}
          step={{ document: AdminRestoreFormDocument, variables: { input: { uid: chosen.uid } } }}
          onDone={() => setChosen(undefined)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}
