import { useMutation } from '@urql/preact';
import { usePage } from '#portal-page/page-context.ts';
import { useAdmin } from '../admin-context.ts';
import { ErrorNote, Working } from '../admin-parts.tsx';
import { AdminInviteDocument, type OneUserFragment } from '../generated/operations.ts';

/** The invitation of a user: a link that signs in once, by mail, or to pass on where the service sends none. */
export function InvitationPanel({ user, refresh }: { readonly user: OneUserFragment; readonly refresh: () => void }) {
  const { t, dateTime } = useAdmin().texts;
  const { language, browser } = usePage();
  const [{ data, error, fetching }, invite] = useMutation(AdminInviteDocument);
  const { invitation, username } = user;
  const url = data?.createInvitation.invitationUrl ?? null;
  const perform = async (): Promise<void> => {
    const answer = await invite({ input: { username, language: language.code } });
    if (answer.error) return;
    browser?.announce(t('invitationMade'));
    refresh();
  };
  return (
    <section class="panel" aria-labelledby="invitation">
      <h2 id="invitation">{t('invitation')}</h2>
      <p>
        {invitation
          ? t(`invitations.${invitation.mailStatus}`, { time: dateTime(invitation.expiresAt) })
          : t('notInvited')}
      </p>
      {invitation?.mailError && (
        <p class="error" dir="auto">
          {invitation.mailError}
        </p>
      )}
      <ErrorNote error={error} />
      <Working label={fetching ? t('reading') : undefined} />
      {url !== null && (
        <p class="note" role="status">
          {t('linkOnce')} <code class="secret">{url}</code>
        </p>
      )}
      <div class="buttons">
        <button type="button" disabled={fetching || !user.isActive} onClick={() => void perform()}>
          {t(invitation ? 'inviteAgain' : 'invite')}
        </button>
      </div>
    </section>
  );
}
