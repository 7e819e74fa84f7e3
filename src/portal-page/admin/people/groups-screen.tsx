import { useQuery } from '@urql/preact';
import { Link } from '#portal-page/shell.tsx';
import { ScrollBox } from '#portal-page/views/view-parts.tsx';
import { useAdmin } from '../admin-context.ts';
import { CursorLinks, ErrorNote, FilterForm, FilterText, windowOf, Working } from '../admin-parts.tsx';
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
  const [{ data, error, fetching }] = useQuery({
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
      <ErrorNote error={error} />
      <Working label={fetching && !data ? t('reading') : undefined} />
      {data?.groups && (
        <>
          <h2 tabIndex={-1}>{t('groupCount', { count: data.groups.totalCount })}</h2>
          {data.groups.nodes.length > 0 && (
            <ScrollBox label={t('groups')}>
              <table class="list">
                <thead>
                  <tr>
                    {(['name', 'members', 'rights', 'description'] as const).map((name) => (
                      <th scope="col" key={name}>
                        {t(name)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {data.groups.nodes.map((group) => (
                    <tr key={group.uid}>
                      <th scope="row">
                        <Link to={pathOfGroup(group.uid)}>
                          <span dir="auto">{group.title}</span>
                        </Link>
                        <code class="quiet">{group.uid}</code>
                      </th>
                      <td data-label={t('members')}>{number(group.userCount)}</td>
                      <td data-label={t('rights')}>{group.permissions.join(', ')}</td>
                      <td data-label={t('description')} dir="auto">
                        {group.description}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </ScrollBox>
          )}
          <CursorLinks info={data.groups.pageInfo} parameters={parameters} />
        </>
      )}
    </>
  );
}
