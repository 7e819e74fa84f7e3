import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, request as sendRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll } from '@jest/globals';
import { run, type Surroundings } from '#cli/program.ts';
import type { TestApp } from '../support/app.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** A new folder, with these files. */
export async function folderOf(files: Readonly<Record<string, string | Buffer>> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'catalograph-cli-'));
  folders.push(folder);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

/** All files below a folder, by their paths. */
export async function filesOf(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = names.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort();
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path), 'latin1')] as const)),
  );
}

/** The address at which an application listens from now on. */
export const listen = async ({ http }: Pick<TestApp, 'http'>): Promise<string> =>
  http.listen({ host: '127.0.0.1', port: 0 });

/** Runs the command line against an application, as its administrator. */
export const commandLineOf = async (app: Pick<TestApp, 'http'>) => commandLineAt(await listen(app));

/** A command line to an application that listens, whose line breaks after some requests: the application answers, and nobody hears it. */
export async function breakingLine({ http }: Pick<TestApp, 'http'>) {
  let left = Infinity;
  const [listening] = http.addresses();
  const port = typeof listening === 'object' ? listening.port : undefined;
  const server = createServer((request, response) => {
    left -= 1;
    const isLast = left <= 0;
    const { method, url: path, headers } = request;
    const forwarded = sendRequest(
      { host: '127.0.0.1', ...(port !== undefined && { port }), method, path, headers },
      (answer) => {
        if (isLast) {
          response.destroy();
          answer.resume();
          return;
        }
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    request.pipe(forwarded);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
  return {
    breakAfter: (requests: number) => {
      left = requests;
    },
    url,
    command: commandLineAt(url),
  };
}

const key = 'test-administrator-key';

export function commandLineAt(url: string) {
  return async (args: readonly string[], env: NodeJS.ProcessEnv = {}, onInterrupt?: Surroundings['onInterrupt']) => {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const [printed, warned] = [text(stdout), text(stderr)];
    const code = await run(['--url', url, '--key', env['KEY'] ?? key, ...args], {
      stdin,
      stdout,
      stderr,
      env,
      ...(onInterrupt && { onInterrupt }),
    }).finally(() => {
      stdout.end();
      stderr.end();
    });
    return { code, out: await printed, err: await warned };
  };
}
