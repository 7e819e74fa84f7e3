import { useQuery } from '@urql/preact';
import { Link } from '#portal-page/shell.tsx';
import { ScrollBox } from '#portal-page/views/view-parts.tsx';
import { useAdmin } from '../admin-context.ts';
import { CursorLinks, ErrorNote, FilterChoice, FilterForm, FilterText, windowOf, Working } from '../admin-parts.tsx';
import { chosenIn } from '../datasets/list-filter.ts';
import { AdminUsersDocument } from '../generated/operations.ts';
import type { Screen, ScreenProps } from '../screen.ts';
import { PeopleTabs } from './people-tabs.tsx';

/** The users of the catalog. */
export const usersScreen: Screen = { title: 'users', Body: UsersScreen, rights: ['administer'] };

const pageSize = 50;

/** The states of a user; the first is that of an address without one. */
const states = ['', 'active', 'inactive'] as const;

/** The orders of the list; the first is that of an address without one. */
const orders = ['username', 'last_seen_at', 'created_at'] as const;

/** The address of a user. */
export const pathOfUser = (username: string): string => `/admin/people/users/${encodeURIComponent(username)}`;

function UsersScreen({ parameters }: ScreenProps) {
  const { t, dateTime } = useAdmin().texts;
  const text = parameters.get('q')?.trim() ?? '';
  const state = chosenIn(parameters, 'state', states);
  const order = chosenIn(parameters, 'sort', orders);
  const [{ data, error, fetching }] = useQuery({
    query: AdminUsersDocument,
    variables: {
      filter: { ...(text !== '' && { search: text }), ...(state !== '' && { isActive: state === 'active' }) },
      orderBy: [
        order === 'last_seen_at'
          ? { field: 'LAST_SEEN_AT', direction: 'DESC' }
          : order === 'created_at'
            ? { field: 'CREATED_AT', direction: 'DESC' }
            : { field: 'USERNAME', direction: 'ASC' },
      ],
      ...windowOf(parameters, pageSize),
    },
    requestPolicy: 'cache-and-network',
  });
  return (
    <>
      <div class="screen-head">
        <h1 tabIndex={-1}>{t('users')}</h1>
        <Link to="/admin/people/new-user" class="button primary">
          {t('newUser')}
        </Link>
      </div>
      <PeopleTabs />
      <FilterForm names={['q', 'state', 'sort']}>
        <FilterText name="q" label={t('searchUsers')} value={text} />
        <FilterChoice
          name="state"
          label={t('state')}
          value={state}
          choices={states.map((each) => [each, t(each === '' ? 'allStates' : `userStates.${each}`)])}
        />
        <FilterChoice
          name="sort"
          label={t('order')}
          value={order}
          choices={orders.map((each) => [each, t(`userOrders.${each}`)])}
        />
      </FilterForm>
      <ErrorNote error={error} />
      <Working label={fetching && !data ? t('reading') : undefined} />
      {data?.users && (
        <>
          <h2 tabIndex={-1}>{t('userCount', { count: data.users.totalCount })}</h2>
          {data.users.nodes.length > 0 && (
            <ScrollBox label={t('users')}>
              <table class="list">
                <thead>
                  <tr>
                    {(['user', 'email', 'state', 'rights', 'lastSeen'] as const).map((name) => (
                      <th scope="col" key={name}>
                        {t(name)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {data.users.nodes.map((user) => (
                    <tr key={user.username}>
                      <th scope="row">
                        <Link to={pathOfUser(user.username)}>{user.username}</Link>
                        <span class="quiet" dir="auto">
                          {' '}
                          {`${user.firstName} ${user.lastName}`.trim()}
                        </span>
                      </th>
                      <td data-label={t('email')}>{user.email}</td>
                      <td data-label={t('state')}>{t(user.isActive ? 'userStates.active' : 'userStates.inactive')}</td>
                      <td data-label={t('rights')}>{user.permissions.join(', ')}</td>
                      <td data-label={t('lastSeen')}>{user.lastSeenAt === null ? '' : dateTime(user.lastSeenAt)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </ScrollBox>
          )}
          <CursorLinks info={data.users.pageInfo} parameters={parameters} />
        </>
      )}
    </>
  );
}
