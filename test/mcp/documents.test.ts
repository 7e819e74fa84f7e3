import { expect, test } from '@jest/globals';
import { tools } from '../../src/mcp/tools.ts';
import { textOf } from '../architecture/sources.ts';

test('docs/agents.md lists every tool with the beginning of its description', () => {
  const rows = tools.map(
    ({ name, description, isMutation }) =>
      `| \`${name}\` | ${isMutation ? 'yes' : 'no'} | ${description.split('. ', 1).join().replace(/\.?$/, '.')} |`,
  );
  const listed = textOf('docs/agents.md').split('\n');
  expect(rows.filter((row) => !listed.includes(row))).toEqual([]);
});
