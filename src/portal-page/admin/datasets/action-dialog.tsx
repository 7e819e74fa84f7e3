import { useClient, useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { messageOf, usePage } from '#portal-page/page-context.ts';
import { errorOf } from '../admin-client.ts';
import { useAdmin } from '../admin-context.ts';
import { Dialog, ErrorNote, Working } from '../admin-parts.tsx';
import { CopyAsCode } from '../copy-as-code.tsx';
import { AdminDeletionPlanDocument, type DatasetRowFragment } from '../generated/operations.ts';
import { type ActionName, actions, stepOf, titleOf } from './dataset-actions.ts';

/** A dataset to which something could not be done. */
interface Refusal {
  readonly dataset: DatasetRowFragment;
  readonly message: string;
}

/** Shows what an action will change, does it to one dataset after another, and says which of them refused. `onDone` has those to which it was done. */
export function ActionDialog({
  name,
  chosen,
  onDone,
  onClose,
}: {
  readonly name: ActionName;
  readonly chosen: readonly DatasetRowFragment[];
  readonly onDone: (done: readonly DatasetRowFragment[]) => void;
  readonly onClose: () => void;
}) {
  const { t } = useAdmin().texts;
  const { language } = usePage();
  const client = useClient();
  const [doneCount, setDoneCount] = useState<number>();
  const [refusals, setRefusals] = useState<readonly Refusal[]>();
  const { document, applies, label, effect } = actions[name];
  const affected = chosen.filter(applies);
  const others = chosen.filter((dataset) => !applies(dataset));
  const perform = async (): Promise<void> => {
    const failed: Refusal[] = [];
    for (const [index, dataset] of affected.entries()) {
      setDoneCount(index);
      const { error } = await client.mutation(document, { uid: dataset.uid }).toPromise();
      if (error) failed.push({ dataset, message: messageOf(language, errorOf(error)) });
    }
    setDoneCount(undefined);
    onDone(affected.filter((dataset) => !failed.some((refusal) => refusal.dataset === dataset)));
    if (failed.length === 0) onClose();
    else setRefusals(failed);
  };
  const isBusy = doneCount !== undefined;
  return (
    <Dialog title={t(label)} onClose={onClose}>
      {refusals ? (
        <div role="alert">
          <p>{t('refused', { count: refusals.length })}</p>
          <ul class="errors">
            {refusals.map(({ dataset, message }) => (
              <li key={dataset.uid} dir="auto">
                {titleOf(dataset)}: {message}
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <>
          <p>{t(effect, { count: affected.length })}</p>
          {name === 'delete' ? <Losses datasets={affected} /> : <Titles datasets={affected} />}
          {others.length > 0 && (
            <>
              <p class="quiet">{t('leftOut', { count: others.length })}</p>
              <Titles datasets={others} />
            </>
          )}
          <CopyAsCode steps={affected.map((dataset) => stepOf(name, dataset))} />
        </>
      )}
      <Working label={isBusy ? t('doneOf', { done: doneCount, count: affected.length }) : undefined} />
      <div class="buttons">
        {!refusals && (
          <button
            type="button"
            class={name === 'delete' ? 'danger' : 'primary'}
            disabled={isBusy || affected.length === 0}
            onClick={() => void perform()}
          >
            {t(label)} ({language.number(affected.length)})
          </button>
        )}
        <button type="button" disabled={isBusy} onClick={onClose}>
          {t(refusals ? 'close' : 'cancel')}
        </button>
      </div>
    </Dialog>
  );
}

const Titles = ({ datasets }: { readonly datasets: readonly DatasetRowFragment[] }) => (
  <ul class="titles">
    {datasets.map((dataset) => (
      <li key={dataset.uid} dir="auto">
        {titleOf(dataset)}
      </li>
    ))}
  </ul>
);

/** What goes with each dataset that is deleted. */
function Losses({ datasets }: { readonly datasets: readonly DatasetRowFragment[] }) {
  const { t } = useAdmin().texts;
  const [{ data, error }] = useQuery({
    query: AdminDeletionPlanDocument,
    variables: { ids: datasets.map(({ id }) => id) },
    requestPolicy: 'cache-and-network',
  });
  const details = new Map((data?.nodes ?? []).flatMap((node) => (node && 'uid' in node ? [[node.uid, node]] : [])));
  const lossesOf = ({ uid, isPublished }: DatasetRowFragment): string[] => {
    const found = details.get(uid);
    const count = found?.status?.progress.rowsWritten ?? 0;
    return [
      ...(isPublished ? [t('lostRecords', { count })] : []),
      ...(found && found.resources.totalCount > 0 ? [t('lostSources', { count: found.resources.totalCount })] : []),
      ...(found && found.attachments.totalCount > 0 ? [t('lostFiles', { count: found.attachments.totalCount })] : []),
      ...(found && found.uses.totalCount > 0 ? [t('lostUses', { count: found.uses.totalCount })] : []),
    ];
  };
  return (
    <>
      <ErrorNote error={error} />
      <ul class="titles">
        {datasets.map((dataset) => (
          <li key={dataset.uid}>
            <span dir="auto">{titleOf(dataset)}</span>
            <ul class="quiet">
              {lossesOf(dataset).map((loss) => (
                <li key={loss}>{loss}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}
