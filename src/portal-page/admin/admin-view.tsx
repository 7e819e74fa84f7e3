import { Provider } from '@urql/preact';
import { useState } from 'preact/hooks';
import { SignInLinks } from '../account-menu.tsx';
import { type Address, adminPath, newDatasetPath } from '../address.ts';
import type { Language } from '../messages/language.ts';
import { type Browser, usePage } from '../page-context.ts';
import { GraphError } from '../reader.ts';
import { Link } from '../shell.tsx';
import type { View, ViewRequest } from '../view.tsx';
import { CenteredView } from '../views/view-parts.tsx';
import { createAdminClient } from './admin-client.ts';
import { AdminContext, type OwnList, type Steward } from './admin-context.ts';
import { type AdminMessageName, loadAdminTexts } from './admin-texts.ts';
import { AdminPageDocument } from './generated/operations.ts';
import type { Screen } from './screen.ts';
import { firstPlace, placeAt, places, screenOf } from './screens.ts';

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
    const [texts, steward, named] = await Promise.all([
      loadAdminTexts(request.language.code),
      readSteward(request),
      path.length > 0 ? screenOf(path) : undefined,
    ]);
    const found = path.length > 0 ? named : await screenOf(firstPath(steward));
    return found && { ...found, texts, steward };
  },
  head: ({ screen, texts }) => ({ title: texts.t(screen.title), isHidden: true }),
  Body: AdminBody,
};

/** What is shown at the path of all screens, as the rest of a path. */
const firstPath = (steward: Steward | null): readonly string[] =>
  (steward && firstPlace(steward))?.path.split('/').slice(2) ?? [];

async function readSteward({ reader, signal }: ViewRequest): Promise<Steward | null> {
  try {
    const { viewer, ...lists } = (await reader.read(AdminPageDocument, {}, signal)).data;
    if (!viewer) return null;
    const { datasets, deletedDatasets, pageConfigurations } = lists;
    const { formConfigurations, deletedForms, datasourceConnections } = lists;
    const read: readonly (readonly [OwnList, { readonly nodes: readonly unknown[] } | null])[] = [
      ['datasets', datasets],
      ['deletedDatasets', deletedDatasets],
      ['pageConfigurations', pageConfigurations],
      ['formConfigurations', formConfigurations],
      ['deletedForms', deletedForms],
      ['datasourceConnections', datasourceConnections],
    ];
    const ownLists = new Set(read.flatMap(([name, list]) => (list && list.nodes.length > 0 ? [name] : [])));
    return { ...viewer, ownLists };
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
  return (
    <AdminContext.Provider value={{ steward, texts }}>
      <link rel="stylesheet" href={asset('admin.css')} />
      <div class="admin">
        <AdminNavigation steward={steward} texts={texts} />
        <div class="screen">
          <noscript>
            <p class="note">{t('needsScripts')}</p>
          </noscript>
          {browser && mayUse(steward, screen, url) ? (
            <WithClient key={steward.username} browser={browser}>
              {() => <screen.Body path={path} parameters={address.parameters} />}
            </WithClient>
          ) : (
            <>
              <h1 tabIndex={-1}>{t(screen.title)}</h1>
              {browser && <p>{t('needsRight', { username: steward.username })}</p>}
            </>
          )}
        </div>
      </div>
    </AdminContext.Provider>
  );
}

/** Whether a screen, and the place that it is at, are for a steward. */
const mayUse = (steward: Steward, { rights }: Screen, { pathname }: URL): boolean =>
  (placeAt(pathname)?.isOffered(steward) ?? true) &&
  (rights === undefined || rights.some((right) => steward.permissions.includes(right)));

/** Provides the client of the screens, which is kept while the visitor goes from one to another. */
function WithClient({ browser, children }: { readonly browser: Browser; readonly children: () => preact.VNode }) {
  const [client] = useState(() => createAdminClient(browser.graph));
  return <Provider value={client}>{children()}</Provider>;
}

/** The screens that the visitor may use. */
function AdminNavigation({ steward, texts: { t } }: Pick<AdminData, 'texts'> & { readonly steward: Steward }) {
  const { url } = usePage();
  const here = url.pathname === adminPath ? firstPlace(steward) : placeAt(url.pathname);
  return (
    <nav class="admin-places" aria-label={t('screens')}>
      <ul>
        {places
          .filter(({ isOffered }) => isOffered(steward))
          .map((place) => (
            <li key={place.path}>
              <Link
                to={place.path}
                aria-current={place === here ? (url.pathname === place.path ? 'page' : 'true') : undefined}
              >
                {t(place.title)}
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
