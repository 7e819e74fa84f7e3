import { useClient } from '@urql/preact';
import { useState } from 'preact/hooks';
import { usePage } from '#portal-page/page-context.ts';
import { useAdmin } from '../admin-context.ts';
import {
  AdminVersionBeforeDocument,
  type OneDatasetFragment,
  type OneVersionFragment,
} from '../generated/operations.ts';
import { RestoreDialog } from './restore-dialog.tsx';

/** Offers to restore the version before a change that was just saved, after a look at what that takes back. */
export function UndoButton({
  dataset,
  revision,
  onUndone,
}: {
  readonly dataset: OneDatasetFragment;
  /** The revision before the change. */
  readonly revision: number;
  readonly onUndone: () => void;
}) {
  const { uid } = dataset;
  const { t } = useAdmin().texts;
  const { browser } = usePage();
  const client = useClient();
  const [version, setVersion] = useState<OneVersionFragment>();
  const find = async (): Promise<void> => {
    const variables = { uid };
    const { data } = await client
      .query(AdminVersionBeforeDocument, variables, { requestPolicy: 'network-only' })
      .toPromise();
    const found = data?.dataset?.versions.nodes.find((each) => each.revision === revision);
    if (found) setVersion(found);
    // where the service keeps it no more, those that it has are shown
    else browser?.navigate(`/admin/datasets/${uid}/versions`);
  };
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => void find()}>
        {t('undo')}
      </button>
      {version && (
        <RestoreDialog
          dataset={dataset}
          version={version}
          onRestored={onUndone}
          onClose={() => setVersion(undefined)}
        />
      )}
    </>
  );
}
