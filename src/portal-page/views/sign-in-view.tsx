import type { Provider } from '../account.ts';
import { SignInLinks, useLabel } from '../account-menu.tsx';
import type { Address } from '../address.ts';
import { messageOf, usePage } from '../page-context.ts';
import { GraphError } from '../reader.ts';
import { Link } from '../shell.tsx';
import type { View } from '../view.tsx';
import { CenteredView } from './view-parts.tsx';

type At = Extract<Address, { view: 'sign-in' }>;

/** With whom visitors sign in, and why it did not work. All that it shows is known to every page. */
export const signInView: View<At, object> = {
  load: async () => ({}),
  head: (_data, { language }) => ({ title: language.t('signIn'), isHidden: true }),
  Body: SignIn,
};

function SignIn({ address: { problem, signedOut, returnTo } }: { readonly address: At }) {
  const { language, account } = usePage();
  const { t } = language;
  const left = account.username === undefined && account.providers.find(({ uid }) => uid === signedOut);
  if (left) return <SignedOut provider={left} returnTo={returnTo} />;
  return (
    <CenteredView title={t('signIn')}>
      {problem !== undefined && (
        <p class="note" role="alert">
          {messageOf(language, new GraphError(t('signInFailed'), problem))}
        </p>
      )}
      <p>{account.providers.length === 0 ? t('noProviders') : t('chooseProvider')}</p>
      <SignInLinks returnTo={returnTo} />
      <Link to={returnTo}>{t('withoutSignIn')}</Link>
    </CenteredView>
  );
}

/** What a person who has signed out here can still do: at the provider they are signed in, for whoever uses the device next. */
function SignedOut({ provider, returnTo }: { readonly provider: Provider; readonly returnTo: string }) {
  const { language, addressOf } = usePage();
  const { t } = language;
  const { code, text } = useLabel(provider);
  const path = `/sign-out/${encodeURIComponent(provider.uid)}?return_to=${encodeURIComponent(returnTo)}`;
  return (
    <CenteredView title={t('signedOut')}>
      <p>{t('stillSignedIn')}</p>
      <p class="quiet" lang={code} dir="auto">
        {text}
      </p>
      <a href={addressOf(path)} class="button" rel="nofollow" data-outside>
        {t('signOutAtProvider')}
      </a>
      <Link to={returnTo}>{t('withoutSignIn')}</Link>
    </CenteredView>
  );
}
