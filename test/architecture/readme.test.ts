import { expect, test } from '@jest/globals';
import type { BlockTypeDefinition } from '#engine/blocks/block-type.ts';
import { blockTypeDefinitions } from '#engine/blocks/registry.ts';
import { extractors } from '#engine/extractors/registry.ts';
import { processors } from '#engine/processors/registry.ts';
import { printSettings } from '#tools/print-settings.ts';
import { blocksOf } from '../docs/printed-page.ts';
import { textOf } from './sources.ts';

const readme = textOf('README.md');

test('docs/settings.md is what the code prints', () => {
  expect(textOf('docs/settings.md')).toBe(printSettings());
});

test('the first screen of README starts the service', () => {
  expect(readme.split('\n').slice(0, 12).join('\n')).toContain('npm start');
});

test('README prints the query of one request as it is', () => {
  const printed = blocksOf('README.md').filter(({ language }) => language === 'graphql');
  expect(printed.map(({ text }) => text)).toEqual([textOf('examples/one-request/query.graphql')]);
});

test('docs/data.md lists every format and every processor with its parameters', () => {
  const page = textOf('docs/data.md').split('\n');
  const missing = [...extractors, ...processors].filter(({ type, label, parameters }) => {
    const names = parameters.map(({ name }) => `\`${name}\``).join(', ');
    const end = names === '' ? '| |' : `| ${names} |`;
    return !page.some((line) => line.startsWith(`| \`${type}\` | ${label} |`) && line.endsWith(end));
  });
  expect(missing.map(({ type }) => type)).toEqual([]);
});

test('docs/portal.md lists every type of block with its settings', () => {
  const rows = textOf('docs/portal.md')
    .split('\n')
    .map((line) => line.split(' | '));
  const missing = Object.entries<BlockTypeDefinition>(blockTypeDefinitions).filter(
    ([type, { settings }]) =>
      !rows.some(
        ([types, , text]) => types?.includes(`\`${type}\``) && text?.startsWith(settings ? `\`${settings.name} {` : ''),
      ),
  );
  expect(missing.map(([type]) => type)).toEqual([]);
});
