import { useMutation, useQuery, useSubscription } from '@urql/preact';
import { useState } from 'preact/hooks';
import { ScrollBox } from '#portal-page/views/view-parts.tsx';
import { useAdmin } from '../admin-context.ts';
import { ErrorNote } from '../admin-parts.tsx';
import { ListTable } from '../cursor-list.tsx';
import { ActionDialog } from '../datasets/action-dialog.tsx';
import { type ActionName, actionNames, actions, isPending } from '../datasets/dataset-actions.ts';
import { DatasetState } from '../datasets/dataset-state.tsx';
import {
  AdminAbortPublicationDocument,
  AdminPublicationDocument,
  AdminPublicationProgressDocument,
  type PublicationFragment,
} from '../generated/operations.ts';
import type { TabProps } from './tab.ts';

/** The publication of a dataset as it happens, what went wrong in it row by row, and how to start, stop and undo it. */
export function PublicationTab({ dataset }: TabProps) {
  const { uid, canPublish } = dataset;
  const { t, dateTime } = useAdmin().texts;
  const [{ data, error }, readAgain] = useQuery({
    query: AdminPublicationDocument,
    variables: { uid },
    requestPolicy: 'cache-and-network',
  });
  // the cache brings what the subscription says to all that shows it
  useSubscription({ query: AdminPublicationProgressDocument, variables: { uid } });
  const [{ error: abortError, fetching: isAborting }, abort] = useMutation(AdminAbortPublicationDocument);
  const [action, setAction] = useState<ActionName>();
  const status = data?.dataset?.status;
  const isRunning = isPending(data?.dataset ?? dataset);
  const offered = actionNames.filter((name) => name !== 'delete' && actions[name].applies(dataset));
  return (
    <>
      <ErrorNote error={error ?? abortError} />
      <div class="panel" role="status">
        <DatasetState dataset={data?.dataset ?? dataset} />
        {status && <p class="quiet">{t('sinceTime', { time: dateTime(status.changedAt) })}</p>}
      </div>
      {canPublish && (
        <div class="buttons">
          {offered.map((name) => (
            <button
              type="button"
              key={name}
              aria-haspopup="dialog"
              class={name === 'publish' ? 'primary' : undefined}
              disabled={isRunning}
              onClick={() => setAction(name)}
            >
              {t(actions[name].label)}
            </button>
          ))}
          {isRunning && (
            <button type="button" disabled={isAborting} onClick={() => void abort({ uid })}>
              {t('abort')}
            </button>
          )}
        </div>
      )}
      {status && <Problems status={status} />}
      {status && <History publications={status.history} />}
      {action !== undefined && (
        <ActionDialog
          name={action}
          chosen={[dataset]}
          onDone={() => readAgain({ requestPolicy: 'network-only' })}
          onClose={() => setAction(undefined)}
        />
      )}
    </>
  );
}

/** What went wrong in the last publication. */
function Problems({ status: { recordsErrors, progress } }: { readonly status: PublicationFragment }) {
  const { t, number } = useAdmin().texts;
  return (
    <>
      {progress.lostValues.length > 0 && (
        <section aria-labelledby="lost-title">
          <h2 id="lost-title">{t('lostValues')}</h2>
          <ul class="titles">
            {progress.lostValues.map(({ field, count }) => (
              <li key={field}>
                <code>{field}</code>: {number(count)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {recordsErrors.length > 0 && (
        <section aria-labelledby="errors-title">
          <h2 id="errors-title">
            {t('recordErrorsShown', { shown: recordsErrors.length, count: progress.recordErrors })}
          </h2>
          <ScrollBox label={t('recordErrorsTitle')}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('row')}</th>
                  <th scope="col">{t('field')}</th>
                  <th scope="col">{t('problem')}</th>
                  <th scope="col">{t('recordAsRead')}</th>
                </tr>
              </thead>
              <tbody>
                {recordsErrors.map(({ recordId, fieldUid, message, recordText }) => (
                  <tr>
                    <th scope="row">{number(Number(recordId) + 1)}</th>
                    <td>{fieldUid !== null && <code>{fieldUid}</code>}</td>
                    <td dir="auto">{message}</td>
                    <td dir="auto">{recordText !== null && <code>{recordText}</code>}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollBox>
        </section>
      )}
    </>
  );
}

/** What became of the last publications, the latest first. */
function History({ publications }: { readonly publications: PublicationFragment['history'] }) {
  const { t, number, dateTime } = useAdmin().texts;
  return (
    <section aria-labelledby="history-title">
      <h2 id="history-title">{t('publicationHistory')}</h2>
      {publications.length === 0 ? (
        <p class="quiet">{t('noPublicationYet')}</p>
      ) : (
        <ListTable
          label={t('publicationHistory')}
          items={publications}
          keyOf={({ endedAt }) => endedAt}
          columns={[
            { title: 'when', isRowHeader: true, cell: ({ endedAt }) => dateTime(endedAt) },
            {
              title: 'result',
              cell: ({ kind, outcome, message }) => (
                <>
                  {t(`publicationKinds.${kind}`)}: <b>{t(`outcomes.${outcome}`)}</b>
                  {message !== null && (
                    <p class="quiet" dir="auto">
                      {message}
                    </p>
                  )}
                </>
              ),
            },
            {
              title: 'who',
              cell: ({ requestedBy, isScheduled }) => {
                const username = requestedBy ?? '';
                return isScheduled ? t('bySchedule', { username }) : username;
              },
            },
            { title: 'writtenRecords', cell: ({ rowsWritten }) => rowsWritten !== null && number(rowsWritten) },
            { title: 'recordErrorsTitle', cell: ({ recordErrors }) => recordErrors > 0 && number(recordErrors) },
          ]}
        />
      )}
    </section>
  );
}
