import { useClient, useQuery, useSubscription } from '@urql/preact';
import type { CombinedError } from '@urql/core';
import { useEffect, useRef, useState } from 'preact/hooks';
import { usePage } from '#portal-page/page-context.ts';
import { useAdmin } from '../admin-context.ts';
import { Dialog, ErrorNote, Working } from '../admin-parts.tsx';
import { CopyAsCode } from '../copy-as-code.tsx';
import type { SavingStep } from '../editing/save-dialog.tsx';
import {
  AdminApproveRevisionDocument,
  AdminApproveSubmissionDocument,
  AdminInboxDocument,
  AdminRejectRevisionDocument,
  AdminRejectSubmissionDocument,
  AdminSubmissionReceivedDocument,
  type SubmissionRowFragment,
} from '../generated/operations.ts';
import { AnswerList } from './answers.tsx';
import type { Block } from './form-blocks.ts';

/** A submission, or a change of one, that waits for a decision. */
interface Waiting {
  readonly submission: SubmissionRowFragment;
  readonly isChange: boolean;
}

/** What waits for a moderator, filled as it comes in. The focused item is approved by A and rejected by R. */
export function InboxTab({ slug, blocks }: { readonly slug: string; readonly blocks: readonly Block[] }) {
  const { t, dateTime } = useAdmin().texts;
  const { browser } = usePage();
  const client = useClient();
  const list = useRef<HTMLOListElement>(null);
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: AdminInboxDocument,
    variables: { formSlug: slug },
    requestPolicy: 'cache-and-network',
  });
  const [refusal, setRefusal] = useState<CombinedError>();
  const [isBusy, setBusy] = useState(false);
  const [rejected, setRejected] = useState<Waiting>();
  const [decided, setDecided] = useState<number>();
  const refresh = (): void => {
    readAgain({ requestPolicy: 'network-only' });
  };
  useSubscription({ query: AdminSubmissionReceivedDocument, variables: { formSlug: slug } }, (_last, event) => {
    // the first event has no submission: what was missed until then is read too
    refresh();
    if (event.submissionReceived.uid !== null) browser?.announce(t('submissionCame'));
    return event;
  });
  const waiting: readonly Waiting[] = [
    ...(data?.waiting?.nodes ?? []).map((submission) => ({ submission, isChange: false })),
    ...(data?.changed?.nodes ?? []).map((submission) => ({ submission, isChange: true })),
  ];
  useEffect(() => {
    if (decided === undefined || fetching) return;
    // the next item has the focus, so that one key decides one after another
    const items = list.current?.children ?? [];
    const next = items[Math.min(decided, items.length - 1)];
    if (next instanceof HTMLElement) next.focus();
    setDecided(undefined);
  }, [decided, fetching, data]);
  const decide = async (step: SavingStep, place: number): Promise<boolean> => {
    setBusy(true);
    const answer = await client.mutation<unknown>(step.document, step.variables).toPromise();
    setBusy(false);
    setRefusal(answer.error);
    if (!answer.error) browser?.announce(t('done'));
    setDecided(place);
    refresh();
    return !answer.error;
  };
  const total = (data?.waiting?.totalCount ?? 0) + (data?.changed?.totalCount ?? 0);
  return (
    <>
      <ErrorNote error={error ?? refusal} />
      <Working label={(fetching && !data) || isBusy ? t('reading') : undefined} />
      {data && (
        <>
          <h2 tabIndex={-1}>{t('waitingCount', { count: total })}</h2>
          <p class="quiet">{t(total === 0 ? 'inboxEmpty' : 'inboxHint')}</p>
        </>
      )}
      <ol class="inbox" ref={list}>
        {waiting.map((item, place) => {
          const { submission, isChange } = item;
          const id = `${submission.uid}${isChange ? '-change' : ''}`;
          return (
            <li
              key={id}
              class="panel"
              tabIndex={0}
              aria-labelledby={`${id}-name`}
              onKeyDown={(event) => {
                if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey || isBusy)
                  return;
                if (event.key === 'a') void decide(approvalOf(slug, item), place);
                if (event.key === 'r') {
                  event.preventDefault();
                  setRejected(item);
                }
              }}
            >
              <h3 id={`${id}-name`}>
                {t(isChange ? 'changeOf' : 'submissionOf', {
                  name: submission.submittedBy?.username ?? t('anonymous'),
                  time: dateTime((isChange ? submission.revisedAt : null) ?? submission.createdAt),
                })}
              </h3>
              <AnswerList
                slug={slug}
                blocks={blocks}
                answers={submission.content}
                changed={isChange ? submission.revisedContent : null}
              />
              <div class="buttons">
                <button
                  type="button"
                  class="primary"
                  disabled={isBusy}
                  onClick={() => void decide(approvalOf(slug, item), place)}
                >
                  {t('approve')}
                </button>
                <button type="button" aria-haspopup="dialog" disabled={isBusy} onClick={() => setRejected(item)}>
                  {t('reject')}
                </button>
              </div>
            </li>
          );
        })}
      </ol>
      {rejected && (
        <RejectDialog
          slug={slug}
          item={rejected}
          reject={(step) =>
            decide(
              step,
              waiting.findIndex(({ submission }) => submission.uid === rejected.submission.uid),
            )
          }
          onClose={() => setRejected(undefined)}
        />
      )}
    </>
  );
}

const approvalOf = (formSlug: string, { submission: { uid, status, revisionTag }, isChange }: Waiting): SavingStep =>
  isChange
    ? {
        document: AdminApproveRevisionDocument,
        variables: { input: { formSlug, uid, expectedRevisionTag: revisionTag } },
      }
    : { document: AdminApproveSubmissionDocument, variables: { input: { formSlug, uid, expectedStatus: status } } };

/** Rejects a submission with a reason, which its submitter reads, or discards a change. */
function RejectDialog({
  slug: formSlug,
  item: { submission, isChange },
  reject,
  onClose,
}: {
  readonly slug: string;
  readonly item: Waiting;
  readonly reject: (step: SavingStep) => Promise<boolean>;
  readonly onClose: () => void;
}) {
  const { t } = useAdmin().texts;
  const { language } = usePage();
  const [reason, setReason] = useState('');
  const { uid, status, revisionTag } = submission;
  const step: SavingStep = isChange
    ? {
        document: AdminRejectRevisionDocument,
        variables: { input: { formSlug, uid, expectedRevisionTag: revisionTag } },
      }
    : {
        document: AdminRejectSubmissionDocument,
        variables: { input: { formSlug, uid, expectedStatus: status, reason: reason.trim() } },
      };
  return (
    <Dialog title={t('reject')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          void reject(step);
        }}
      >
        {isChange ? (
          <p>{t('rejectChangeEffect')}</p>
        ) : (
          <p class="question">
            <label for="reason">{t('rejectionReason')}</label>
            <textarea
              id="reason"
              required
              rows={3}
              maxLength={10_000}
              dir="auto"
              value={reason}
              onInput={({ currentTarget }) => setReason(currentTarget.value)}
            />
          </p>
        )}
        <CopyAsCode steps={[step]} />
        <div class="buttons">
          <button type="submit" class="danger" disabled={!isChange && reason.trim() === ''}>
            {t('reject')}
          </button>
          <button type="button" onClick={onClose}>
            {language.t('cancel')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
