import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { commandLineAt, filesOf, folderOf } from './portal-folder.ts';

const other = createServer(({ url }, response) => {
  response.end(url?.startsWith('/json') === true ? '{"detail":"not found"}' : '<html>A proxy</html>');
});
await once(other.listen(0, '127.0.0.1'), 'listening');
afterAll(() => {
  other.closeAllConnections();
  other.close();
});
const address = other.address();
const url = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;

test('a port that clients refuse is named, with what to do', async () => {
  expect(await commandLineAt('http://localhost:4190')(['export', await folderOf()])).toMatchObject({
    code: 1,
    err: expect.stringContaining(
      'http://localhost:4190: clients and browsers refuse this port. Let the service listen at another',
    ),
  });
});

test.each(['/html', '/json'])('what answers %s and is no graph is named once, and nothing is written', async (path) => {
  const folder = await folderOf();
  const message = `${url}${path}/graphql answers 200 with something else than the graph. Is --url the address of a Catalograph?\n`;
  const command = commandLineAt(`${url}${path}`);
  expect(await command(['export', folder])).toEqual({ code: 1, out: '', err: message });
  expect(await filesOf(folder)).toEqual({});
  const written = await folderOf({ 'catalograph.yaml': 'format: 1\n', 'glossary/a.yaml': 'name: a\n' });
  expect(await command(['plan', written])).toEqual({ code: 1, out: '', err: message });
  expect(await command(['apply', written])).toEqual({ code: 1, out: '', err: message });
});

test('a folder that cannot be written is a message', async () => {
  const folder = await folderOf({ file: '' });
  const { code, err } = await commandLineAt(url)(['plan', join(folder, 'file', 'portal')]);
  expect({ code, lines: err.split('\n').length }).toEqual({ code: 1, lines: 2 });
});
