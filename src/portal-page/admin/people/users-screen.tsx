import { useQuery } from '@urql/preact';
import { Link } from '#portal-page/shell.tsx';
import { useAdmin } from '../admin-context.ts';
import { FilterChoice, FilterForm, FilterText, windowOf } from '../admin-parts.tsx';
import { CursorList } from '../cursor-list.tsx';
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
  const [{ data, ...reading }] = useQuery({
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
      <CursorList
        label={t('users')}
        heading={data?.users && t('userCount', { count: data.users.totalCount })}
        reading={reading}
        list={data?.users}
        parameters={parameters}
        keyOf={({ username }) => username}
        columns={[
          {
            title: 'user',
            isRowHeader: true,
            cell: ({ username, firstName, lastName }) => (
              <>
                <Link to={pathOfUser(username)}>{username}</Link>{' '}
                <bdi class="quiet">{`${firstName} ${lastName}`.trim()}</bdi>
              </>
            ),
          },
          { title: 'email', cell: ({ email }) => email },
          { title: 'state', cell: ({ isActive }) => t(isActive ? 'userStates.active' : 'userStates.inactive') },
          { title: 'rights', cell: ({ permissions }) => permissions.join(', ') },
          { title: 'lastSeen', cell: ({ lastSeenAt }) => lastSeenAt !== null && dateTime(lastSeenAt) },
        ]}
      />
    </>
  );
}
