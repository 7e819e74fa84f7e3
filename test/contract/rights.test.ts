import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { clientOf, type Client } from '../support/client.ts';
import { seedRuleset, seedUser, type SeededUser } from '../support/seed.ts';
import { ask, ways } from './ask.ts';
import { fingerprint } from './fingerprint.ts';
import { answered, type Operation } from './operations.ts';
import { hidePortal } from './portal-world.ts';
import { isSeen, rightFor, type Right } from './rights.ts';
import { askAll, settings, worldOf } from './world.ts';

const app = await testApp(settings);
const world = await worldOf(app, 'a');
const uid = world.values['dataset_uid'] ?? '';

/** A caller, and what they may do with the world. */
interface Caller {
  readonly client: Client;
  readonly rights: readonly Right[];
}

async function holder(
  name: string,
  rights: readonly Right[],
  onDataset: Parameters<typeof seedRuleset>[2]['permissions'],
  inDomain: SeededUser['permissions'] = [],
): Promise<Caller> {
  const client = await seedUser(app, name, { permissions: inDomain });
  if (onDataset) await seedRuleset(app, uid, { user: name, permissions: onDataset });
  return { client, rights: ['nothing', 'anyKey', ...rights] };
}

const nobody: Caller = { client: app.anybody, rights: ['nothing'] };
const stranger = await holder('stranger', [], undefined);
const publisher = await holder('publisher', ['read', 'publish'], ['publish_dataset']);
const editor = await holder('editor', ['read', 'edit', 'configure'], ['edit_dataset']);
const manager = await holder('manager', ['read', 'edit', 'configure', 'manage'], ['edit_dataset', 'manage_dataset']);
const creator = await holder('creator', ['create', 'configure'], undefined, ['create_dataset']);
const connector = await holder('connector', ['connections'], undefined, ['manage_connection']);
const copier = await holder(
  'copier',
  ['read', 'edit', 'configure', 'manage', 'create', 'copy'],
  ['edit_dataset', 'manage_dataset'],
  ['create_dataset'],
);
const member = await holder('member', ['submit'], undefined, ['submit_private_form']);
const moderator = await holder('moderator', ['sender'], undefined, ['moderate_form']);
const sender: Caller = { client: world.sender, rights: ['nothing', 'anyKey', 'submit', 'sender'] };

/** The status of a caller's refusal: what they may not see is not there, and without a key nothing is changed that needs a right. */
function refusalOf(operation: Operation, { client, rights }: Caller): 401 | 403 | 404 | undefined {
  const isNobody = client === app.anybody;
  if (rights.includes(rightFor(operation)) && isSeen(operation, rights)) return undefined;
  if (isNobody && (operation.api.needsKey || operation.method !== 'GET')) return 401;
  return isSeen(operation, rights) ? 403 : 404;
}

/** Asks everything of which a caller is refused, and expects the status of the refusal, whatever is sent; nothing changes. */
async function expectRefusals(client: Client, refusals: readonly (readonly [Operation, number])[]): Promise<void> {
  const before = await fingerprint(app, world);
  const answers = [];
  for (const [operation, status] of refusals) {
    for (const asking of ways(operation))
      answers.push([operation.name, asking, (await ask(client, operation, world, asking)).status, status]);
  }
  expect(answers.filter(([, , found, expected]) => found !== expected)).toEqual([]);
  expect(await fingerprint(app, world)).toEqual(before);
}

test('with a key that nobody has everything is 401', async () => {
  await expectRefusals(
    clientOf(app, 'ak_000000.nothing'),
    answered.map((operation) => [operation, 401]),
  );
});

test.each([
  ['without a key', nobody],
  ['who has no right on the dataset', stranger],
  ['who may only create datasets', creator],
  ['who may publish the dataset', publisher],
  ['who may manage connections', connector],
  ['who may edit the dataset', editor],
  ['who may manage the dataset', manager],
  ['who may submit', member],
  ['who moderates', moderator],
  ['who sent the submission', sender],
])('one %s finds nothing that they may not read, and is denied what they may not do', async (_caller, caller) => {
  const refused = answered.flatMap((operation) => {
    const status = refusalOf(operation, caller);
    return status === undefined ? [] : [[operation, status] as const];
  });
  await expectRefusals(caller.client, refused);
});

const hidden = await worldOf(app, 'hidden');
await hidePortal(app, hidden.names.slug);
/** The same with names that nothing has, but for those that mean the same everywhere. */
const nothing = {
  ...hidden,
  values: Object.fromEntries(
    Object.entries(hidden.values).map(([name, value]) => [
      name,
      /^template_|^language$/.test(name) ? value : 'nothing',
    ]),
  ),
};

test.each([
  ['without a key', nobody],
  ['who may submit', member],
])('what is hidden from one %s is as what is not there', async (_caller, { client }) => {
  for (const operation of answered.filter(
    ({ path, family }) => path.includes('{') && !['templates', 'glossary'].includes(family),
  )) {
    const [{ status, body }, other] = [await ask(client, operation, hidden), await ask(client, operation, nothing)];
    expect([operation.name, status, body]).toEqual([
      operation.name,
      client === app.anybody && status === 401 ? 401 : 404,
      other.body,
    ]);
    expect(other.status).toBe(status);
  }
});

test('the least right that the contract asks for is enough', async () => {
  const callers = [nobody, stranger, creator, connector, publisher, editor, manager, copier, member, moderator, sender];
  const least = (operation: Operation): Client =>
    callers.find((caller) => refusalOf(operation, caller) === undefined)?.client ?? app.anybody;
  const answers = await askAll(app, world, least);
  expect(answers.flatMap(([{ name, ok }, { status, body }]) => (status === ok ? [] : [[name, status, body]]))).toEqual(
    [],
  );
});
