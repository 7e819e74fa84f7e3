import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { zipOf } from '../engine/archives/zip-of.ts';
import { sourceServer } from '../support/sources/source-server.ts';
import { root } from '../support/processes/built-process.ts';
import { builtProcesses, patience } from './built-process.ts';

const { newFolder, start } = builtProcesses();
const web = await sourceServer();

type Gateway = Awaited<ReturnType<typeof start>>;
let folder: string | undefined;
let key = '';
let running: Gateway | undefined;
const dataFolder = async (): Promise<string> => (folder ??= await newFolder());
/** Starts a gateway on the folder that the tests share, because making a database takes longer than a start. */
async function startAgain(): Promise<Gateway> {
  running = await start({ DATA_DIR: await dataFolder(), SEED: 'demo', FETCH_ALLOW: web.host });
  key ||= running.key ?? '';
  return running;
}
/** The gateway that the last test left running. */
const runningGateway = async (): Promise<Gateway> => running ?? (await startAgain());

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
};

interface Answer {
  readonly status: number;
  readonly data:
    | {
        readonly createDataset?: { readonly dataset: { readonly uid: string } } | null;
        readonly datasets?: { readonly totalCount: number };
      }
    | null
    | undefined;
}

async function ask(url: string, key: string, query: string): Promise<Answer> {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Apikey ${key}` },
    body: JSON.stringify({ query }),
  });
  const { data } = (await answer.json()) as Answer;
  return { status: answer.status, data };
}

const creationOf = (datasetId: string) =>
  `mutation { createDataset(input: { datasetId: "${datasetId}", metadata: {} }) { dataset { uid } } }`;

const create = (url: string, key: string, datasetId: string) => ask(url, key, creationOf(datasetId));

/** Starts a request, and waits until the gateway has taken it and asks for the body. The returned function sends the body and reads the answer. */
async function takenRequest(url: string, key: string, query: string): Promise<() => Promise<Answer>> {
  const body = JSON.stringify({ query });
  const taken = request(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      authorization: `Apikey ${key}`,
      expect: '100-continue',
    },
  });
  taken.flushHeaders();
  await once(taken, 'continue');
  return async () => {
    const answered = once(taken, 'response') as Promise<[IncomingMessage]>;
    taken.end(body);
    const [response] = await answered;
    const { data } = (await json(response)) as Answer;
    return { status: response.statusCode ?? 0, data };
  };
}

/** Whether a server accepts connections. */
const isListening = async (url: string): Promise<boolean> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};

/** Writes without a pause until `stop`; returns the acknowledged and the failed writes. */
function writeTo(url: string, key: string, writers: number) {
  const acknowledged: string[] = [];
  const failures: unknown[] = [];
  let isOver = false;
  const done = Promise.all(
    Array.from({ length: writers }, async (_none, writer) => {
      for (let count = 0; !isOver; count += 1) {
        const datasetId = `w${String(writer)}-${String(count)}`;
        try {
          const { status, data } = await create(url, key, datasetId);
          if (status === 200 && data?.createDataset) acknowledged.push(datasetId);
          else failures.push(status);
        } catch (error) {
          failures.push(error);
          return;
        }
      }
    }),
  );
  return {
    acknowledged,
    failures,
    stop: () => {
      isOver = true;
      return done;
    },
  };
}

const missing = async (url: string, key: string, datasetIds: readonly string[]): Promise<string[]> => {
  const found = await Promise.all(
    datasetIds.map((id) => ask(url, key, `{ datasets(filter: { datasetId: "${id}" }) { totalCount } }`)),
  );
  return datasetIds.filter((_id, index) => found[index]?.data?.datasets?.totalCount !== 1);
};

describe('a gateway on its own database', () => {
  test(
    "prints where it is and the administrator's key, which it keeps for the next start without printing it again",
    async () => {
      const first = await startAgain();
      for (const path of ['/', '/graphql', '/graphiql', '/api/automation/v1.0', '/docs', '/api/portal/v1.0', '/readyz'])
        expect(first.said()).toContain(`${first.url}${path}\n`);
      expect(first.said()).toMatch(/air-quality/);
      expect(first.said()).not.toContain('\u001b[');
      expect((await ask(first.url, key, '{ datasets { totalCount } }')).data?.datasets?.totalCount).toBe(6);
      expect(await first.end('SIGINT')).toBe(0);

      const second = await startAgain();
      expect(second.key).toBeUndefined();
      expect((await ask(second.url, key, '{ datasets { totalCount } }')).data?.datasets?.totalCount).toBe(6);

      const third = await start({ DATA_DIR: await dataFolder() });
      expect([await third.ended, third.said()]).toEqual([1, expect.stringMatching(/^The data folder .* is in use/m)]);
    },
    patience,
  );

  test(
    'fetches, unpacks and reads a source, with the packages that the built service loads on demand',
    async () => {
      const kml =
        '<kml><Document><Placemark><name>Rhine</name><Point><coordinates>7,47</coordinates></Point></Placemark></Document></kml>';
      const source = web.serve('/places.zip', await zipOf({ 'places.kml': kml }));
      const gateway = await runningGateway();
      const { data } = await create(gateway.url, key, 'places');
      const uid = data?.createDataset?.dataset.uid ?? '';
      await ask(
        gateway.url,
        key,
        `mutation { createResource(input: { datasetUid: "${uid}", type: "kmlfile", title: "places", params: {}, datasource: { http: { connection: { url: "${source}" } } } }) { resource { uid } } }`,
      );
      await ask(gateway.url, key, `mutation { publishDataset(input: { uid: "${uid}" }) { dataset { uid } } }`);
      const records = () => fetch(`${gateway.url}/api/explore/v2.1/catalog/datasets/places/exports/json`);
      while (!(await records()).ok) await wait(100);
      expect(await (await records()).json()).toEqual([expect.objectContaining({ name: 'Rhine' })]);
    },
    patience,
  );

  test(
    'loses no acknowledged write when it is killed in the middle of writing',
    async () => {
      const first = await runningGateway();
      const writing = writeTo(first.url, key, 4);
      while (writing.acknowledged.length < 40) await wait(5);
      await first.end('SIGKILL');
      await writing.stop();

      const second = await startAgain();
      expect(await missing(second.url, key, writing.acknowledged)).toEqual([]);
    },
    patience,
  );

  test(
    'answers every request that it has taken before it ends with SIGTERM',
    async () => {
      const gateway = await runningGateway();
      const requests = await Promise.all(
        Array.from({ length: 5 }, (_none, index) =>
          takenRequest(gateway.url, key, creationOf(`before-the-end-${String(index)}`)),
        ),
      );
      const ended = gateway.end('SIGTERM');
      while (await isListening(gateway.url)) await wait(5);
      for (const answer of await Promise.all(requests.map((finish) => finish())))
        expect(answer).toMatchObject({ status: 200, data: { createDataset: expect.anything() as unknown } });
      expect(await ended).toBe(0);
    },
    patience,
  );
});

test('an older Node.js gets a message with the needed version, and nothing else happens', () => {
  const older = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })`;
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { engines: { node: string } };
  for (const entry of ['main', 'worker', 'migrate'].map((name) => join(root, `dist/${name}.js`))) {
    const { status, stderr } = spawnSync(process.execPath, ['--import', older, entry], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([
      1,
      `Catalograph needs Node.js ${engines.node.slice(2)} or newer, and this is 20.20.2: use npm start or npm run worker, which bring their own.\n`,
    ]);
  }
});

test(
  'invalid settings end the start with one message without a stack, and exit code 1',
  async () => {
    const wrong = await start({ PORT: 'many' });
    expect([await wrong.ended, wrong.said()]).toEqual([
      1,
      expect.stringMatching(/^The settings cannot be used:\n {2}PORT is "many"/),
    ]);

    const port = await freePort();
    const holder = createServer().listen(port, '127.0.0.1');
    await once(holder, 'listening');
    const second = await start({ DATA_DIR: await dataFolder(), PORT: String(port) });
    expect(await second.ended).toBe(1);
    expect(second.said()).toContain(
      `Port ${String(port)} of 127.0.0.1 cannot be opened: another program listens there`,
    );
    expect(second.said()).not.toMatch(/^ {4}at /m);
    holder.close();
  },
  patience,
);
