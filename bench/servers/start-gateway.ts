import { fileURLToPath } from 'node:url';
import { ask, type Server } from './server.ts';
import { serviceFlags, serviceSettings } from './service-settings.ts';
import { startProcess } from './start-process.ts';

const administratorKey = 'bench-administrator-0123456789';
const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** A gateway with the key of the editor, once there is one. */
export interface Gateway extends Server {
  /** Makes a key for a user who has rights by rulesets alone. */
  admitEditor(username: string): Promise<void>;
}

let editorKey: string | undefined;

/** Starts the gateway as it is built; the first start migrates the database and makes the administrator. */
export async function startGateway(databaseUrl: string, folder: string): Promise<Gateway> {
  const child = await startProcess(
    main,
    {
      ...serviceSettings(databaseUrl, folder),
      ADMIN_API_KEY: administratorKey,
      SEED: 'none',
      WORKER: 'off',
      LOG_LEVEL: 'silent',
      HOST: '127.0.0.1',
      PORT: '0',
    },
    serviceFlags,
  );
  const gateway: Gateway = {
    ...child,
    name: 'gateway',
    headers: (caller): Record<string, string> =>
      caller === 'anonymous'
        ? {}
        : { authorization: `Apikey ${caller === 'editor' ? (editorKey ?? '') : administratorKey}` },
    async admitEditor(username) {
      const query = 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }';
      const answer = (await ask(gateway, {
        path: '/graphql',
        body: { query, variables: { input: { username } } },
      })) as { data: { createApiKey: { secret: string } } };
      editorKey = answer.data.createApiKey.secret;
    },
  };
  return gateway;
}

/** Milliseconds from the start of the process to its first answer from the database. */
export async function coldStart(databaseUrl: string, folder: string): Promise<number> {
  const begin = performance.now();
  const gateway = await startGateway(databaseUrl, folder);
  await ask(gateway, { path: '/graphql', body: { query: '{ datasets(first: 1) { nodes { uid } } }' } });
  const taken = performance.now() - begin;
  await gateway.stop();
  return taken;
}
