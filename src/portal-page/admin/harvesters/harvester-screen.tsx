import { useQuery } from '@urql/preact';
import { useEffect, useState } from 'preact/hooks';
import { usePage } from '#portal-page/page-context.ts';
import { Link } from '#portal-page/shell.tsx';
import { useAdmin } from '../admin-context.ts';
import { CursorLinks, ErrorNote, FilterChoice, FilterForm, windowOf, ScreenHead, Working } from '../admin-parts.tsx';
import { ListTable } from '../cursor-list.tsx';
import { ChangeList } from '../dataset/change-list.tsx';
import { ConfirmDialog, type Confirmation } from '../editing/confirm-dialog.tsx';
import {
  AdminAbortHarvesterDocument,
  AdminDeleteHarvesterDocument,
  AdminHarvesterDocument,
  AdminHarvesterErrorsDocument,
  type AdminHarvesterQuery,
  AdminPublishHarvesterDatasetsDocument,
  AdminStartHarvesterDocument,
  AdminUnpublishHarvesterDatasetsDocument,
  type OneHarvesterFragment,
} from '../generated/operations.ts';
import type { Screen, ScreenProps } from '../screen.ts';
import { HarvesterForm } from './harvester-form.tsx';
import { HarvesterSchedule } from './harvester-schedule.tsx';
import { HarvesterState } from './harvesters-screen.tsx';

/** One harvester: its run, what became of each remote dataset, its settings and when it starts by itself. */
export const harvesterScreen: Screen = { title: 'harvester', Body: HarvesterScreen, rights: ['create_dataset'] };

const pageSize = 50;

/** How long a run is left before its progress is read again. */
const progressMs = 2_000;

const outcomes = ['created', 'updated', 'unchanged', 'failed', 'missing', 'deleted'] as const;

function HarvesterScreen({ path: [uid = ''], parameters }: ScreenProps) {
  const { t } = useAdmin().texts;
  const { browser } = usePage();
  const outcome = outcomes.find((each) => each === parameters.get('outcome'));
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: AdminHarvesterDocument,
    variables: { uid, outcome: outcome ? [outcome] : [...outcomes], ...windowOf(parameters, pageSize) },
    requestPolicy: 'cache-and-network',
  });
  const [confirmation, confirm] = useState<Confirmation>();
  const harvester = data?.harvester;
  const refresh = (): void => {
    readAgain({ requestPolicy: 'network-only' });
  };
  const isRunning = harvester != null && harvester.status !== 'new' && harvester.status !== 'idle';
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(refresh, progressMs);
    return () => clearInterval(timer);
  }, [isRunning]);
  if (!harvester)
    return (
      <>
        <ScreenHead title={t('harvester')} />
        <ErrorNote error={error} />
        <Working label={fetching ? t('reading') : undefined} />
        {data && <p>{t('noSuchObject')}</p>}
      </>
    );
  return (
    <>
      <ScreenHead title={harvester.name}>
        <HarvesterState harvester={harvester} />
      </ScreenHead>
      <HarvesterActions harvester={harvester} confirm={confirm} />
      <Progress harvester={harvester} isRunning={isRunning} />
      <HarvesterForm
        key={uid}
        harvester={harvester}
        types={data.harvesterTypes}
        onSaved={refresh}
        onRefused={refresh}
      />
      <HarvesterSchedule harvester={harvester} confirm={confirm} />
      <Outcomes list={harvester.harvestedDatasets} outcome={outcome ?? ''} parameters={parameters} />
      {confirmation && (
        <ConfirmDialog
          {...confirmation}
          onDone={() => {
            if (confirmation.step.document === AdminDeleteHarvesterDocument) browser?.navigate('/admin/harvesters');
            else refresh();
          }}
          onRefused={refresh}
          onClose={() => confirm(undefined)}
        />
      )}
    </>
  );
}

/** What is done to a harvester and to its datasets. */
function HarvesterActions({
  harvester: { uid, name, status, heldDeletionCount, attachedDatasetCount },
  confirm,
}: {
  readonly harvester: OneHarvesterFragment;
  readonly confirm: (confirmation: Confirmation) => void;
}) {
  const { t } = useAdmin().texts;
  const isResting = status === 'new' || status === 'idle';
  const actions = [
    { name: 'start', document: AdminStartHarvesterDocument, input: { uid }, isOffered: isResting },
    {
      name: 'startDeleting',
      document: AdminStartHarvesterDocument,
      input: { uid, isDeletionConfirmed: true },
      isOffered: isResting && heldDeletionCount > 0,
    },
    {
      name: 'abort',
      document: AdminAbortHarvesterDocument,
      input: { uid },
      isOffered: status === 'queued' || status === 'processing',
    },
    {
      name: 'publish',
      document: AdminPublishHarvesterDatasetsDocument,
      input: { uid },
      isOffered: attachedDatasetCount > 0,
    },
    {
      name: 'unpublish',
      document: AdminUnpublishHarvesterDatasetsDocument,
      input: { uid },
      isOffered: attachedDatasetCount > 0,
    },
    {
      name: 'delete',
      document: AdminDeleteHarvesterDocument,
      input: { uid, hasDatasetsDeleted: false },
      isOffered: status !== 'deleting',
    },
    {
      name: 'deleteAll',
      document: AdminDeleteHarvesterDocument,
      input: { uid, hasDatasetsDeleted: true },
      isOffered: status !== 'deleting' && attachedDatasetCount > 0,
    },
  ] as const;
  return (
    <div class="buttons">
      {actions
        .filter(({ isOffered }) => isOffered)
        .map((action) => {
          const isDanger = action.name === 'delete' || action.name === 'deleteAll' || action.name === 'startDeleting';
          const label = t(`harvesterActions.${action.name}`);
          return (
            <button
              key={action.name}
              type="button"
              class={isDanger ? 'danger' : action.name === 'start' ? 'primary' : undefined}
              aria-haspopup="dialog"
              onClick={() =>
                confirm({
                  title: `${label}: ${name}`,
                  effect: t(`harvesterEffects.${action.name}`, {
                    count: action.name === 'startDeleting' ? heldDeletionCount : attachedDatasetCount,
                  }),
                  label,
                  isDanger,
                  step: { document: action.document, variables: { input: action.input } },
                })
              }
            >
              {label}
            </button>
          );
        })}
    </div>
  );
}

