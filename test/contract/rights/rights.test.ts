import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { clientOf, type Client } from '#test/support/client.ts';
import { repetitions } from '#test/support/repetitions.ts';
import { seedRuleset, seedUser, type SeededUser } from '#test/support/seed.ts';
import { request, triedVariants } from '../requests/request.ts';
import { fingerprint } from '../fixture/fingerprint.ts';
import { routedOperations, type Operation } from '../requests/operations.ts';
import { hidePortal } from '../fixture/portal-fixture.ts';
import { isVisible, requiredRight, type Right } from './rights.ts';
import { requestAll, settings, createFixture } from '../fixture/fixture.ts';

const app = await testApp(settings);
const fixture = await createFixture(app, 'a');
const uid = fixture.values['dataset_uid'] ?? '';

/** A caller with their rights on the fixture. */
interface Caller {
  readonly client: Client;
  readonly rights: readonly Right[];
}

async function createCaller(
  name: string,
  rights: readonly Right[],
  onDataset: Parameters<typeof seedRuleset>[2]['permissions'],
  inDomain: SeededUser['permissions'] = [],
): Promise<Caller> {
  const client = await seedUser(app, name, { permissions: inDomain });
  if (onDataset) await seedRuleset(app, uid, { user: name, permissions: onDataset });
  return { client, rights: ['nothing', 'anyKey', ...rights] };
}

const anonymous: Caller = { client: app.unauthenticated, rights: ['nothing'] };
const stranger = await createCaller('stranger', [], undefined);
const publisher = await createCaller('publisher', ['read', 'publish'], ['publish_dataset']);
const editor = await createCaller('editor', ['read', 'edit', 'configure'], ['edit_dataset']);
const manager = await createCaller(
  'manager',
  ['read', 'edit', 'configure', 'manage'],
  ['edit_dataset', 'manage_dataset'],
);
const creator = await createCaller('creator', ['create', 'configure'], undefined, ['create_dataset']);
const connector = await createCaller('connector', ['connections'], undefined, ['manage_connection']);
const copier = await createCaller(
  'copier',
  ['read', 'edit', 'configure', 'manage', 'create', 'copy'],
  ['edit_dataset', 'manage_dataset'],
  ['create_dataset'],
);
const harvester = await createCaller(
  'harvester',
  ['read', 'edit', 'publish', 'configure', 'create', 'harvest'],
  undefined,
  ['create_dataset', 'edit_dataset', 'publish_dataset'],
);
const author = await createCaller('author', ['createPages', 'design'], undefined, ['create_page']);
const pageEditor = await createCaller('page_editor', ['createPages', 'pages', 'design'], undefined, ['edit_page']);
const designer = await createCaller('designer', ['design'], undefined, ['edit_theme']);
const administrator = await createCaller('administrator', ['configure', 'administer'], undefined, ['administer']);
const pageManager = await createCaller('page_manager', ['createPages', 'pages', 'managePages'], undefined, [
  'edit_page',
  'manage_page',
]);
const member = await createCaller('member', ['submit'], undefined, ['submit_private_form']);
const moderator = await createCaller('moderator', ['sender'], undefined, ['moderate_form']);
const sender: Caller = { client: fixture.sender, rights: ['nothing', 'anyKey', 'submit', 'sender'] };

/** The status of the refusal, undefined if the caller is allowed: 404 for what they may not see, 401 for a change without a key. */
function refusalOf(operation: Operation, { client, rights }: Caller): 401 | 403 | 404 | undefined {
  const isAnonymous = client === app.unauthenticated;
  if (rights.includes(requiredRight(operation)) && isVisible(operation, rights)) return undefined;
  if (isAnonymous && (operation.api.needsKey || operation.method !== 'GET')) return 401;
  return isVisible(operation, rights) ? 403 : 404;
}

/** Expects the status of each refusal, and that nothing changes. */
async function expectRefusals(client: Client, refusals: readonly (readonly [Operation, number])[]): Promise<void> {
  const before = await fingerprint(app, fixture);
  const answers = [];
  for (const [operation, status] of refusals) {
    for (const options of triedVariants(operation, repetitions))
      answers.push([operation.name, options, (await request(client, operation, fixture, options)).status, status]);
  }
  expect(answers.filter(([, , found, expected]) => found !== expected)).toEqual([]);
  expect(await fingerprint(app, fixture)).toEqual(before);
}

test('every operation is 401 with an unknown key', async () => {
  await expectRefusals(
    clientOf(app, 'ak_000000.nothing'),
    routedOperations.map((operation) => [operation, 401]),
  );
});

test.each([
  ['without a key', anonymous],
  ['who has no right on the dataset', stranger],
  ['who may only create datasets', creator],
  ['who may publish the dataset', publisher],
  ['who may manage connections', connector],
  ['who may create pages', author],
  ['who may edit pages', pageEditor],
  ['who may design the portal', designer],
  ['who may edit the dataset', editor],
  ['who may manage the dataset', manager],
  ['who may submit', member],
  ['who moderates', moderator],
  ['who sent the submission', sender],
])('a caller %s gets 404 for what they may not read and 403 for what they may not do', async (_caller, caller) => {
  const refused = routedOperations.flatMap((operation) => {
    const status = refusalOf(operation, caller);
    return status === undefined ? [] : [[operation, status] as const];
  });
  await expectRefusals(caller.client, refused);
});

const hidden = await createFixture(app, 'hidden');
await hidePortal(app, hidden.names.slug);
/** The same with unknown names, except for those that mean the same everywhere. */
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
  ['without a key', anonymous],
  ['who may submit', member],
])('hidden objects look like missing ones to a caller %s', async (_caller, { client }) => {
  for (const operation of routedOperations.filter(
    ({ path, family }) => path.includes('{') && !['templates', 'glossary'].includes(family),
  )) {
    const [{ status, body }, other] = [
      await request(client, operation, hidden),
      await request(client, operation, nothing),
    ];
    expect([operation.name, status, body]).toEqual([
      operation.name,
      client === app.unauthenticated && status === 401 ? 401 : 404,
      other.body,
    ]);
    expect(other.status).toBe(status);
  }
});

test('the minimal right of the contract is sufficient', async () => {
  const callers = [
    anonymous,
    stranger,
    creator,
    connector,
    publisher,
    editor,
    designer,
    manager,
    copier,
    harvester,
    author,
    pageEditor,
    pageManager,
    member,
    moderator,
    sender,
    administrator,
  ];
  const least = (operation: Operation): Client =>
    callers.find((caller) => refusalOf(operation, caller) === undefined)?.client ?? app.unauthenticated;
  const answers = await requestAll(app, fixture, least);
  expect(answers.flatMap(([{ name, ok }, { status, body }]) => (status === ok ? [] : [[name, status, body]]))).toEqual(
    [],
  );
});
