import { describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { serveTcp } from '#test/platform/fetcher/web.ts';
import { open } from './open-file.ts';

/** What a server says to each command, by its first word, and by way of a greeting; null is nothing at all, and a function does it. */
type Script = Record<string, string | null | ((control: Socket) => void)>;

const polite: Script = {
  USER: '331 Password',
  PASS: '230 In',
  TYPE: '200 Binary',
  SIZE: '213 8',
  MDTM: '213 20261006100000',
  RETR: '550 No',
};

/** Speaks FTP as the script says, and answers everything else with 502. */
const serveScript = (script: Script) =>
  serveTcp((control) => {
    control.write(String(script['greeting'] ?? '220 Ready\r\n'));
    control.on('data', (line) => {
      const answer = { ...polite, ...script }[/^\w+/.exec(line.toString())?.[0] ?? ''];
      if (typeof answer === 'function') answer(control);
      else if (answer !== null) control.write(`${answer ?? '502 What?'}\r\n`);
    });
  });

/** A data connection, opened by EPSV, for a file that is sent in its own way. */
async function serveFile(send: (data: Socket, control: Socket) => void, script: Script = {}) {
  const begun = Promise.withResolvers<Socket>();
  const data = await serveTcp(begun.resolve);
  const port = Number(data.split(':')[1]);
  return serveScript({
    EPSV: `229 Here (|||${port}|)`,
    RETR: (control) => {
      control.write('150 Now\r\n');
      void begun.promise.then((socket) => send(socket, control));
    },
    ...script,
  });
}

describe('an FTP server', () => {
  test('cannot redirect the data connection to another host', async () => {
    const asked: string[] = [];
    const data = await serveTcp((socket) => {
      asked.push('127.0.0.1');
      socket.end('a,b\n1,2\n');
    });
    const [high, low] = [Number(data.split(':')[1]) >> 8, Number(data.split(':')[1]) & 255];
    const address = await serveScript({
      PASV: `227 There (192,0,2,1,${high},${low})`,
      RETR: (control) => {
        control.write('150 Now\r\n226 Done\r\n');
      },
    });
    const opened = await open(`ftp://${address}/rides.csv`);
    expect([opened && (await text(opened.content)), asked]).toEqual(['a,b\n1,2\n', ['127.0.0.1']]);
  });

  test.each<[string, Script]>([
    ['the transfer broke off', { SIZE: '502 No' }],
    ['fewer bytes came than the file has', {}],
  ])('an FTP server fails when %s', async (_case, script) => {
    const address = await serveFile((data, control) => {
      data.end('a,b\n');
      control.write(script['SIZE'] ? '426 Broken\r\n' : '226 Done\r\n');
    }, script);
    const opened = await open(`ftp://${address}/rides.csv`);
    await expect(opened && text(opened.content)).rejects.toThrow(
      script['SIZE'] ? 'broke off the transfer' : 'it ended after 4 of its 8 bytes',
    );
  });

  test.each<[string, Script]>([
    ['a greeting', { greeting: '' }],
    ['an answer to the user name', { USER: null }],
    ['an answer to the password', { PASS: null }],
    ['an answer to the size', { SIZE: null }],
    ['a data connection', { EPSV: null }],
    ['an answer to the order', { RETR: null }],
  ])('an FTP server that does not send %s fails in bounded time', async (_case, script) => {
    const address = await serveFile(() => undefined, script);
    await expect(open(`ftp://${address}/rides.csv`, { isHasty: true })).rejects.toMatchObject({
      code: 'SOURCE_FAILED',
      message: expect.stringContaining('127.0.0.1'),
    });
  });

  test.each([
    ['no FTP', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['an endless greeting', `220-${'x'.repeat(100_000)}`],
    ['that it is full', '421 Too many users\r\n'],
  ])('an FTP server that greets with %s fails', async (_case, greeting) => {
    const address = await serveScript({ greeting });
    await expect(open(`ftp://${address}/rides.csv`, { isHasty: true })).rejects.toMatchObject({
      code: 'SOURCE_FAILED',
      message: expect.stringContaining('127.0.0.1'),
    });
  });

  test.each([
    ['a size', { SIZE: '213 many' }],
    ['a time', { MDTM: '213 yesterday' }],
  ])('may report an invalid %s', async (_case, script) => {
    const address = await serveFile((data, control) => {
      data.end('a,b\n1,2\n');
      control.write('226 Done\r\n');
    }, script);
    const opened = await open(`ftp://${address}/rides.csv`);
    expect(opened?.validators.etag).toBeNull();
    expect(opened && (await text(opened.content))).toBe('a,b\n1,2\n');
  });

  test('an FTP server that announces a file of terabytes is not read', async () => {
    const address = await serveScript({ SIZE: '213 99999999999999' });
    await expect(open(`ftp://${address}/rides.csv`)).rejects.toThrow('larger than');
  });

  test('an FTP server that stops in the middle fails, and its connection is closed', async () => {
    const gone = Promise.withResolvers<unknown>();
    const address = await serveFile((data) => {
      data.once('close', gone.resolve);
      data.write('a,b\n');
    });
    const opened = await open(`ftp://${address}/rides.csv`, { isHasty: true });
    await expect(opened && text(opened.content)).rejects.toThrow('127.0.0.1 stopped sending before the end.');
    await gone.promise;
  });

  test.each(['the signal', 'the content'])('is disconnected at once through %s', async (way) => {
    const gone = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
    const address = await serveFile((data, control) => {
      [data, control].forEach((socket, index) => socket.once('close', () => gone[index]?.resolve(undefined)));
      data.write('a,b\n');
    });
    const stop = new AbortController();
    const opened = await open(`ftp://${address}/rides.csv`, { signal: stop.signal });
    if (!opened) throw new Error('It is not known.');
    await once(opened.content, 'readable');
    const reading = text(opened.content);
    if (way === 'the signal') stop.abort(new Error('enough'));
    else opened.content.destroy(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
    await Promise.all(gone.map(({ promise }) => promise));
  });

  test('is disconnected by the signal while a file is being opened', async () => {
    const gone = Promise.withResolvers<unknown>();
    const stop = new AbortController();
    const address = await serveScript({
      PASS: (control) => {
        control.once('close', gone.resolve);
        stop.abort(new Error('enough'));
      },
    });
    await expect(open(`ftp://${address}/rides.csv`, { signal: stop.signal })).rejects.toThrow('enough');
    await gone.promise;
  });
});
