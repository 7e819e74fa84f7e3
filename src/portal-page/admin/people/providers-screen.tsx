import { useQuery } from '@urql/preact';
import { Link } from '#portal-page/shell.tsx';
import { ScrollBox } from '#portal-page/views/view-parts.tsx';
import { useAdmin } from '../admin-context.ts';
import { CursorLinks, ErrorNote, windowOf, Working } from '../admin-parts.tsx';
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
  const [{ data, error, fetching }] = useQuery({
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
      <ErrorNote error={error} />
      <Working label={fetching && !data ? t('reading') : undefined} />
      {data?.identityProviders?.nodes.length === 0 && <p>{t('noProviders')}</p>}
      {data?.identityProviders && data.identityProviders.nodes.length > 0 && (
        <ScrollBox label={t('providers')}>
          <table class="list">
            <thead>
              <tr>
                {(['name', 'providerType', 'issuer', 'state'] as const).map((name) => (
                  <th scope="col" key={name}>
                    {t(name)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.identityProviders.nodes.map((provider) => (
                <tr key={provider.uid}>
                  <th scope="row">
                    <Link to={pathOfProvider(provider.uid)}>
                      <span dir="auto">{provider.name}</span>
                    </Link>
                  </th>
                  <td data-label={t('providerType')}>{provider.type}</td>
                  <td data-label={t('issuer')}>{provider.issuer}</td>
                  <td data-label={t('state')}>{t(provider.isActive ? 'userStates.active' : 'userStates.inactive')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
      {data?.identityProviders && <CursorLinks info={data.identityProviders.pageInfo} parameters={parameters} />}
    </>
  );
}
