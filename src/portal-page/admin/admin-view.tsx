import { Provider } from '@urql/preact';
import { useState } from 'preact/hooks';
import { SignInLinks } from '../account-menu.tsx';
import { type Address, newDatasetPath } from '../address.ts';
import type { Language } from '../messages/language.ts';
import { type Browser, usePage } from '../page-context.ts';
import { GraphError } from '../reader.ts';
import { Link } from '../shell.tsx';
import type { View, ViewRequest } from '../view.tsx';
import { CenteredView } from '../views/view-parts.tsx';
import { createAdminClient } from './admin-client.ts';
import { AdminContext, type Steward } from './admin-context.ts';
import { type AdminMessageName, loadAdminTexts } from './admin-texts.ts';
import { AdminPageDocument } from './generated/operations.ts';
import type { Screen } from './screen.ts';
import { type Place, places, screenOf } from './screens.ts';

type At = Extract<Address, { view: 'admin' }>;

interface AdminData {
  readonly steward: Steward | null;
  readonly texts: Language<AdminMessageName>;
  readonly screen: Screen;
  /** What follows the name of the screen in the address. */
  readonly path: readonly string[];
}

/** The screens of those who run the catalog: a frame with what the visitor may do, and in it the screen of the address. */
export const adminView: View<At, AdminData> = {
  async load(request, { path }) {
    const found = await screenOf(path);
    if (!found) return undefined;
    const [texts, steward] = await Promise.all([loadAdminTexts(request.language.code), readSteward(request)]);
    return { ...found, texts, steward };
  },
  head: ({ screen, texts }) => ({ title: texts.t(screen.title), isHidden: true }),
  Body: AdminBody,
};

async function readSteward({ reader, signal }: ViewRequest): Promise<Steward | null> {
  try {
    return (await reader.read(AdminPageDocument, {}, signal)).data.viewer;
  } catch (error) {
    if (error instanceof GraphError && error.code === 'UNAUTHORIZED') return null;
    throw error;
  }
}

function AdminBody({ data, address }: { readonly data: AdminData; readonly address: At }) {
  const { browser, language, asset, url } = usePage();
  const { steward, texts, screen, path } = data;
  const { t } = texts;
  if (!steward)
    return (
      <CenteredView title={t(screen.title)}>
        <p>{t('needsKey')}</p>
        <button type="button" class="primary" onClick={browser?.askForKey}>
          {language.t('enterKey')}
        </button>
        <SignInLinks returnTo={url.pathname + url.search} />
      </CenteredView>
    );
  if (screen.rights && !screen.rights.some((right) => steward.permissions.includes(right)))
    return (
      <CenteredView title={t(screen.title)}>
        <p>{t('needsRight', { username: steward.username })}</p>
      </CenteredView>
    );
  return (
    <AdminContext.Provider value={{ steward, texts }}>
      <link rel="stylesheet" href={asset('admin.css')} />
      <div class="admin">
        <AdminNavigation steward={steward} texts={texts} />
        <div class="screen">
          <noscript>
            <p class="note">{t('needsScripts')}</p>
          </noscript>
          {browser ? (
            <WithClient key={steward.username} browser={browser}>
              {() => <screen.Body path={path} parameters={address.parameters} />}
            </WithClient>
          ) : (
            <h1 tabIndex={-1}>{t(screen.title)}</h1>
          )}
        </div>
      </div>
    </AdminContext.Provider>
  );
}

/** Provides the client of the screens, which is kept while the visitor goes from one to another. */
function WithClient({ browser, children }: { readonly browser: Browser; readonly children: () => preact.VNode }) {
  const [client] = useState(() => createAdminClient(browser.graph));
  return <Provider value={client}>{children()}</Provider>;
}

/** The screens that the visitor may use. */
function AdminNavigation({ steward, texts: { t } }: Pick<AdminData, 'texts'> & { readonly steward: Steward }) {
  const { url } = usePage();
  const mayUse = ({ rights }: Place): boolean =>
    rights === undefined || rights.some((right) => steward.permissions.includes(right));
  const isWithin = (path: string): boolean => url.pathname === path || url.pathname.startsWith(`${path}/`);
  // the longest path, because one place may be within another
  const here = places.reduce(
    (found, { path }) => (isWithin(path) && path.length > found.length ? path : found),
    url.pathname === '/admin' ? '/admin/datasets' : '',
  );
  return (
    <nav class="admin-places" aria-label={t('screens')}>
      <ul>
        {places.filter(mayUse).map(({ path, title }) => (
          <li key={path}>
            <Link to={path} aria-current={path === here ? (url.pathname === path ? 'page' : 'true') : undefined}>
              {t(title)}
            </Link>
          </li>
        ))}
        {steward.permissions.includes('create_dataset') && (
          <li>
            <Link to={newDatasetPath}>{t('newDataset')}</Link>
          </li>
        )}
      </ul>
    </nav>
  );
}
