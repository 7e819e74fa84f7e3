import { usePage } from '#portal-page/page-context.ts';
import { useAdmin } from '../admin-context.ts';
import type { DatasetRowFragment } from '../generated/operations.ts';
import { isPending } from './dataset-actions.ts';

/** The state of the publication of a dataset in words, with a bar while records are written. */
export function DatasetState({ dataset }: { readonly dataset: Pick<DatasetRowFragment, 'status' | 'isRestricted'> }) {
  const { language } = usePage();
  const { t } = useAdmin().texts;
  const { status, isRestricted } = dataset;
  if (!status) return null;
  const { rowsWritten, percent, recordErrors } = status.progress;
  const text =
    status.status === 'idle' && !status.isPublished
      ? language.t('notPublished')
      : language.t(`statuses.${status.status}`);
  return (
    <span class="progress">
      <span class={`state ${status.status}`}>{text}</span>
      {isRestricted && <span class="quiet">{t('states.restricted')}</span>}
      {isPending(dataset) && <progress max={100} value={percent ?? undefined} aria-label={text} />}
      {rowsWritten !== null && status.status === 'processing' && (
        <span class="quiet">{language.t('recordsWritten', { count: rowsWritten })}</span>
      )}
      {recordErrors > 0 && <span class="quiet">{language.t('recordErrors', { count: recordErrors })}</span>}
      {status.message !== null && status.message !== '' && <span class="error">{status.message}</span>}
    </span>
  );
}
