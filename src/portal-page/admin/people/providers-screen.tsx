import { useQuery } from '@urql/preact';
import { Link } from '#portal-page/shell.tsx';
import { useAdmin } from '../admin-context.ts';
import { windowOf } from '../admin-parts.tsx';
import { CursorList } from '../cursor-list.tsx';
import { AdminProvidersDocument } from '../generated/operations.ts';
import type { Screen, ScreenProps } from '../screen.ts';
import { PeopleTabs } from './people-tabs.tsx';

/** The sign-in providers. */
export const providersScreen: Screen = { title: 'providers', Body: ProvidersScreen, rights: ['administer'] };

const pageSize = 50;

/** The address of a provider. */
export const pathOfProvider = (uid: string): string => `/admin/people/providers/${encodeURIComponent(uid)}`;

function ProvidersScreen({ parameters }: ScreenProps) {
  const { t } = useAdmin().texts;
  const [{ data, ...reading }] = useQuery({
    query: AdminProvidersDocument,
    variables: windowOf(parameters, pageSize),
    requestPolicy: 'cache-and-network',
  });
  return (
    <>
      <div class="screen-head">
        <h1 tabIndex={-1}>{t('providers')}</h1>
        <Link to="/admin/people/new-provider" class="button primary">
          {t('newProvider')}
        </Link>
      </div>
      <PeopleTabs />
      <CursorList
        label={t('providers')}
        reading={reading}
        list={data?.identityProviders}
        parameters={parameters}
        keyOf={({ uid }) => uid}
        columns={[
          {
            title: 'name',
            isRowHeader: true,
            cell: ({ uid, name }) => (
              <Link to={pathOfProvider(uid)}>
                <span dir="auto">{name}</span>
              </Link>
            ),
          },
          { title: 'providerType', cell: ({ type }) => type },
          { title: 'issuer', cell: ({ issuer }) => issuer },
          { title: 'state', cell: ({ isActive }) => t(isActive ? 'userStates.active' : 'userStates.inactive') },
        ]}
      >
        {data?.identityProviders?.nodes.length === 0 && <p>{t('noProviders')}</p>}
      </CursorList>
    </>
  );
}
