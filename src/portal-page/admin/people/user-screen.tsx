import { useQuery } from '@urql/preact';
import { useState } from 'preact/hooks';
import { usePage } from '#portal-page/page-context.ts';
import { useAdmin } from '../admin-context.ts';
import { ErrorNote, Working } from '../admin-parts.tsx';
import { DeletionDialog } from '../editing/deletion-dialog.tsx';
import { EditForm } from '../editing/edit-form.tsx';
import type { FormField } from '../editing/form-field.tsx';
import {
  AdminDeleteUserDocument,
  AdminUpdateUserDocument,
  AdminUserDeletionDocument,
  AdminUserDocument,
  type AdminUserQuery,
} from '../generated/operations.ts';
import type { Screen, ScreenProps } from '../screen.ts';
import { InvitationPanel } from './invitation-panel.tsx';
import { KeyList } from './key-list.tsx';
import { inFormOrder, rightsField } from './rights.ts';
import { profileFields } from './user-fields.ts';

/** One user: names, rights and groups, the invitation and the keys. */
export const userScreen: Screen = { title: 'user', Body: UserScreen, rights: ['administer'] };

function UserScreen({ path: [username = ''] }: ScreenProps) {
  const { t, dateTime } = useAdmin().texts;
  const { browser } = usePage();
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: AdminUserDocument,
    variables: { username },
    requestPolicy: 'cache-and-network',
  });
  const [isDeleting, setDeleting] = useState(false);
  const user = data?.user;
  const refresh = (): void => {
    readAgain({ requestPolicy: 'network-only' });
  };
  return (
    <>
      <div class="screen-head">
        <h1 tabIndex={-1}>{username}</h1>
        {user && (
          <button type="button" class="danger" aria-haspopup="dialog" onClick={() => setDeleting(true)}>
            {t('delete')}
          </button>
        )}
      </div>
      <ErrorNote error={error} />
      <Working label={fetching && !data ? t('reading') : undefined} />
      {data && !user && <p>{t('noSuchObject')}</p>}
      {user && (
        <>
          <p class="quiet">
            {t('createdAt', { time: dateTime(user.createdAt) })}
            {user.lastSeenAt !== null && ` · ${t('lastSeenAt', { time: dateTime(user.lastSeenAt) })}`}
          </p>
          <EditForm
            key={username}
            place={`user/${username}`}
            fields={[
              ...profileFields,
              { name: 'isActive', label: 'isActive', help: 'isActiveHint', kind: 'switch' },
              rightsField,
              ...groupsField(data),
            ]}
            saved={{
              ...user,
              permissions: inFormOrder(user.permissions),
              groupUids: choicesOf(data).flatMap(([uid]) =>
                user.groups.nodes.some((group) => group.uid === uid) ? [uid] : [],
              ),
            }}
            stepOf={(changes) => ({
              document: AdminUpdateUserDocument,
              variables: { input: { username, ...changes } },
            })}
            readAgain={refresh}
            onSaved={refresh}
          />
          <InvitationPanel user={user} refresh={refresh} />
          <KeyList username={username} keys={user.keys} refresh={refresh} />
        </>
      )}
      {isDeleting && user && (
        <DeletionDialog
          title={t('deleteTitle', { title: username })}
          preview={AdminUserDeletionDocument}
          variables={{ username }}
          step={{ document: AdminDeleteUserDocument, variables: { input: { username } } }}
          onDeleted={() => browser?.navigate('/admin/people')}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}

/** The first groups of the catalog and those of the user. */
function choicesOf({ user, groups }: AdminUserQuery): readonly (readonly [uid: string, title: string])[] {
  const known = new Map(
    [...(groups?.nodes ?? []), ...(user?.groups.nodes ?? [])].map(({ uid, title }) => [uid, title]),
  );
  return [...known].sort(([, left], [, right]) => left.localeCompare(right));
}

/** A choice of groups replaces all of the user: it is only offered where all of them are known. */
function groupsField(data: AdminUserQuery): readonly FormField[] {
  const { totalCount = 0, nodes = [] } = data.user?.groups ?? {};
  const choices = choicesOf(data);
  return totalCount > nodes.length || choices.length === 0
    ? []
    : [{ name: 'groupUids', label: 'groups', kind: 'options', choices }];
}
