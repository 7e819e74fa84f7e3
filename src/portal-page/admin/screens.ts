import type { Right, Steward } from './admin-context.ts';
import type { AdminMessageName } from './admin-texts.ts';
import { harvesterScreenOf } from './harvesters/harvester-screens.ts';
import { pageScreenOf } from './pages/page-screens.ts';
import { peopleScreenOf } from './people/people-screens.ts';
import type { Screen } from './screen.ts';

/** A place of the navigation. It and the screens below it are for those to whom it is offered. */
export interface Place {
  readonly path: string;
  readonly title: AdminMessageName;
  readonly isOffered: (steward: Steward) => boolean;
}

const hasOneOf =
  (...rights: readonly Right[]) =>
  ({ permissions }: Steward): boolean =>
    rights.some((right) => permissions.includes(right));

/** Whether a steward changes datasets: all, their own, or one that somebody shares with them. */
const hasDatasets = (steward: Steward): boolean =>
  hasOneOf('create_dataset', 'edit_dataset', 'publish_dataset')(steward) || steward.ownLists.has('datasets');

/** The places of the navigation, in their order. */
export const places: readonly Place[] = [
  { path: '/admin/datasets', title: 'datasets', isOffered: hasDatasets },
  {
    path: '/admin/datasets/deleted',
    title: 'deletedDatasets',
    isOffered: (steward) => hasDatasets(steward) || steward.ownLists.has('deletedDatasets'),
  },
  {
    path: '/admin/pages',
    title: 'contentPages',
    isOffered: (steward) => hasOneOf('create_page', 'edit_page')(steward) || steward.ownLists.has('pageConfigurations'),
  },
  {
    path: '/admin/harvesters',
    title: 'harvesters',
    isOffered: ({ permissions }) =>
      (['create_dataset', 'edit_dataset', 'publish_dataset'] as const).every((right) => permissions.includes(right)),
  },
  {
    path: '/admin/connections',
    title: 'connections',
    isOffered: (steward) => hasOneOf('manage_connection')(steward) || steward.ownLists.has('datasourceConnections'),
  },
  {
    path: '/admin/forms',
    title: 'forms',
    isOffered: (steward) =>
      hasOneOf('edit_form', 'moderate_form')(steward) || steward.ownLists.has('formConfigurations'),
  },
  {
    path: '/admin/deleted-forms',
    title: 'deletedForms',
    isOffered: (steward) =>
      hasOneOf('edit_form')(steward) ||
      steward.ownLists.has('formConfigurations') ||
      steward.ownLists.has('deletedForms'),
  },
  { path: '/admin/glossary', title: 'glossary', isOffered: hasOneOf('edit_page') },
  { path: '/admin/assets', title: 'assets', isOffered: hasOneOf('edit_page') },
  { path: '/admin/people', title: 'people', isOffered: hasOneOf('administer') },
  { path: '/admin/activity', title: 'activity', isOffered: hasOneOf('administer') },
  { path: '/admin/jobs', title: 'jobs', isOffered: hasOneOf('administer') },
  { path: '/admin/settings', title: 'settings', isOffered: hasOneOf('administer') },
  { path: '/admin/keys', title: 'ownKeys', isOffered: () => true },
];

/** The place of an address: the longest path, because one place may be within another. */
export const placeAt = (pathname: string): Place | undefined =>
  places
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .toSorted((one, other) => other.path.length - one.path.length)[0];

/** The place that a steward comes to first. */
export const firstPlace = (steward: Steward): Place | undefined => places.find(({ isOffered }) => isOffered(steward));

/** Loads the screen of a path, with the rest of the path; undefined where there is none. */
export async function screenOf([first = 'datasets', ...others]: readonly string[]): Promise<
  { readonly screen: Screen; readonly path: readonly string[] } | undefined
