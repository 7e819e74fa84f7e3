import { useQuery } from '@urql/preact';
import { Link } from '#portal-page/shell.tsx';
import { useAdmin } from '../admin-context.ts';
import { FilterForm, FilterText, windowOf } from '../admin-parts.tsx';
import { CursorList } from '../cursor-list.tsx';
import { AdminGroupsDocument } from '../generated/operations.ts';
import type { Screen, ScreenProps } from '../screen.ts';
import { PeopleTabs } from './people-tabs.tsx';

/** The groups of the catalog. */
export const groupsScreen: Screen = { title: 'groups', Body: GroupsScreen, rights: ['administer'] };

const pageSize = 50;

/** The address of a group. */
export const pathOfGroup = (uid: string): string => `/admin/people/groups/${encodeURIComponent(uid)}`;

function GroupsScreen({ parameters }: ScreenProps) {
  const { t, number } = useAdmin().texts;
  const text = parameters.get('q')?.trim() ?? '';
  const [{ data, ...reading }] = useQuery({
    query: AdminGroupsDocument,
    variables: { filter: { ...(text !== '' && { search: text }) }, ...windowOf(parameters, pageSize) },
    requestPolicy: 'cache-and-network',
  });
  return (
    <>
      <div class="screen-head">
        <h1 tabIndex={-1}>{t('groups')}</h1>
        <Link to="/admin/people/new-group" class="button primary">
          {t('newGroup')}
        </Link>
      </div>
      <PeopleTabs />
      <FilterForm names={['q']}>
        <FilterText name="q" label={t('name')} value={text} />
      </FilterForm>
      <CursorList
        label={t('groups')}
        heading={data?.groups && t('groupCount', { count: data.groups.totalCount })}
        reading={reading}
        list={data?.groups}
        parameters={parameters}
        keyOf={({ uid }) => uid}
        columns={[
          {
            title: 'name',
            isRowHeader: true,
            cell: ({ uid, title }) => (
              <>
                <Link to={pathOfGroup(uid)}>
                  <span dir="auto">{title}</span>
                </Link>
                <code class="quiet">{uid}</code>
              </>
            ),
          },
          { title: 'members', cell: ({ userCount }) => number(userCount) },
          { title: 'rights', cell: ({ permissions }) => permissions.join(', ') },
          { title: 'description', cell: ({ description }) => <bdi>{description}</bdi> },
        ]}
      />
    </>
  );
}
