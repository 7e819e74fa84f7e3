import { sql } from '../../src/kernel/sql.ts';
import type { TestApp } from '../support/app.ts';
import type { Client, RestAnswer } from '../support/client.ts';
import { submit, takeFeedback } from '../support/feedback.ts';
import { seedUser } from '../support/seed.ts';
import { newestVersion } from '../support/versions.ts';
import { ask, type Asking, type World } from './ask.ts';
import { answered, parametersOf, readerOf, routesOf, type Operation } from './operations.ts';
import { portalOf } from './portal-world.ts';
import { bodiesOf, type Names } from './samples.ts';

/** How the application of a contract test runs: it is asked more often than anybody may ask. */
export const settings = { WORKER: 'off', FORM_RATE_LIMIT: '1000000' };

/** Makes a world as the administrator; `name` tells its names from those of other worlds. */
export async function worldOf(app: TestApp, name: string): Promise<World> {
  const names: Names = {
    datasetId: `set-${name}`,
    user: `user_${name}`,
    group: `group_${name}`,
    file: `${name}.csv`,
    slug: `slug-${name}`,
    sender: `sender_${name}`,
  };
  const values: Record<string, string> = {
    template_name: 'default',
    template_field_name: 'title',
    ...(await portalOf(app, names.slug)),
  };
  const world = { names, values, sender: await seedUser(app, names.sender, { permissions: ['submit_private_form'] }) };
  await seedUser(app, names.user, { groups: [names.group] });
  const makers = answered.filter((operation) => readerOf(operation));
  const filesFirst = makers.toSorted((one, other) => rank(one) - rank(other));
  for (const operation of filesFirst) {
    const answer = await ask(isSubmission(operation) ? world.sender : app.admin, operation, world);
    if (answer.status !== operation.ok) throw new Error(`${operation.name}: ${JSON.stringify(answer.body)}`);
    const [parameter = ''] = parametersOf(readerOf(operation)?.path ?? '').slice(-1);
    values[parameter] = String(
      answer.body.user?.username ?? answer.body.group?.uid ?? answer.body.uid ?? lastOf(answer.headers['location']),
    );
  }
  values['realtime_uid'] = await pushedOf(app.admin, world);
  values['feedback_uid'] = await feedbackOn(app, values['dataset_uid'] ?? '');
  values['version_uid'] = await newestVersionOf(app, world);
  values['storedfile_id'] = await photoOf(world);
  return world;
}

const isCreation = ({ name }: Operation): boolean => name === 'Create dataset resource';
/** What only a realtime resource takes. */
const isForRealtime = ({ name }: Operation): boolean => /realtime/i.test(name);

const isSubmission = (operation: Operation): boolean => routesOf(operation)[0]?.upload === 'form';
const lastOf = (address: unknown): string | undefined => String(address).split('/').at(-2);

async function photoOf(world: World): Promise<string> {
  const [reading] = answered.filter(
    ({ method, path }) => method === 'GET' && parametersOf(path).at(-1) === 'submission_uid',
  );
  return reading ? (await ask(world.sender, reading, world)).body.photo.id : '';
}

async function pushedOf(client: Client, world: World): Promise<string> {
  const [creation] = answered.filter(isCreation);
  const body = bodiesOf(world.names)['Create dataset resource']?.find(({ type }) => type === 'realtime');
  return creation && body ? (await ask(client, creation, world, { body })).body.uid : '';
}

/** The dataset before its parts, and files before the resources that read them. */
const rank = (operation: Operation): number =>
  parametersOf(operation.path).length === 0 ? 0 : routesOf(operation)[0]?.upload ? 1 : 2;

async function feedbackOn(app: TestApp, uid: string): Promise<string> {
  await takeFeedback(app);
  await app.admin.data('mutation ($input: UpdateDatasetInput!) { updateDataset(input: $input) { dataset { uid } } }', {
    input: { uid, isFeedbackEnabled: true },
  });
  await bringTo(app, uid, 'idle', true);
  const feedback = await submit(app.admin, uid, { recordId: '1', comment: 'Too high' });
  await bringTo(app, uid, 'idle', false);
  return feedback;
}

/** Brings a dataset's publication to a state, as a worker would. */
export async function bringTo(
  { services: { db } }: Pick<TestApp, 'services'>,
  uid: string,
  status: 'idle' | 'processing',
  isPublished: boolean,
): Promise<void> {
  await db.rows(sql`delete from publication_order where dataset_uid = ${uid}`);
  await db.rows(
    sql`update dataset set status = ${status}, is_published = ${isPublished}, published_metadata = metadata, published_fields = '[]' where uid = ${uid}`,
  );
}

/** The publication that an order needs to find. */
const found: Readonly<Record<string, readonly ['idle' | 'processing', boolean]>> = {
  'Publish dataset': ['idle', false],
  'Publish dataset metadata': ['idle', true],
  'Abort dataset publishing': ['processing', true],
  'Unpublish dataset': ['idle', true],
  'Recover realtime data': ['idle', true],
  'Delete realtime recovered data': ['idle', true],
};

/** Asks every operation that has a route once, so that each finds what it needs: parts are deleted at the end, and the dataset last. */
export async function askAll(
  app: TestApp,
  world: World,
  clientFor: (operation: Operation) => Client,
  asking: Asking = {},
): Promise<readonly (readonly [Operation, RestAnswer])[]> {
  const answers: (readonly [Operation, RestAnswer])[] = [];
  for (const operation of answered.toSorted((one, other) => lateness(one) - lateness(other))) {
    const state = found[operation.name];
    if (state) await bringTo(app, world.values['dataset_uid'] ?? '', ...state);
    answers.push([
      operation,
      await ask(clientFor(operation), operation, await worldFor(app, operation, world), asking),
    ]);
  }
  return answers;
}

const lateness = ({ method, path }: Operation): number => (method === 'DELETE' ? 1_000 - parametersOf(path).length : 0);

/** What is made anew has other names than what there is; old versions go and images are replaced, and restoring the newest touches no security, which needs a right of its own. */
async function worldFor(app: TestApp, operation: Operation, world: World): Promise<World> {
  if (isForRealtime(operation))
    return { ...world, values: { ...world.values, resource_uid: world.values['realtime_uid'] ?? '' } };
  if (readerOf(operation)) return { ...world, names: await unused(app, world.names, operation) };
  if (parametersOf(operation.path).includes('storedfile_id'))
    return { ...world, values: { ...world.values, storedfile_id: await photoOf(world) } };
  return operation.family === 'versions'
    ? { ...world, values: { ...world.values, version_uid: await newestVersionOf(app, world) } }
    : world;
}

const newestVersionOf = async ({ admin }: TestApp, { values }: World): Promise<string> =>
  (await newestVersion(admin, values['dataset_uid'] ?? '')).uid;

let others = 0;

/** Names for what an operation makes beside what a world has, with the world's file. */
export async function unused(
  app: TestApp,
  { file, slug, sender }: Names,
  { family }: Pick<Operation, 'family'>,
): Promise<Names> {
  others += 1;
  const names = {
    datasetId: `set-other_${others}`,
    user: `other_${others}`,
    group: `others_${others}`,
    file,
    slug,
    sender,
  };
  if (family === 'rulesets') await seedUser(app, names.user, { groups: [names.group] });
  return names;
}
