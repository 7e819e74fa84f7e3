import { SignInLinks } from '../account-menu.tsx';
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

function SignIn({ address: { problem, returnTo } }: { readonly address: At }) {
  const { language, account } = usePage();
  const { t } = language;
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
