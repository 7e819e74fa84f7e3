import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { textOf } from './sources.ts';

test.each(['docs/architecture.md', 'docs/planner.md'])('%s names files that exist', (document) => {
  const [first = '', ...paths] = textOf(document).match(/\b(src|test|schema)\/[\w./-]*\w/g) ?? [];
  expect(first).not.toBe('');
  expect(paths.filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)))).toEqual([]);
});
