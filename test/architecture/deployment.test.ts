import { expect, test } from '@jest/globals';
import { filesBelow, textOf } from './sources.ts';

/** The package of a module specifier. */
const packageOf = (specifier: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;

/** What the build leaves in node_modules: what the sources import on demand, and the files of packages that they read. */
function packagesLoadedOnDemand(): string[] {
  const call = /\b(?:import|require|resolve|require\.resolve)\('([^.':][^':]*)'\)/g;
  const sources = filesBelow('src').filter((file) => !file.startsWith('src/tools/'));
  const names = sources.flatMap((file) => [...textOf(file).matchAll(call)].map(([, name = '']) => packageOf(name)));
  return [...new Set(names)].sort();
}

test('the image has the packages that the bundles load, and no others', () => {
  expect(packagesLoadedOnDemand()).toEqual(textOf('deploy/image/packages.txt').trim().split('\n'));
});
