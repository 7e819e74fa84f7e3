import { useQuery } from '@urql/preact';
import { useAdmin } from '../admin-context.ts';
import { ErrorNote, Working } from '../admin-parts.tsx';
import { AdminOwnKeysDocument } from '../generated/operations.ts';
import type { Screen } from '../screen.ts';
import { KeyList } from './key-list.tsx';

/** The keys of whoever looks. */
export const ownKeysScreen: Screen = { title: 'ownKeys', Body: OwnKeys };

function OwnKeys() {
  const { t } = useAdmin().texts;
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: AdminOwnKeysDocument,
    requestPolicy: 'cache-and-network',
  });
  return (
    <>
      <h1 tabIndex={-1}>{t('ownKeys')}</h1>
      <p class="quiet">{t('ownKeysHint')}</p>
      <ErrorNote error={error} />
      <Working label={fetching && !data ? t('reading') : undefined} />
      {data?.viewer && (
        <KeyList
          username={data.viewer.username}
          keys={data.viewer.keys}
          refresh={() => readAgain({ requestPolicy: 'network-only' })}
        />
      )}
    </>
  );
}
