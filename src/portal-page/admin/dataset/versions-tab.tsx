import { useMutation, useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { usePage } from '#portal-page/page-context.ts';
import { ScrollBox } from '#portal-page/views/view-parts.tsx';
import { useAdmin } from '../admin-context.ts';
import { CursorLinks, Dialog, ErrorNote, windowOf, Working } from '../admin-parts.tsx';
import { CopyAsCode } from '../copy-as-code.tsx';
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
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: AdminVersionsDocument,
    variables: { uid: dataset.uid, ...windowOf(parameters, pageSize) },
    requestPolicy: 'cache-and-network',
  });
  const [chosen, setChosen] = useState<Version>();
  const versions = data?.dataset?.versions;
  return (
    <>
      <p class="quiet">{t('versionsHint')}</p>
      <ErrorNote error={error} />
      <Working label={fetching && !versions ? t('reading') : undefined} />
      {versions && (
        <>
          <ScrollBox label={t('versions')}>
            <table class="list">
              <thead>
                <tr>
                  <th scope="col">{t('version')}</th>
                  <th scope="col">{t('when')}</th>
                  <th scope="col">{t('who')}</th>
                  <th scope="col">{t('changed')}</th>
                  <td />
                </tr>
              </thead>
              <tbody>
                {versions.nodes.map((version) => (
                  <tr key={version.uid}>
                    <th scope="row">{number(version.revision)}</th>
                    <td data-label={t('when')}>{dateTime(version.createdAt)}</td>
                    <td data-label={t('who')} dir="auto">
                      {version.createdBy?.username}
                    </td>
                    <td data-label={t('changed')}>
                      {version.sections.map((section) => t(`sections.${section}`)).join(', ')}
                    </td>
                    <td>
                      {version.revision === dataset.revision ? (
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
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollBox>
          <CursorLinks info={versions.pageInfo} parameters={parameters} />
        </>
      )}
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
