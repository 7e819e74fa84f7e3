import { useMutation, useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { usePage } from '#portal-page/page-context.ts';
import { useAdmin } from '../admin-context.ts';
import { Dialog, ErrorNote, FilterForm, FilterText, windowOf } from '../admin-parts.tsx';
import { CopyAsCode } from '../copy-as-code.tsx';
import { CursorList } from '../cursor-list.tsx';
import {
  AdminDeletedDatasetsDocument,
  type AdminDeletedDatasetsQuery,
  AdminRestoreDatasetDocument,
} from '../generated/operations.ts';
import type { Screen, ScreenProps } from '../screen.ts';

/** The deleted datasets that the visitor may restore. */
export const deletedScreen: Screen = { title: 'deletedDatasets', Body: DeletedScreen };

type Deleted = NonNullable<AdminDeletedDatasetsQuery['deletedDatasets']>['nodes'][number];

const pageSize = 50;

function DeletedScreen({ parameters }: ScreenProps) {
  const { language } = usePage();
  const { t, dateTime } = useAdmin().texts;
  const text = parameters.get('q')?.trim() ?? '';
  const owner = parameters.get('owner')?.trim() ?? '';
  const [{ data, ...reading }] = useQuery({
    query: AdminDeletedDatasetsDocument,
    variables: {
      filter: { ...(text !== '' && { title: text }), ...(owner !== '' && { deletedBy: owner }) },
      ...windowOf(parameters, pageSize),
    },
    requestPolicy: 'cache-and-network',
  });
  const [chosen, setChosen] = useState<Deleted>();
  return (
    <>
      <h1 tabIndex={-1}>{t('deletedDatasets')}</h1>
      <p class="quiet">{t('deletedHint')}</p>
      <FilterForm names={['q', 'owner']}>
        <FilterText name="q" label={t('titleWords')} value={text} />
        <FilterText name="owner" label={t('deletedBy')} value={owner} />
      </FilterForm>
      <CursorList
        label={t('deletedDatasets')}
        heading={data?.deletedDatasets && language.t('datasets', { count: data.deletedDatasets.totalCount })}
        reading={reading}
        list={data?.deletedDatasets}
        parameters={parameters}
        keyOf={({ uid }) => uid}
        columns={[
          {
            title: 'dataset',
            isRowHeader: true,
            cell: ({ title, datasetId }) => (
              <>
                <span dir="auto">{title || datasetId}</span>
                <code class="quiet">{datasetId}</code>
              </>
            ),
          },
          { title: 'deletedBy', cell: ({ deletedBy }) => <bdi>{deletedBy?.username}</bdi> },
          { title: 'deletedAt', cell: ({ deletedAt }) => dateTime(deletedAt) },
          { title: 'restorableUntil', cell: ({ expiresAt }) => dateTime(expiresAt) },
          {
            cell: (dataset) => (
              <button
                type="button"
                aria-haspopup="dialog"
                aria-label={`${t('restore')}: ${dataset.title || dataset.datasetId}`}
                onClick={() => setChosen(dataset)}
              >
                {t('restore')}
              </button>
            ),
          },
        ]}
      />
      {chosen && <RestoreDialog dataset={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}

/** Restores a dataset, under another identifier where its own is taken. */
function RestoreDialog({ dataset, onClose }: { readonly dataset: Deleted; readonly onClose: () => void }) {
  const { t } = useAdmin().texts;
  const { language, browser } = usePage();
  const [{ fetching, error }, restore] = useMutation(AdminRestoreDatasetDocument);
  const [datasetId, setDatasetId] = useState(dataset.datasetId);
  const title = dataset.title || dataset.datasetId;
  const variables = { uid: dataset.uid, datasetId: datasetId.trim() };
  const perform = async (): Promise<void> => {
    const result = await restore(variables);
    if (result.error) return;
    browser?.announce(t('restored', { title }));
    onClose();
  };
  return (
    <Dialog title={t('restoreTitle', { title })} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void perform();
        }}
      >
        <p>{t('restoreEffect')}</p>
        <p class="question">
          <label for="restored-id">{t('identifier')}</label>
          <input
            id="restored-id"
            required
            value={datasetId}
            onInput={({ currentTarget }) => setDatasetId(currentTarget.value)}
          />
        </p>
        <ErrorNote error={error} />
        <CopyAsCode steps={[{ document: AdminRestoreDatasetDocument, variables }]} />
        <div class="buttons">
          <button type="submit" class="primary" disabled={fetching}>
            {t('restore')}
          </button>
          <button type="button" disabled={fetching} onClick={onClose}>
            {language.t('cancel')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
