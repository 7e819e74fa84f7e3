import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import { replicatedServer } from '../support/database/replica.ts';
import { s3Bucket } from '../support/s3-bucket.ts';
import { sourceServer } from '../support/sources/source-server.ts';
import { startBalancer } from './fleet/balancer.ts';
import { fleetClient } from './fleet/client.ts';
import { fleetMember } from './fleet/member.ts';
import { countingUp, creating, exploring, newDataset, publishing, reading, submitting } from './fleet/work.ts';

const folder = await mkdtemp(join(tmpdir(), 'catalograph-fleet-'));
const postgres = await replicatedServer();
afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});
const bucket = await s3Bucket();
const web = await sourceServer();

const exploreQuota = 100;
const settings = {
  ...bucket.env(),
  DATABASE_URL: postgres.url,
  DATABASE_REPLICA_URL: postgres.replicaUrl,
  SECRETS_KEY: '0'.repeat(64),
  ADMIN_API_KEY: 'fleet-administrator-key',
  SEED: 'none',
  HOST: '127.0.0.1',
  PORT: '0',
  WORKER: 'off',
  FETCH_ALLOW: web.host,
  FORM_RATE_LIMIT: '100000',
  RATE_LIMIT_ANONYMOUS: 'off',
  EXPLORE_QUOTA: `${String(exploreQuota)}/day`,
};
const member = (script: 'main' | 'worker', name: string) =>
  fleetMember(script, { ...settings, DATA_DIR: join(folder, name) });
const gateways = [1, 2, 3].map((number) => member('main', `gateway-${String(number)}`));
const workers = [1, 2].map((number) => member('worker', `worker-${String(number)}`));
await Promise.all([...gateways, ...workers].map((each) => each.start()));

const origin = await startBalancer(() => gateways.flatMap((gateway) => gateway.origin ?? []));
const administrator = fleetClient(origin, settings.ADMIN_API_KEY);
const anonymous = fleetClient(origin);

/** A new user with all rights, and a key. */
async function newCaller(username: string) {
  const user = {
    username,
    permissions: ['create_dataset', 'edit_dataset', 'publish_dataset', 'edit_form', 'moderate_form'],
  };
  const { createApiKey } = await administrator.data(
    `mutation ($user: CreateUserInput!, $key: CreateApiKeyInput!) {
      createUser(input: $user) { user { username } } createApiKey(input: $key) { secret } }`,
    { user, key: { username } },
  );
  return fleetClient(origin, createApiKey.secret);
}

/** The faults, one after another. Each lasts two seconds, and work goes on meanwhile. */
const faults: Readonly<Record<string, () => Promise<void>>> = {
  'a killed gateway': async () => {
    await gateways[0]?.end('SIGKILL');
    await pause(2_000);
    await gateways[0]?.start();
  },
  'a killed worker': async () => {
    await workers[0]?.end('SIGKILL');
    await pause(2_000);
    await workers[0]?.start();
  },
  'a replica that crashes': () => postgres.crash('replica'),
  'a replica out of reach': async () => {
    postgres.disconnect();
    await pause(2_000);
    postgres.reconnect();
  },
  'a replica that lags': async () => {
    await postgres.pause();
    await pause(2_000);
    await postgres.resume();
  },
  'a primary that crashes': () => postgres.crash('primary'),
  'gateways that are replaced': async () => {
    for (const gateway of gateways) {
      await gateway.end('SIGTERM');
      await gateway.start();
    }
  },
};

/** How long the fleet may take after a fault until it is as fast as before, and how long it is measured then, in milliseconds. */
const [recovery, measured] = [10_000, 4_000];

test('a fleet loses nothing acknowledged and does nothing twice while its servers are killed', async () => {
  const counters = await Promise.all(['ada', 'grace', 'edith'].map(newCaller));
  const [creator, publisher, explorer] = await Promise.all(['karen', 'mary', 'sophie'].map(newCaller));
  if (!creator || !publisher || !explorer) throw new Error('The callers are missing.');

  const form = { slug: 'survey', quota: 60 };
  const nameBlock = { fieldId: 'name', type: 'text', label: 'Name', isRequired: true, isUnique: true };
  await administrator.data(
    `mutation ($form: CreateFormInput!, $published: FormActionInput!) {
      createForm(input: $form) { configuration { slug } } publishForm(input: $published) { configuration { slug } } }`,
    {
      form: {
        slug: form.slug,
        title: 'Survey',
        accessType: 'open',
        submissionsQuota: form.quota,
        sections: [{ title: '', blocks: [nameBlock] }],
      },
      published: { slug: form.slug },
    },
  );
  const counted = await newDataset(administrator, '0');
  const published = await newDataset(publisher, 'Published');
  await publisher.graph(
    'mutation ($input: CreateResourceInput!) { createResource(input: $input) { resource { uid } } }',
    {
      input: {
        datasetUid: published,
        type: 'csvfile',
        title: 'data',
        params: {},
        datasource: { http: { connection: { url: `http://${web.host}/versions.csv` } } },
      },
    },
  );

  const works = [
    countingUp(counters, counted),
    creating(creator),
    submitting({ anonymous, moderator: administrator }, form),
    publishing(publisher, published, web),
    exploring(explorer, exploreQuota),
  ];
  const reader = reading(administrator);
  let isOver = false;
  const running = Promise.all([...works, reader].map((work) => work.run(() => isOver)));

  const begun = performance.now();
  await pause(recovery);
  const usual = reader.between(begun + recovery - measured, performance.now());
  const report: Record<string, { failed: number; p99: number }> = { 'no fault': usual };
  for (const [name, cause] of Object.entries(faults)) {
    await Promise.race([cause(), running]);
    const healed = performance.now();
    await Promise.race([pause(recovery + measured), running]);
    report[name] = reader.between(healed + recovery, performance.now());
  }
  isOver = true;
  await running;
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  for (const work of works) await work.check();
  for (const [fault, { failed, p99 }] of Object.entries(report))
    expect({ fault, failed, p99 }).toEqual({ fault, failed: 0, p99: Math.min(p99, Math.max(250, usual.p99 * 3)) });
}, 400_000);
