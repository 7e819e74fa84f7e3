import { useMutation, useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { usePage } from '#portal-page/page-context.ts';
import { useAdmin } from '../admin-context.ts';
import { Dialog, ErrorNote, windowOf, Working } from '../admin-parts.tsx';
import { CopyAsCode } from '../copy-as-code.tsx';
import { CursorList } from '../cursor-list.tsx';
import {
  AdminRestoreVersionDocument,
  AdminVersionChangesDocument,
  AdminVersionsDocument,
  type AdminVersionsQuery,
  type OneDatasetFragment,
} from '../generated/operations.ts';
import { ChangeList } from './change-list.tsx';
import type { TabProps } from './tab.ts';

type Version = NonNullable<AdminVersionsQuery['dataset']>['versions']['nodes'][number];

const pageSize = 20;

/** The states after the last changes. What restoring one will change is shown before. */
export function VersionsTab({ dataset, parameters }: TabProps) {
  const { t, dateTime, number } = useAdmin().texts;
  const [{ data, ...reading }, readAgain] = useQuery({
    query: AdminVersionsDocument,
    variables: { uid: dataset.uid, ...windowOf(parameters, pageSize) },
    requestPolicy: 'cache-and-network',
  });
  const [chosen, setChosen] = useState<Version>();
  return (
    <>
      <p class="quiet">{t('versionsHint')}</p>
      <CursorList
        label={t('versions')}
        reading={reading}
        list={data?.dataset?.versions}
        parameters={parameters}
        keyOf={({ uid }) => uid}
        columns={[
          { title: 'version', isRowHeader: true, cell: ({ revision }) => number(revision) },
          { title: 'when', cell: ({ createdAt }) => dateTime(createdAt) },
          { title: 'who', cell: ({ createdBy }) => <bdi>{createdBy?.username}</bdi> },
          {
            title: 'changed',
            cell: ({ sections }) => sections.map((section) => t(`sections.${section}`)).join(', '),
          },
          {
            cell: (version) =>
              version.revision === dataset.revision ? (
                <span class="quiet">{t('currentVersion')}</span>
              ) : (
                <button
                  type="button"
                  aria-haspopup="dialog"
                  aria-label={t('compareWith', { revision: version.revision })}
                  onClick={() => setChosen(version)}
                >
                  {t('compare')}
                </button>
              ),
          },
        ]}
      />
      {chosen && (
        <RestoreDialog
          dataset={dataset}
          version={chosen}
          onClose={() => {
            setChosen(undefined);
            readAgain({ requestPolicy: 'network-only' });
          }}
        />
      )}
    </>
  );
}

function RestoreDialog({
  dataset: { uid, revision },
  version,
  onClose,
}: {
  readonly dataset: OneDatasetFragment;
  readonly version: Version;
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
