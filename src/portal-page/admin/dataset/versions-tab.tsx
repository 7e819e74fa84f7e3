import { useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { useAdmin } from '../admin-context.ts';
import { windowOf } from '../admin-parts.tsx';
import { CursorList } from '../cursor-list.tsx';
import { AdminVersionsDocument, type OneVersionFragment } from '../generated/operations.ts';
import { RestoreDialog } from './restore-dialog.tsx';
import type { TabProps } from './tab.ts';

const pageSize = 20;

/** The states after the last changes. What restoring one will change is shown before. */
export function VersionsTab({ dataset, parameters }: TabProps) {
  const { t, dateTime, number } = useAdmin().texts;
  const [{ data, ...reading }, readAgain] = useQuery({
    query: AdminVersionsDocument,
    variables: { uid: dataset.uid, ...windowOf(parameters, pageSize) },
    requestPolicy: 'cache-and-network',
  });
  const [chosen, setChosen] = useState<OneVersionFragment>();
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
