import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from '@jest/globals';
import ts from 'typescript';
import { filesBelow, textOf } from './sources.ts';

const { imports } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly imports: Record<string, string> };
const foldersOf = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${folder}/${entry.name}`);
const sources = filesBelow('src').filter((file) => !file.includes('/generated/'));

/** The specifiers that a file imports, statically, on demand or for their types. */
const specifiersOf = (file: string): string[] =>
  [...textOf(file).matchAll(/(?:\bfrom |\bimport\(|^import )'([^']+)'/gm)].map(([, specifier = '']) => specifier);

/** The file that a specifier names, or undefined for a package. */
function fileOf(importer: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(importer), specifier));
  const alias = Object.entries(imports).find(([name]) => specifier.startsWith(name.slice(0, -1)));
  return alias && join(alias[1].slice(0, -1), specifier.slice(alias[0].length - 1));
}

test('every room of src and every module has an alias, and every alias a folder', () => {
  const rooms = [...foldersOf('src'), ...foldersOf('src/modules'), 'test'];
  expect(Object.values(imports).sort()).toEqual(rooms.map((room) => `./${room}/*`).sort());
});

test('no import climbs two levels or leaves its room by a relative path', () => {
  const roomOf = (file: string) => /^src\/(modules\/)?[^/]+\//.exec(file)?.[0];
  const wrong = [...sources, ...filesBelow('test')].flatMap((file) =>
    specifiersOf(file)
      .filter((specifier) => specifier.startsWith('.'))
      .filter((specifier) => {
        const target = fileOf(file, specifier) ?? '';
        return target.startsWith('src/') && (specifier.startsWith('../../') || roomOf(target) !== roomOf(file));
      })
      .map((specifier) => `${file}: ${specifier}`),
  );
  expect(wrong).toEqual([]);
});

const role = /\/(index|[\w-]+\.(entity|type|inputs|resolver|service|rules|loader|section|job|source))\.ts$/;

/** Whether a file holds one export of fewer than 30 lines and nothing else. */
function isFragment(file: string): boolean {
  const source = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest);
  const statements = source.statements.filter((each) => !ts.isImportDeclaration(each));
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const [first] = statements;
  return first !== undefined && statements.length === 1 && lineOf(source.end) - lineOf(first.pos) < 30;
}

test('an export of fewer than 30 lines whose only importer is in its own folder stands in the file of that importer', () => {
  const importers = new Map<string, Set<string>>();
  for (const file of sources)
    for (const specifier of specifiersOf(file)) {
      const target = fileOf(file, specifier);
      if (target !== undefined) importers.set(target, (importers.get(target) ?? new Set()).add(file));
    }
  const fragments = sources.filter((file) => {
    const [importer, ...others] = importers.get(file) ?? [];
    return (
      importer !== undefined &&
      others.length === 0 &&
      dirname(importer) === dirname(file) &&
      !role.test(file) &&
      !role.test(importer) &&
      // Each migration and each entry point is a file of its own.
      !/^src\/(migrations|processes)\//.test(file) &&
      isFragment(file)
    );
  });
  expect(fragments).toEqual([]);
});
