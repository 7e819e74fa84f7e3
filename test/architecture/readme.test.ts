import { expect, test } from '@jest/globals';
import { buildSchema, parse, validate } from 'graphql';
import type { BlockTypeDefinition } from '#engine/blocks/block-type.ts';
import { blockTypeDefinitions } from '#engine/blocks/registry.ts';
import { extractors } from '#engine/extractors/registry.ts';
import { processors } from '#engine/processors/registry.ts';
import { settings } from '#platform/config.ts';
import { textOf } from './sources.ts';

const readme = textOf('README.md');

test('README lists every setting with its description', () => {
  const lines = settings.map(({ name, fallback, about }) => `| \`${name}\` | ${fallback} | ${about} |`);
  expect(lines.filter((line) => !readme.includes(line))).toEqual([]);
});

test('the first screen of README has both commands', () => {
  const screen = readme.split('\n').slice(0, 20).join('\n');
  expect(screen).toContain('npm start');
  expect(screen).toContain('npm test');
});

test('docs/data.md lists every format and every processor with its parameters', () => {
  const page = textOf('docs/data.md').split('\n');
  const missing = [...extractors, ...processors].filter(
    ({ type, label, parameters }) =>
      !page.some(
        (line) =>
          line.startsWith(`| \`${type}\` | ${label} |`) &&
          line.endsWith(`| ${parameters.map(({ name }) => `\`${name}\``).join(', ')} |`),
      ),
  );
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

test('the queries of README are valid', () => {
  const schema = buildSchema(textOf('schema/schema.graphql'));
  const queries = [...readme.matchAll(/-d '(\{"query".*\})'/g)].map(([, body = '']) => String(JSON.parse(body).query));
  expect(queries).toHaveLength(2);
  expect(queries.flatMap((query) => validate(schema, parse(query)))).toEqual([]);
});
