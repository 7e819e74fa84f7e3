import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { clientOf, type Client } from '../support/client.ts';
import { seedRuleset, seedUser } from '../support/seed.ts';
import { stateOf } from '../support/versions.ts';
import { answered, parametersOf, type Operation } from './operations.ts';
import { rightFor, type Right } from './rights.ts';
import { ask, askAll, ways, worldOf } from './world.ts';

const app = await testApp({ WORKER: 'off' });
const world = await worldOf(app, 'a');
const uid = world.values['dataset_uid'] ?? '';

/** A caller, and what they may do with the dataset. */
interface Caller {
  readonly client: Client;
  readonly seesIt: boolean;
  readonly rights: readonly Right[];
}

async function holder(name: string, rights: readonly Right[], onDataset: Parameters<typeof seedRuleset>[2]['permissions'], inDomain: readonly ('create_dataset' | 'manage_connection')[] = []): Promise<Caller> {
  const client = await seedUser(app, name, { permissions: inDomain });
  if (onDataset) await seedRuleset(app, uid, { user: name, permissions: onDataset });
  return { client, seesIt: onDataset !== undefined, rights: ['anyKey', ...rights] };
}

const stranger = await holder('stranger', [], undefined);
const publisher = await holder('publisher', ['read', 'publish'], ['publish_dataset']);
const editor = await holder('editor', ['read', 'edit', 'configure'], ['edit_dataset']);
const manager = await holder('manager', ['read', 'edit', 'configure', 'manage'], ['edit_dataset', 'manage_dataset']);
const creator = await holder('creator', ['create', 'configure'], undefined, ['create_dataset']);
const connector = await holder('connector', ['connections'], undefined, ['manage_connection']);
const copier = await holder('copier', ['read', 'edit', 'configure', 'manage', 'create', 'copy'], ['edit_dataset', 'manage_dataset'], ['create_dataset']);

/** Asks everything of which a caller is refused, and expects the status of the refusal, whatever is sent; nothing changes. */
async function expectRefusals(client: Client, refusals: readonly (readonly [Operation, number])[]): Promise<void> {
  const before = await stateOf(app, uid);
  const count = (await app.admin.rest('GET', '/datasets/?limit=0')).body.total_count;
  const answers = [];
  for (const [operation, status] of refusals) {
    for (const asking of ways(operation)) answers.push([operation.name, asking, (await ask(client, operation, world, asking)).status, status]);
  }
  expect(answers.filter(([, , found, expected]) => found !== expected)).toEqual([]);
  expect(await stateOf(app, uid)).toEqual(before);
  expect((await app.admin.rest('GET', '/datasets/?limit=0')).body.total_count).toBe(count);
}

test.each([['without a key', app.anybody], ['with a key that nobody has', clientOf(app, 'ak_000000.nothing')]])('%s everything is 401', async (_caller, client) => {
  await expectRefusals(client, answered.map((operation) => [operation, 401]));
});

test.each([
  ['who has no right on the dataset', stranger], ['who may only create datasets', creator], ['who may publish the dataset', publisher],
  ['who may manage connections', connector], ['who may edit the dataset', editor], ['who may manage the dataset', manager],
])('one %s finds nothing that they may not read, and is denied what they may not do', async (_caller, { client, seesIt, rights }) => {
  const hidden = ({ path }: Operation) => (!seesIt && parametersOf(path).includes('dataset_uid'))
    || (!rights.includes('connections') && parametersOf(path).includes('connection_uid'));
  const refused = answered.filter((operation) => hidden(operation) || !rights.includes(rightFor(operation)));
  await expectRefusals(client, refused.map((operation) => [operation, hidden(operation) ? 404 : 403]));
});

test('the least right that the contract asks for is enough', async () => {
  const callers = [stranger, creator, connector, publisher, editor, manager, copier];
  const least = (operation: Operation): Client => callers.find(({ rights, seesIt }) =>
    rights.includes(rightFor(operation)) && (seesIt || !parametersOf(operation.path).includes('dataset_uid')))?.client ?? app.anybody;
  const answers = await askAll(app, world, least);
  expect(answers.flatMap(([{ name, ok }, { status, body }]) => (status === ok ? [] : [[name, status, body]]))).toEqual([]);
});
