import type { Screen } from '../screen.ts';

/** Loads the screen of a path below that of the harvesters. */
export async function harvesterScreenOf(
  path: readonly string[],
): Promise<{ readonly screen: Screen; readonly path: readonly string[] } | undefined> {
  const [uid, ...more] = path;
  if (more.length > 0) return undefined;
  if (uid === undefined) return { screen: (await import('./harvesters-screen.tsx')).harvestersScreen, path: [] };
  if (uid === 'new') return { screen: (await import('./harvesters-screen.tsx')).newHarvesterScreen, path: [] };
  return { screen: (await import('./harvester-screen.tsx')).harvesterScreen, path };
}
