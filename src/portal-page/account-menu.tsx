import type { Provider } from './account.ts';
import { usePage } from './page-context.ts';

/** What the header says of the visitor: their name and how to sign out, or how to sign in. */
export function AccountMenu() {
  const { account, language, addressOf, url } = usePage();
  const { t } = language;
  const { username, providers } = account;
  const here = returnPathOf(url);
  if (username !== undefined)
    return (
      <form method="post" action={addressOf(`/sign-out?return_to=${encodeURIComponent(here)}`)} class="account">
        <a href={addressOf('/account')} class="quiet" dir="auto">
          {t('accountOf', { username })}
        </a>
        <button type="submit">{t('signOut')}</button>
      </form>
    );
  const [only, ...others] = providers;
  if (only === undefined) return null;
  return others.length === 0 ? (
    <SignInLink provider={only} returnTo={here} />
  ) : (
    <a href={addressOf(`/sign-in?return_to=${encodeURIComponent(here)}`)} class="button" rel="nofollow">
      {t('signIn')}
    </a>
  );
}

/** Where a sign-in goes on, and whether it links the account to the visitor, whom an invitation brought here. */
interface SignInTarget {
  readonly returnTo: string;
  readonly isLinking?: boolean;
}

/** The links to all providers; those that link an account are only to providers with which people sign in here. */
export function SignInLinks({ returnTo, isLinking = false }: SignInTarget) {
  const { providers } = usePage().account;
  return (
    <ul class="sign-in-links">
      {providers
        .filter(({ signInUrl }) => !isLinking || signInUrl !== null)
        .map((provider) => (
          <li key={provider.uid}>
            <SignInLink provider={provider} returnTo={returnTo} isLinking={isLinking} />
          </li>
        ))}
    </ul>
  );
}

/** The link that starts to sign in with a provider, in the language of the visitor. */
function SignInLink({ provider, returnTo, isLinking = false }: SignInTarget & { readonly provider: Provider }) {
  const { addressOf } = usePage();
  const { signInUrl, loginLink } = provider;
  const { code, text } = useLabel(provider);
  const parameters = `${isLinking ? 'link=true&' : ''}return_to=${encodeURIComponent(returnTo)}`;
  const address = signInUrl === null ? loginLink : `${signInUrl}?${parameters}`;
  return (
    <a href={addressOf(address)} class="button" rel="nofollow" data-outside lang={code} dir="auto">
      {text}
    </a>
  );
}

/** The name of a provider in the language of the visitor, else in that of the portal, else in any. */
export function useLabel({ labels, name }: Provider): { readonly code: string | undefined; readonly text: string } {
  const { language, settings } = usePage();
  const inLanguage = (code: string) => labels.find((label) => label.language === code);
  const label = inLanguage(language.code) ?? inLanguage(settings.defaultLanguage) ?? labels[0];
  return { code: label?.language, text: label?.text ?? name };
}

/** Where the visitor goes on after signing in or out: the page at which they are. */
const returnPathOf = ({ pathname, search, searchParams }: URL): string =>
  pathname === '/account' ? '/' : pathname === '/sign-in' ? (searchParams.get('return_to') ?? '/') : pathname + search;
