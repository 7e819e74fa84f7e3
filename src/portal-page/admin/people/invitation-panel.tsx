import { useMutation } from '@urql/preact';
import { usePage } from '#portal-page/page-context.ts';
import { useAdmin } from '../admin-context.ts';
import { ErrorNote, Working } from '../admin-parts.tsx';
import { AdminInviteDocument, AdminWithdrawInvitationDocument, type OneUserFragment } from '../generated/operations.ts';

/** The invitation of a user: a link that signs in once, by mail, or to pass on where the service sends none. */
export function InvitationPanel({ user, refresh }: { readonly user: OneUserFragment; readonly refresh: () => void }) {
  const { t, dateTime } = useAdmin().texts;
  const { language, browser } = usePage();
  const [{ data, error, fetching }, invite] = useMutation(AdminInviteDocument);
  const [withdrawn, withdraw] = useMutation(AdminWithdrawInvitationDocument);
  const { invitation, username } = user;
  const isBusy = fetching || withdrawn.fetching;
  const url = invitation ? (data?.createInvitation.invitationUrl ?? null) : null;
  const perform = async (): Promise<void> => {
    const answer = await invite({ input: { username, language: language.code } });
    if (answer.error) return;
    browser?.announce(t('invitationMade'));
    refresh();
  };
  const end = async (): Promise<void> => {
    const answer = await withdraw({ input: { username } });
    // An invitation that was redeemed meanwhile is shown as it is now.
    refresh();
    if (!answer.error) browser?.announce(t('invitationWithdrawn'));
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
      <ErrorNote error={withdrawn.error} />
      <Working label={isBusy ? t('reading') : undefined} />
      {url !== null && (
        <p class="note" role="status">
          {t('linkOnce')} <code class="secret">{url}</code>
        </p>
      )}
      <div class="buttons">
        <button type="button" disabled={isBusy || !user.isActive} onClick={() => void perform()}>
          {t(invitation ? 'inviteAgain' : 'invite')}
        </button>
        {invitation && (
          <button type="button" disabled={isBusy} onClick={() => void end()}>
            {t('withdrawInvitation')}
          </button>
        )}
      </div>
    </section>
  );
}