> {
  switch (first) {
    case 'datasets': {
      if (others.length === 0)
        return { screen: (await import('./datasets/datasets-screen.tsx')).datasetsScreen, path: [] };
      if (others.length === 1 && others[0] === 'deleted')
        return { screen: (await import('./datasets/deleted-screen.tsx')).deletedScreen, path: [] };
      const { datasetScreen, isTab } = await import('./dataset/dataset-screen.tsx');
      const [, tab, ...more] = others;
      return more.length === 0 && (tab === undefined || isTab(tab))
        ? { screen: datasetScreen, path: others }
        : undefined;
    }
    case 'pages':
      return pageScreenOf(others);
    case 'harvesters':
      return harvesterScreenOf(others);
    case 'connections':
    case 'new-connection':
      return connectionScreenOf(first, others);
    case 'new-form':
      if (others.length > 0) return undefined;
      return { screen: (await import('./forms/forms-screen.tsx')).newFormScreen, path: [] };
    case 'deleted-forms':
      if (others.length > 0) return undefined;
      return { screen: (await import('./forms/deleted-forms-screen.tsx')).deletedFormsScreen, path: [] };
    case 'forms': {
      if (others.length === 0) return { screen: (await import('./forms/forms-screen.tsx')).formsScreen, path: [] };
      const { formScreen, isFormTab } = await import('./forms/form-screen.tsx');
      const [, tab, ...more] = others;
      return more.length === 0 && (tab === undefined || isFormTab(tab))
        ? { screen: formScreen, path: others }
        : undefined;
    }
    case 'glossary':
    case 'new-term':
    case 'assets':
    case 'new-asset':
      return catalogScreenOf(first, others);
    case 'people':
      return peopleScreenOf(others);
    case 'jobs':
      if (others.length > 0) return undefined;
      return { screen: (await import('./activity/jobs-screen.tsx')).jobsScreen, path: [] };
    case 'settings': {
      const { isSettingsTab, settingsScreen } = await import('./settings/settings-screen.tsx');
      const [tab, ...more] = others;
      return more.length === 0 && (tab === undefined || isSettingsTab(tab))
        ? { screen: settingsScreen, path: others }
        : undefined;
    }
    case 'keys':
      if (others.length > 0) return undefined;
      return { screen: (await import('./people/own-keys-screen.tsx')).ownKeysScreen, path: [] };
    case 'activity':
      if (others.length > 0) return undefined;
      return { screen: (await import('./activity/activity-screen.tsx')).activityScreen, path: [] };
    default:
      return undefined;
  }
}

/** Loads the screen of the connections, of one of them, or of a new one. */
async function connectionScreenOf(name: 'connections' | 'new-connection', path: readonly string[]) {
  if (path.length > (name === 'connections' ? 1 : 0)) return undefined;
  const screens = await import('./connections/connections-screens.tsx');
  if (name === 'new-connection') return { screen: screens.newConnectionScreen, path };
  return { screen: path.length === 0 ? screens.connectionsScreen : screens.connectionScreen, path };
}

/** Loads the screen of a list, of one of its objects, or of a new one. */
async function catalogScreenOf(name: 'glossary' | 'new-term' | 'assets' | 'new-asset', path: readonly string[]) {
  if (path.length > (name === 'glossary' || name === 'assets' ? 1 : 0)) return undefined;
  switch (name) {
    case 'glossary': {
      const { glossaryScreen, termScreen } = await import('./glossary/glossary-screens.tsx');
      return { screen: path.length === 0 ? glossaryScreen : termScreen, path };
    }
    case 'new-term':
      return { screen: (await import('./glossary/glossary-screens.tsx')).newTermScreen, path };
    case 'assets':
      return path.length === 0
        ? { screen: (await import('./assets/assets-screen.tsx')).assetsScreen, path }
        : { screen: (await import('./assets/asset-screen.tsx')).assetScreen, path };
    case 'new-asset':
      return { screen: (await import('./assets/assets-screen.tsx')).newAssetScreen, path };
  }
}
