import { afterAll, beforeAll } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { default as S3rver } from '@20minutes/s3rver';

/** The documented default account of Azurite. */
export const azuriteAccount = {
  type: 'shared_key',
  accountName: 'devstoreaccount1',
  sharedKey: 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==',
} as const;

/** A server that speaks S3 while the tests of a file run, with the bucket `rides`; `put` stores an object. */
export function s3Server() {
  const server = {
    address: '',
    put: async (_key: string, _content: string) => {
      /* Not before it runs. */
    },
  };
  let directory = '';
  let running: S3rver | undefined;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 's3-'));
    running = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory,
      configureBuckets: [{ name: 'rides' }],
    });
    const { port } = await running.run();
    server.address = `127.0.0.1:${port}`;
    server.put = async (key, content) => {
      const answer = await fetch(`http://${server.address}/rides/${key}`, {
        method: 'PUT',
        body: content,
        headers: { 'content-type': 'text/csv' },
      });
      if (!answer.ok) throw new Error(await answer.text());
    };
  });
  afterAll(async () => {
    await running?.close();
    await rm(directory, { recursive: true });
  });
  return server;
}

/** Azurite while the tests of a file run, with a private container `rides` and a public one `open`. */
export function azureServer() {
  const server = {
    address: '',
    put: async (_path: string, _content: string) => {
      /* Not before it runs. */
    },
    signed: (path: string) => signedUrl(server.address, path),
  };
  let azurite: ChildProcess | undefined;
  beforeAll(async () => {
    const main = createRequire(import.meta.url).resolve('azurite/dist/src/blob/main.js');
    azurite = spawn(
      process.execPath,
      [main, '--inMemoryPersistence', '--silent', '--disableTelemetry', '--skipApiVersionCheck', '--blobPort', '0'],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    if (!azurite.stdout) throw new Error('It says nothing.');
    for await (const line of createInterface(azurite.stdout)) {
      const [, address] = /listens on http:\/\/([\d.:]+)/.exec(line) ?? [];
      if (address === undefined) continue;
      server.address = address;
      break;
    }
    const send = async (path: string, content: string, headers: Record<string, string>) => {
      const answer = await fetch(signedUrl(server.address, path), { method: 'PUT', body: content, headers });
      if (!answer.ok) throw new Error(await answer.text());
    };
    server.put = (path, content) => send(path, content, { 'x-ms-blob-type': 'BlockBlob', 'content-type': 'text/csv' });
    await send('rides?restype=container', '', {});
    await send('open?restype=container', '', { 'x-ms-blob-public-access': 'blob' });
  });
  afterAll(async () => {
    azurite?.kill();
    if (azurite) await once(azurite, 'exit');
  });
  return server;
}

/** With the signature of the account in the query (https://learn.microsoft.com/rest/api/storageservices/create-account-sas). */
function signedUrl(address: string, path: string): string {
  const { accountName, sharedKey } = azuriteAccount;
  const fields = {
    sp: 'rwdlac',
    ss: 'b',
    srt: 'sco',
    st: '',
    se: '2120-01-01T00:00:00Z',
    sip: '',
    spr: '',
    sv: '2021-12-02',
    ses: '',
  };
  const signature = createHmac('sha256', Buffer.from(sharedKey, 'base64'))
    .update([accountName, ...Object.values(fields), ''].join('\n'))
    .digest('base64');
  const url = new URL(`http://${address}/${accountName}/${path}`);
  for (const [name, value] of Object.entries({ ...fields, sig: signature }))
    if (value !== '') url.searchParams.set(name, value);
  return url.href;
}
