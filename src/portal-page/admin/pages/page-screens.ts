import type { Screen } from '../screen.ts';

/** Loads the screen of a path below that of the pages. */
export async function pageScreenOf(
  path: readonly string[],
): Promise<{ readonly screen: Screen; readonly path: readonly string[] } | undefined> {
  const [uid, ...more] = path;
  if (more.length > 0) return undefined;
  if (uid === undefined) return { screen: (await import('./pages-screen.tsx')).pagesScreen, path: [] };
  if (uid === 'new') return { screen: (await import('./new-page-screen.tsx')).newPageScreen, path: [] };
  return { screen: (await import('./page-screen.tsx')).pageScreen, path };
}
