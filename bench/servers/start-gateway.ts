import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ask, type Caller, type Server } from './server.ts';
import { serviceFlags, serviceSettings } from './service-settings.ts';
import { startProcess } from './start-process.ts';

const administratorKey = 'bench-administrator-0123456789';

/** The repository that this file is part of. */
export const repository = fileURLToPath(new URL('../..', import.meta.url));

/** A gateway with the keys of the other callers, once there are any. */
export interface Gateway extends Server {
  /** Makes a key of a user. */
  newKey(username: string): Promise<string>;
  /** Makes a key for a user who has rights by rulesets alone. */
  admit(caller: 'editor' | 'contributor'): Promise<void>;
  /** Makes some keys for each of these users. */
  addKeys(usernames: readonly string[], each: number): Promise<void>;
}

/** What may differ from the gateway of this commit. */
interface GatewayOptions {
  readonly name?: 'gateway' | 'baseline';
  /** The folder of a repository that is built. */
  readonly root?: string;
  /** Settings besides those of every gateway. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Starts a gateway as it is built; the first start migrates the database and makes the administrator. */
export async function startGateway(
  databaseUrl: string,
  folder: string,
  { name = 'gateway', root = repository, settings = {} }: GatewayOptions = {},
): Promise<Gateway> {
  const child = await startProcess(
    join(root, 'dist/main.js'),
    {
      ...serviceSettings(databaseUrl, folder),
      ADMIN_API_KEY: administratorKey,
      SEED: 'none',
      WORKER: 'off',
      FORM_RATE_LIMIT: '1000000',
      // No crowd from one address reaches it, and the points are counted as in production.
      RATE_LIMIT_ANONYMOUS: '1000000000',
      LOG_LEVEL: 'silent',
      HOST: '127.0.0.1',
      PORT: '0',
      ...settings,
    },
    serviceFlags,
  );
  const keys = new Map<Caller, string[]>([['administrator', [administratorKey]]]);
  const gateway: Gateway = {
    ...child,
    name,
    dialect: 'gateway',
    knowsCallers: true,
    headers(caller, at = 0): Record<string, string> {
      const own = keys.get(caller) ?? [];
      return caller === 'anonymous' ? {} : { authorization: `Apikey ${own[at % own.length] ?? ''}` };
    },
    async newKey(username) {
      const query = 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret } }';
      const body = { query, variables: { input: { username } } };
      const answer = (await ask(gateway, { path: '/graphql', body })) as { data: { createApiKey: { secret: string } } };
      return answer.data.createApiKey.secret;
    },
    async admit(caller) {
      keys.set(caller, [await gateway.newKey(caller)]);
    },
    async addKeys(usernames, each) {
      const made: string[] = [];
      for (let number = 0; number < each; number += 1)
        made.push(...(await Promise.all(usernames.map((username) => gateway.newKey(username)))));
      keys.set('keys', made);
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
