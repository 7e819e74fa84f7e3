import type { Screen } from '../screen.ts';

/** A screen with the rest of its path. */
interface Found {
  readonly screen: Screen;
  readonly path: readonly string[];
}

/** Loads the screen of a path below `/admin/people`; undefined where there is none. */
export async function peopleScreenOf([name, key, ...others]: readonly string[]): Promise<Found | undefined> {
  if (others.length > 0) return undefined;
  if (key !== undefined) {
    if (name === 'users') return { screen: (await import('./user-screen.tsx')).userScreen, path: [key] };
    if (name === 'groups') return { screen: (await import('./group-screen.tsx')).groupScreen, path: [key] };
    if (name === 'providers') return { screen: (await import('./provider-screen.tsx')).providerScreen, path: [key] };
    return undefined;
  }
  switch (name) {
    case undefined:
      return { screen: (await import('./users-screen.tsx')).usersScreen, path: [] };
    case 'groups':
      return { screen: (await import('./groups-screen.tsx')).groupsScreen, path: [] };
    case 'providers':
      return { screen: (await import('./providers-screen.tsx')).providersScreen, path: [] };
    case 'new-user':
      return { screen: (await import('./new-screens.tsx')).newUserScreen, path: [] };
    case 'new-group':
      return { screen: (await import('./new-screens.tsx')).newGroupScreen, path: [] };
    case 'new-provider':
      return { screen: (await import('./new-screens.tsx')).newProviderScreen, path: [] };
    default:
      return undefined;
  }
}
