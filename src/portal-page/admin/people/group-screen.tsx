import type { OperationResult } from '@urql/core';
import { useMutation, useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { usePage } from '#portal-page/page-context.ts';
import { Link } from '#portal-page/shell.tsx';
import { useAdmin } from '../admin-context.ts';
import { CursorLinks, ErrorNote, windowOf, Working } from '../admin-parts.tsx';
import { DeletionDialog } from '../editing/deletion-dialog.tsx';
import { EditForm } from '../editing/edit-form.tsx';
import {
  AdminAddMembersDocument,
  AdminDeleteGroupDocument,
  AdminGroupDeletionDocument,
  AdminGroupDocument,
  type AdminGroupQuery,
  AdminRemoveMembersDocument,
  AdminUpdateGroupDocument,
} from '../generated/operations.ts';
import type { Screen, ScreenProps } from '../screen.ts';
import { inFormOrder, rightsField } from './rights.ts';
import { pathOfUser } from './users-screen.tsx';

/** One group: its names and rights, and who is in it. */
export const groupScreen: Screen = { title: 'group', Body: GroupScreen, rights: ['administer'] };

type Group = NonNullable<AdminGroupQuery['group']>;

const pageSize = 50;

function GroupScreen({ path: [uid = ''], parameters }: ScreenProps) {
  const { t } = useAdmin().texts;
  const { browser } = usePage();
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: AdminGroupDocument,
    variables: { uid, ...windowOf(parameters, pageSize) },
    requestPolicy: 'cache-and-network',
  });
  const [isDeleting, setDeleting] = useState(false);
  const group = data?.group;
  const refresh = (): void => {
    readAgain({ requestPolicy: 'network-only' });
  };
  return (
    <>
      <div class="screen-head">
        <h1 tabIndex={-1} dir="auto">
          {group?.title ?? t('group')}
        </h1>
        {group && (
          <button type="button" class="danger" aria-haspopup="dialog" onClick={() => setDeleting(true)}>
            {t('delete')}
          </button>
        )}
      </div>
      <ErrorNote error={error} />
      <Working label={fetching && !data ? t('reading') : undefined} />
      {data && !group && <p>{t('noSuchObject')}</p>}
      {group && (
        <>
          <EditForm
            key={uid}
            place={`group/${uid}`}
            fields={[
              { name: 'title', label: 'name', kind: 'text', isRequired: true },
              { name: 'description', label: 'description', kind: 'long' },
              rightsField,
            ]}
            saved={{ ...group, permissions: inFormOrder(group.permissions) }}
            stepOf={(changes) => ({ document: AdminUpdateGroupDocument, variables: { input: { uid, ...changes } } })}
            readAgain={refresh}
          />
          <Members group={group} refresh={refresh} />
          <CursorLinks info={group.members.pageInfo} parameters={parameters} />
        </>
      )}
      {isDeleting && group && (
        <DeletionDialog
          title={t('deleteTitle', { title: group.title })}
          preview={AdminGroupDeletionDocument}
          variables={{ uid }}
          step={{ document: AdminDeleteGroupDocument, variables: { input: { uid } } }}
          onDeleted={() => browser?.navigate('/admin/people/groups')}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}

/** Who is in a group; each change is one of a person, and is undone by its opposite. */
function Members({ group, refresh }: { readonly group: Group; readonly refresh: () => void }) {
  const { t } = useAdmin().texts;
  const { browser } = usePage();
  const [added, add] = useMutation(AdminAddMembersDocument);
  const [removed, remove] = useMutation(AdminRemoveMembersDocument);
  const [username, setUsername] = useState('');
  const inputOf = (name: string) => ({ input: { uid: group.uid, usernames: [name] } });
  const finish = ({ error }: Pick<OperationResult, 'error'>): void => {
    if (error) return;
    setUsername('');
    browser?.announce(t('applied'));
    refresh();
  };
  return (
    <section class="panel" aria-labelledby="members">
      <h2 id="members">
        {t('members')} ({group.members.totalCount})
      </h2>
      <ErrorNote error={added.error ?? removed.error} />
      <ul class="rows">
        {group.members.nodes.map((member) => (
          <li key={member.username}>
            <Link to={pathOfUser(member.username)}>{member.username}</Link>
            <span class="quiet" dir="auto">
              {`${member.firstName} ${member.lastName}`.trim()}
            </span>
            <button
              type="button"
              disabled={removed.fetching}
              aria-label={`${t('remove')}: ${member.username}`}
              onClick={() => void remove(inputOf(member.username)).then(finish)}
            >
              {t('remove')}
            </button>
          </li>
        ))}
      </ul>
      <form
        class="inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          void add(inputOf(username.trim())).then(finish);
        }}
      >
        <p class="question">
          <label for="new-member">{t('addMember')}</label>
          <input
            id="new-member"
            required
            value={username}
            onInput={({ currentTarget }) => setUsername(currentTarget.value)}
          />
        </p>
        <button type="submit" disabled={added.fetching}>
          {t('add')}
        </button>
      </form>
    </section>
  );
}
