import type { Right } from './admin-context.ts';
import type { AdminMessageName } from './admin-texts.ts';
import { harvesterScreenOf } from './harvesters/harvester-screens.ts';
import { pageScreenOf } from './pages/page-screens.ts';
import { peopleScreenOf } from './people/people-screens.ts';
import type { Screen } from './screen.ts';

/** A place of the navigation: with `rights`, only those with one of them are offered it. */
export interface Place {
  readonly path: string;
  readonly title: AdminMessageName;
  readonly rights?: readonly Right[];
}

/** The places of the navigation, in their order. */
export const places: readonly Place[] = [
  { path: '/admin/datasets', title: 'datasets' },
  { path: '/admin/datasets/deleted', title: 'deletedDatasets' },
  { path: '/admin/pages', title: 'contentPages', rights: ['create_page', 'edit_page'] },
  {
    path: '/admin/harvesters',
    title: 'harvesters',
    rights: ['create_dataset'],
  },
  { path: '/admin/forms', title: 'forms', rights: ['edit_form', 'moderate_form'] },
  { path: '/admin/glossary', title: 'glossary', rights: ['edit_page'] },
  { path: '/admin/assets', title: 'assets', rights: ['edit_page'] },
  { path: '/admin/people', title: 'people', rights: ['administer'] },
  { path: '/admin/activity', title: 'activity', rights: ['administer'] },
  { path: '/admin/jobs', title: 'jobs', rights: ['administer'] },
  { path: '/admin/settings', title: 'settings', rights: ['administer'] },
  { path: '/admin/keys', title: 'ownKeys' },
];

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
    case 'new-form':
      if (others.length > 0) return undefined;
      return { screen: (await import('./forms/forms-screen.tsx')).newFormScreen, path: [] };
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
