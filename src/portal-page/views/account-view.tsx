import { SignInLinks } from '../account-menu.tsx';
import type { Address } from '../address.ts';
import { AccountPageDocument, type AccountPageQuery } from '../generated/operations.ts';
import type { Language } from '../messages/language.ts';
import { messageOf, usePage } from '../page-context.ts';
import { GraphError } from '../reader.ts';
import type { View } from '../view.tsx';
import { CenteredView } from './view-parts.tsx';

type At = Extract<Address, { view: 'account' }>;
type Sessions = NonNullable<AccountPageQuery['signInSessions']>['nodes'];

/** The browsers in which the visitor is signed in. They end by plain forms, so that a lost device is shut out without scripts, too. */
export const accountView: View<At, AccountPageQuery> = {
  async load({ reader, signal }) {
    try {
      return (await reader.read(AccountPageDocument, {}, signal)).data;
    } catch (error) {
      if (error instanceof GraphError && error.code === 'UNAUTHORIZED') return { signInSessions: null };
      throw error;
    }
  },
  head: (_data, { language }) => ({ title: language.t('account'), isHidden: true }),
  Body: AccountBody,
};

function AccountBody({
  data: { signInSessions },
  address: { problem },
}: {
  readonly data: AccountPageQuery;
  readonly address: At;
}) {
  const { language, account } = usePage();
  const { t } = language;
  const note = problem !== undefined && (
    <p class="note" role="alert">
      {messageOf(language, new GraphError(t('sessionNotEnded'), problem))}
    </p>
  );
  if (account.username === undefined || !signInSessions)
    return (
      <CenteredView title={t('account')}>
        {note}
        <p>{account.providers.length === 0 ? t('noProviders') : t('accountNeedsSignIn')}</p>
        <SignInLinks returnTo="/account" />
      </CenteredView>
    );
  return (
    <div class="narrow">
      <h1 tabIndex={-1}>{t('account')}</h1>
      <p dir="auto">{t('accountOf', { username: account.username })}</p>
      {note}
      <SessionList sessions={signInSessions.nodes} />
    </div>
  );
}

/** The sessions, that of this browser first, then those that were used last. */
function SessionList({ sessions }: { readonly sessions: Sessions }) {
  const { language, addressOf } = usePage();
  const { t } = language;
  const shown = sessions.toSorted(
    (one, other) => Number(other.isCurrent) - Number(one.isCurrent) || (one.lastSeenAt < other.lastSeenAt ? 1 : -1),
  );
  const current = shown.find(({ isCurrent }) => isCurrent);
  return (
    <section aria-labelledby="sessions-title">
      <h2 id="sessions-title">{t('sessions')}</h2>
      <p class="quiet">{t('sessionsPurpose')}</p>
      <ul class="sessions">
        {shown.map((session) => (
          <SessionItem key={session.uid} session={session} />
        ))}
      </ul>
      {current && shown.length > 1 && (
        <form method="post" action={addressOf(`/sessions/${current.uid}/end-others`)}>
          <button type="submit">{t('endOtherSessions')}</button>
        </form>
      )}
    </section>
  );
}

function SessionItem({ session }: { readonly session: Sessions[number] }) {
  const { language, addressOf } = usePage();
  const { t, dateTime } = language;
  const { uid, createdAt, lastSeenAt, userAgent, isCurrent, identity } = session;
  const device = deviceOf(language, userAgent);
  const since = dateTime(createdAt);
  return (
    <li>
      <div>
        <strong dir="auto" title={userAgent ?? undefined}>
          {device}
        </strong>
        {isCurrent && <span class="tag">{t('thisBrowser')}</span>}
        <p class="quiet">{t('sessionTimes', { since, seen: dateTime(lastSeenAt) })}</p>
        {identity?.provider && (
          <p class="quiet" dir="auto">
            {t('sessionProvider', { provider: identity.provider.name })}
          </p>
        )}
      </div>
      <form method="post" action={addressOf(isCurrent ? '/sign-out' : `/sessions/${encodeURIComponent(uid)}/end`)}>
        <button type="submit" aria-label={`${t(isCurrent ? 'signOut' : 'endSession')}: ${device}, ${since}`}>
          {t(isCurrent ? 'signOut' : 'endSession')}
        </button>
      </form>
    </li>
  );
}

/** Names of browsers, the more particular first: most claim to be those below them, too. */
const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg/, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

/** Names of systems, the more particular first. */
const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** The browser and the system of a session, in words; what the browser said where neither is known. */
function deviceOf({ t }: Language, userAgent: string | null): string {
  const nameIn = (names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const [browser, system] = [nameIn(browsers), nameIn(systems)];
  if (browser !== undefined && system !== undefined) return t('browserOn', { browser, system });
  return browser ?? system ?? userAgent ?? t('unknownBrowser');
}
