import { useEffect, useState } from 'preact/hooks';
import { SignInLinks } from '../account-menu.tsx';
import type { Address } from '../address.ts';
import { CreateOwnKeyDocument } from '../generated/operations.ts';
import { messageOf, usePage } from '../page-context.ts';
import { Link } from '../shell.tsx';
import type { View } from '../view.tsx';
import { CenteredView } from './view-parts.tsx';

type At = Extract<Address, { view: 'invitation' }>;

/** The link of an invitation, which only the button redeems: programs open the links of mails as well. Later, how the person signs in from then on. */
export const invitationView: View<At, object> = {
  load: async () => ({}),
  head: (_data, { language }) => ({ title: language.t('invitation'), isHidden: true }),
  Body: Invitation,
};

function Invitation({ address: { code } }: { readonly address: At }) {
  const { language, account, addressOf } = usePage();
  const { t } = language;
  if (code !== undefined)
    return (
      <CenteredView title={t('invitation')}>
        <p>{t('invitationText')}</p>
        <form method="post" action={addressOf(`/invitation?code=${code}`)}>
          <button type="submit" class="primary">
            {t('acceptInvitation')}
          </button>
        </form>
      </CenteredView>
    );
  return account.username === undefined ? (
    <CenteredView title={t('invitation')}>
      <p>{t('invitationIncomplete')}</p>
    </CenteredView>
  ) : (
    <Welcome username={account.username} />
  );
}

/** What a person who has accepted does next: an account elsewhere, or a key, lets them in again. */
function Welcome({ username }: { readonly username: string }) {
  const { language, account } = usePage();
  const { t } = language;
  const providers = account.providers.filter(({ signInUrl }) => signInUrl !== null);
  return (
    <CenteredView title={t('welcome', { username })}>
      <p>{t('invitationAccepted')}</p>
      {providers.length > 0 && (
        <section aria-labelledby="link-account">
          <h2 id="link-account">{t('linkAccount')}</h2>
          <SignInLinks returnTo="/" isLinking />
        </section>
      )}
      <OwnKey />
      <Link to="/">{t('backToSearch')}</Link>
    </CenteredView>
  );
}

/** A key, which is shown once. */
function OwnKey() {
  const { language, browser } = usePage();
  const { t } = language;
  const [made, setMade] = useState<string>();
  const [error, setError] = useState<unknown>();
  // a button that nothing could press is not shown without scripts
  const [isAlive, setAlive] = useState(false);
  useEffect(() => {
    setAlive(true);
  }, []);
  const make = async (): Promise<void> => {
    setError(undefined);
    try {
      const answer = await browser?.graph.mutate(CreateOwnKeyDocument, { input: { label: t('invitation') } });
      setMade(answer?.createApiKey.secret);
    } catch (problem) {
      setError(problem);
    }
  };
  if (!isAlive) return null;
  return (
    <section aria-labelledby="own-key">
      <h2 id="own-key">{t('apiKey')}</h2>
      <p>{t('ownKeyText')}</p>
      {made === undefined ? (
        <button type="button" onClick={() => void make()}>
          {t('createKey')}
        </button>
      ) : (
        <p class="note" role="status">
          {t('keyOnce')} <code>{made}</code>
        </p>
      )}
      {error !== undefined && (
        <p class="error" role="alert">
          {messageOf(language, error)}
        </p>
      )}
    </section>
  );
}