/** How far the current or last run came, and why it failed. */
function Progress({ harvester, isRunning }: { readonly harvester: OneHarvesterFragment; readonly isRunning: boolean }) {
  const { t, number, dateTime } = useAdmin().texts;
  const [{ data }] = useQuery({
    query: AdminHarvesterErrorsDocument,
    variables: { uid: harvester.uid },
    requestPolicy: 'network-only',
    pause: !harvester.hasError || isRunning,
  });
  const { harvestedDatasetCount, remoteDatasetCount, resourceErrorCount, attachedDatasetCount } = harvester;
  return (
    <section class="panel" aria-labelledby="harvester-run-title" aria-live="polite">
      <h2 id="harvester-run-title">{t('harvesterRun')}</h2>
      {isRunning && (
        <progress
          aria-label={t('harvesterRun')}
          max={Math.max(1, remoteDatasetCount)}
          value={remoteDatasetCount === 0 ? undefined : harvestedDatasetCount}
        />
      )}
      {harvester.hasError && data?.harvesterErrors?.harvester != null && (
        <p class="error">{data.harvesterErrors.harvester}</p>
      )}
      <dl class="facts">
        <div>
          <dt>{t('harvesterTaken')}</dt>
          <dd>{t('doneOf', { done: harvestedDatasetCount, count: remoteDatasetCount })}</dd>
        </div>
        <div>
          <dt>{t('harvestOutcomes.failed')}</dt>
          <dd>{number(resourceErrorCount)}</dd>
        </div>
        <div>
          <dt>{t('harvesterAttached')}</dt>
          <dd>
            {t('harvesterPublished', {
              count: number(attachedDatasetCount),
              published: number(harvester.publishedDatasetCount),
            })}
          </dd>
        </div>
        {harvester.lastStartedAt !== null && (
          <div>
            <dt>{t('harvesterStarted')}</dt>
            <dd>{dateTime(harvester.lastStartedAt)}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

type HarvestedDataset = NonNullable<AdminHarvesterQuery['harvester']>['harvestedDatasets']['nodes'][number];

/** What the last run changed in a dataset. */
function HarvestChanges({ of: { changes, changeCount } }: { readonly of: HarvestedDataset }) {
  const { t } = useAdmin().texts;
  if (changeCount === 0) return null;
  return (
    <details>
      <summary>{t('harvestChanges', { count: changeCount })}</summary>
      <ChangeList
        changes={changes.map(({ field, before, after }) => ({
          kind: 'changed',
          path: [field],
          before,
          after: before === null && after === null ? t('harvestContent') : after,
        }))}
      />
      {changeCount > changes.length && (
        <p class="quiet">{t('harvestMoreChanges', { count: changeCount - changes.length })}</p>
      )}
    </details>
  );
}

/** What the last run made of each remote dataset, or the one that met it last. */
function Outcomes({
  list: { totalCount, nodes, pageInfo },
  outcome,
  parameters,
}: {
  readonly list: NonNullable<AdminHarvesterQuery['harvester']>['harvestedDatasets'];
  readonly outcome: string;
  readonly parameters: URLSearchParams;
}) {
  const { t, dateTime } = useAdmin().texts;
  return (
    <section aria-labelledby="outcomes-title">
      <h2 id="outcomes-title">{t('harvestedDatasets', { count: totalCount })}</h2>
      <FilterForm names={['outcome']}>
        <FilterChoice
          name="outcome"
          label={t('harvestOutcome')}
          value={outcome}
          choices={[['', t('allStates')], ...outcomes.map((each) => [each, t(`harvestOutcomes.${each}`)] as const)]}
        />
      </FilterForm>
      {nodes.length > 0 && (
        <ListTable
          label={t('harvestedDatasets', { count: totalCount })}
          items={nodes}
          keyOf={({ remoteId }) => remoteId}
          columns={[
            {
              title: 'harvesterRemote',
              isRowHeader: true,
              cell: ({ title, remoteId }) => (
                <>
                  <span dir="auto">{title}</span> <code class="quiet">{remoteId}</code>
                </>
              ),
            },
            {
              title: 'harvestOutcome',
              cell: (each) => (
                <>
                  {t(`harvestOutcomes.${each.outcome}`)}
                  {!each.isOfLastRun && <span class="quiet"> {t('harvestEarlierRun')}</span>}
                  {each.error !== null && <span class="error"> {each.error}</span>}
                  <HarvestChanges of={each} />
                </>
              ),
            },
            {
              title: 'dataset',
              cell: ({ dataset }) =>
                dataset && <Link to={`/admin/datasets/${dataset.uid}`}>{dataset.title ?? dataset.datasetId}</Link>,
            },
            { title: 'when', cell: ({ harvestedAt }) => dateTime(harvestedAt) },
          ]}
        />
      )}
      <CursorLinks info={pageInfo} parameters={parameters} />
    </section>
  );
}
