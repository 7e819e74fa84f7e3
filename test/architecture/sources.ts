import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The TypeScript files below a folder, as paths from the project's folder. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name))
    .sort();

/** The documents of the repository, as paths from the project's folder; without the changelog, which describes the past. */
export const documentsOf = (): string[] =>
  [
    ...readdirSync('.').filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md'),
    'examples/README.md',
    ...readdirSync('src', { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join('src', name, 'README.md')),
    ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => join('docs', name)),
  ].sort();

/** The text of a file. */
export const textOf = (file: string): string => readFileSync(file, 'utf8');
