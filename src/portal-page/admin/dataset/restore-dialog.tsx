import { useMutation, useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { usePage } from '#portal-page/page-context.ts';
import { useAdmin } from '../admin-context.ts';
import { Dialog, ErrorNote, Working } from '../admin-parts.tsx';
import { CopyAsCode } from '../copy-as-code.tsx';
import {
  AdminRestoreVersionDocument,
  AdminVersionChangesDocument,
  type OneDatasetFragment,
  type OneVersionFragment,
} from '../generated/operations.ts';
import { ChangeList } from './change-list.tsx';

/** Shows what restoring a version changes, and does it. */
export function RestoreDialog({
  dataset: { uid, revision },
  version,
  onRestored,
  onClose,
}: {
  readonly dataset: OneDatasetFragment;
  readonly version: OneVersionFragment;
  readonly onRestored?: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useAdmin().texts;
  const { language, browser } = usePage();
  const { canRestore, cannotRestoreReason } = version;
  // the revision that the dialog has shown: another change meanwhile refuses the restoration
  const [expectedRevision] = useState(revision);
  const [{ fetching, error }, restore] = useMutation(AdminRestoreVersionDocument);
  const input = { datasetUid: uid, uid: version.uid, expectedRevision };
  const [{ data, error: readError, fetching: isReading }] = useQuery({
    query: AdminVersionChangesDocument,
    variables: { uid, fromUid: version.uid },
    requestPolicy: 'network-only',
  });
  const changes = data?.dataset?.diff?.map((change) => ({ ...change, before: change.after, after: change.before }));
  const perform = async (): Promise<void> => {
    const result = await restore({ input });
    if (result.error) return;
    browser?.announce(t('versionRestored', { revision: version.revision }));
    onClose();
    onRestored?.();
  };
  return (
    <Dialog title={t('restoreVersion', { revision: version.revision })} onClose={onClose}>
      <p>{canRestore ? t('restoreVersionEffect') : cannotRestoreReason}</p>
      <ErrorNote error={readError ?? error} />
      <Working label={isReading ? t('reading') : undefined} />
      {changes && <ChangeList changes={changes} />}
      {canRestore && (
        <CopyAsCode
          steps={[
            {
              document: AdminRestoreVersionDocument,
              variables: { input },
              rest: { method: 'POST', path: `/datasets/${uid}/versions/${version.uid}/restore/` },
            },
          ]}
        />
      )}
      <div class="buttons">
        {canRestore && (
          <button
            type="button"
            class="primary"
            disabled={fetching || !changes || changes.length === 0}
            onClick={() => void perform()}
          >
            {t('restore')}
          </button>
        )}
        <button type="button" disabled={fetching} onClick={onClose}>
          {language.t('cancel')}
        </button>
      </div>
    </Dialog>
  );
}
