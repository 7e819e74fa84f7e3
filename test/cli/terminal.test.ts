import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { Terminal } from '#cli/terminal.ts';

test('on a terminal, work of which the length is known shows a bar; elsewhere there is no progress', async () => {
  const written = async (isTTY: boolean) => {
    const stderr = Object.assign(new PassThrough(), { isTTY, columns: 40 });
    const terminal = new Terminal({ stdin: new PassThrough(), stdout: new PassThrough(), stderr }, false);
    terminal.progress('datasets 5/20');
    terminal.progress('reading pages');
    terminal.print('done');
    stderr.end();
    return text(stderr);
  };
  expect((await written(true)).split('\r\u001b[2K')).toEqual([
    '',
    '█████░░░░░░░░░░░░░░░ datasets 5/20',
    'reading pages',
    '',
  ]);
  expect(await written(false)).toBe('');
});
