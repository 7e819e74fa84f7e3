import { useQuery } from '@urql/preact';
import { useEffect, useState } from 'preact/hooks';
import { Link } from '#portal-page/shell.tsx';
import { useAdmin } from '../admin-context.ts';
import { FilterChoice, FilterForm, windowOf } from '../admin-parts.tsx';
import type { AdminMessageName } from '../admin-texts.ts';
import { CursorList } from '../cursor-list.tsx';
import { chosenIn } from '../datasets/list-filter.ts';
import { ConfirmDialog } from '../editing/confirm-dialog.tsx';
import type { SavingStep } from '../editing/save-dialog.tsx';
import {
  AdminAbortJobHarvestDocument,
  AdminAbortJobPublicationDocument,
  AdminJobsDocument,
  AdminRetryJobDocument,
  type JobRowFragment,
} from '../generated/operations.ts';
import type { Screen, ScreenProps } from '../screen.ts';

/** The jobs of the service that run, have failed, or wait. */
export const jobsScreen: Screen = { title: 'jobs', Body: JobsScreen, rights: ['administer'] };

const pageSize = 50;
const refreshMs = 4_000;

/** What the list shows; the first is that of an address without one. */
const statuses = ['', 'running', 'failed', 'waiting'] as const;

/** The kinds of jobs that stewards ask for; the others are the upkeep of the service. */
const kinds = ['', 'publication', 'harvests', 'harvester-orders', 'invitation-mails'] as const;

/** What can be done to a job, shown before it is done. */
interface Action {
  readonly title: AdminMessageName;
  readonly effect: AdminMessageName;
  readonly step: SavingStep;
  readonly isDanger: boolean;
}

function actionsOf({ uid, kind, status, datasetUid, harvesterUid, dueAt }: JobRowFragment): readonly Action[] {
  const canStop = kind === 'publication' && datasetUid !== null;
  const canStopHarvest = kind === 'harvests' && harvesterUid !== null;
  return [
    ...(status === 'failed' || (status === 'waiting' && dueAt !== null && Date.parse(dueAt) > Date.now())
      ? [
          {
            title: 'retryJob' as const,
            effect: 'retryJobEffect' as const,
            step: { document: AdminRetryJobDocument, variables: { input: { uid } } },
            isDanger: false,
          },
        ]
      : []),
    ...(canStop
      ? [
          {
            title: 'abort' as const,
            effect: 'abortPublicationEffect' as const,
            step: { document: AdminAbortJobPublicationDocument, variables: { input: { uid: datasetUid } } },
            isDanger: true,
          },
        ]
      : []),
    ...(canStopHarvest
      ? [
          {
            title: 'abort' as const,
            effect: 'abortHarvestEffect' as const,
            step: { document: AdminAbortJobHarvestDocument, variables: { input: { uid: harvesterUid } } },
            isDanger: true,
          },
        ]
      : []),
  ];
}

function JobsScreen({ parameters }: ScreenProps) {
  const { t, find, dateTime, number } = useAdmin().texts;
  const status = chosenIn(parameters, 'status', statuses);
  const kind = chosenIn(parameters, 'kind', kinds);
  const [{ data, ...reading }, readAgain] = useQuery({
    query: AdminJobsDocument,
    variables: {
      filter: { ...(status !== '' && { status }), ...(kind !== '' && { kind }) },
      ...windowOf(parameters, pageSize),
    },
    requestPolicy: 'cache-and-network',
  });
  const [chosen, setChosen] = useState<{ readonly job: JobRowFragment; readonly action: Action }>();
  const refresh = (): void => {
    readAgain({ requestPolicy: 'network-only' });
  };
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) refresh();
    }, refreshMs);
    return () => {
      clearInterval(timer);
    };
  }, []);
  const nameOf = (queue: string): string => find(`jobKinds.${queue}`) ?? t('jobKinds.upkeep');
  const aboutOf = (job: JobRowFragment) => {
    const text = job.subject ?? job.datasetUid ?? job.harvesterUid;
    return job.datasetUid === null ? (
      <span dir="auto">{text}</span>
    ) : (
      <Link to={`/admin/datasets/${job.datasetUid}/publication`}>{text}</Link>
    );
  };
  return (
    <>
      <h1 tabIndex={-1}>{t('jobs')}</h1>
      <p class="quiet">{t('jobsHint')}</p>
      <FilterForm names={['status', 'kind']}>
        <FilterChoice
          name="status"
          label={t('state')}
          value={status}
          choices={statuses.map((each) => [each, t(each === '' ? 'allStates' : `jobStates.${each}`)])}
        />
        <FilterChoice
          name="kind"
          label={t('kind')}
          value={kind}
          choices={kinds.map((each) => [each, each === '' ? t('allStates') : nameOf(each)])}
        />
      </FilterForm>
      <CursorList
        label={t('jobs')}
        heading={data?.jobs && t('jobCount', { count: data.jobs.totalCount })}
        reading={reading}
        list={data?.jobs}
        parameters={parameters}
        keyOf={({ uid }) => uid}
        columns={[
          {
            title: 'kind',
            isRowHeader: true,
            cell: ({ kind: queue }) => (
              <>
                {nameOf(queue)} <code class="quiet">{queue}</code>
              </>
            ),
          },
          {
            title: 'state',
            cell: (job) => (
              <>
                <span class={job.status === 'failed' ? 'error' : undefined}>{t(`jobStates.${job.status}`)}</span>
                {job.attemptCount > 1 && ` (${t('attemptCount', { count: job.attemptCount })})`}
              </>
            ),
          },
          {
            title: 'about',
            cell: (job) => (
              <>
                {aboutOf(job)} <bdi class="quiet">{job.requestedBy}</bdi>
              </>
            ),
          },
          {
            title: 'when',
            cell: (job) =>
              job.status === 'running' && job.startedAt !== null
                ? t('sinceTime', { time: dateTime(job.startedAt) })
                : dateTime(job.createdAt),
          },
          {
            title: 'nextAttempt',
            cell: ({ dueAt }) => (dueAt === null ? '–' : Date.parse(dueAt) <= Date.now() ? t('soon') : dateTime(dueAt)),
          },
          {
            title: 'problem',
            cell: (job) => job.status === 'failed' && <bdi lang="en">{job.message}</bdi>,
          },
          {
            cell: (job) => (
              <div class="buttons">
                {actionsOf(job).map((action) => (
                  <button
                    key={action.title}
                    type="button"
                    aria-haspopup="dialog"
                    aria-label={`${t(action.title)}: ${nameOf(job.kind)} ${job.subject ?? ''}`.trim()}
                    onClick={() => setChosen({ job, action })}
                  >
                    {t(action.title)}
                  </button>
                ))}
              </div>
            ),
          },
        ]}
      />
      {(data?.jobs?.totalCount ?? 0) >= maxListed && (
        <p class="quiet">{t('jobsBounded', { count: number(maxListed) })}</p>
      )}
      {chosen && (
        <ConfirmDialog
          title={`${t(chosen.action.title)}: ${nameOf(chosen.job.kind)}`}
          label={t(chosen.action.title)}
          step={chosen.action.step}
          isDanger={chosen.action.isDanger}
          onDone={refresh}
          onClose={() => setChosen(undefined)}
        >
          <p>{t(chosen.action.effect)}</p>
          {chosen.job.subject !== null && <p dir="auto">{chosen.job.subject}</p>}
        </ConfirmDialog>
      )}
    </>
  );
}

/** How many jobs of one status the service lists. */
const maxListed = 1_000;
