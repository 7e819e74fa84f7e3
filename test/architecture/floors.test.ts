import { describe, expect, test } from '@jest/globals';
import { filesBelow, importsOf, textOf } from './sources.ts';

/** What each floor may import: itself and what lies below. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  platform: ['kernel'],
  engine: ['kernel', 'platform'],
  api: ['kernel', 'platform', 'engine'],
  migrations: ['platform'],
  modules: ['kernel', 'platform', 'engine', 'api'],
  rest: ['kernel', 'platform', 'api'],
  server: ['kernel', 'platform', 'engine', 'api', 'modules', 'rest'],
  seed: ['kernel', 'platform', 'engine', 'api', 'modules', 'server'],
};
/** The tiers of the modules; siblings never import one another. */
const tiers = [
  ['identity'],
  ['access'],
  ['connections', 'contents', 'portal'],
  ['datasets'],
  ['forms'],
  ['submissions'],
  [
    'metadata',
    'resources',
    'rulesets',
    'processors',
    'fields',
    'schedules',
    'attachments',
    'feedback',
    'pages',
    'glossary',
    'providers',
  ],
  ['publication', 'versions', 'relations'],
];

const sources = filesBelow('src');
const placeOf = (file: string) => file.split('/').slice(1);
const floorOf = (file: string) => (placeOf(file).length > 1 ? placeOf(file)[0] : undefined);
const moduleOf = (file: string) =>
  floorOf(file) === 'modules' && placeOf(file).length > 2 ? placeOf(file)[1] : undefined;
const tierOf = (module: string) => tiers.findIndex((tier) => tier.includes(module));
const imports = sources.flatMap((from) => importsOf(from).map((to) => ({ from, to })));

test('an import only goes down', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [above, below] = [floorOf(from), floorOf(to)];
    return above !== undefined && above !== below && !(below !== undefined && mayImport[above]?.includes(below));
  });
  expect(wrong).toEqual([]);
});

test('every folder of src is a floor', () => {
  expect([...new Set(sources.map(floorOf))].filter((floor) => floor !== undefined && !(floor in mayImport))).toEqual(
    [],
  );
});

describe('a module', () => {
  test('has a place in the tiers', () => {
    expect([...new Set(sources.map(moduleOf))].filter((module) => module !== undefined && tierOf(module) < 0)).toEqual(
      [],
    );
  });

  test('imports only those of the tiers before its own', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [module, other] = [moduleOf(from), moduleOf(to)];
      return module !== undefined && other !== undefined && module !== other && tierOf(other) >= tierOf(module);
    });
    expect(wrong).toEqual([]);
  });

  test('is imported through its index only', () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        moduleOf(to) !== undefined && moduleOf(from) !== moduleOf(to) && placeOf(to).slice(2).join('/') !== 'index.ts',
    );
    expect(wrong).toEqual([]);
  });

  test('alone has an index', () => {
    expect(
      sources.filter((file) => file.endsWith('/index.ts') && !(moduleOf(file) && placeOf(file).length === 3)),
    ).toEqual([]);
  });
});

test('no import leads back to where it came from', () => {
  const graph = Map.groupBy(
    imports.filter(({ from }) => !/import type [^;]*$/.test(from)),
    ({ from }) => from,
  );
  const [done, open] = [new Set<string>(), new Set<string>()];
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (open.has(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (open.has(file) || done.has(file)) return;
    open.add(file);
    const values = new Set(valueImportsOf(file));
    for (const { to } of graph.get(file) ?? []) if (values.has(to)) visit(to, [...path, file]);
    open.delete(file);
    done.add(file);
  };
  sources.forEach((file) => {
    visit(file, []);
  });
  expect(cycles).toEqual([]);
});

/** The imports that are there when the program runs. */
function valueImportsOf(file: string): string[] {
  const types = new Set([...textOf(file).matchAll(/import type [^']*'([^']+)'/g)].map(([, path]) => path));
  return importsOf(file).filter(
    (to) => ![...types].some((path) => path !== undefined && to.endsWith(path.replace(/^(\.\.?\/)+/, ''))),
  );
}

test('the kernel knows no package, the engine neither database nor graph', () => {
  const packages = (floor: string) =>
    new Set(
      sources
        .filter((file) => floorOf(file) === floor)
        .flatMap((file) => [...textOf(file).matchAll(/from '([^.'][^']*)'/g)].map(([, name]) => name ?? '')),
    );
  expect([...packages('kernel')].filter((name) => !name.startsWith('node:'))).toEqual([]);
  expect([...packages('engine')].filter((name) => /graphql|mikro-orm|^pg/.test(name))).toEqual([]);
});
