import { sql } from '../../src/kernel/sql.ts';
import type { TestApp } from '../support/app.ts';
import type { Client, RestAnswer } from '../support/client.ts';
import { submit, takeFeedback } from '../support/feedback.ts';
import { seedUser } from '../support/seed.ts';
import { newestVersion } from '../support/versions.ts';
import { request, type RequestOptions, type Fixture } from './request.ts';
import { routedOperations, parametersOf, readerOf, bodyKindOf, isMultipart, type Operation } from './operations.ts';
import { createPortal } from './portal-fixture.ts';
import { bodiesOf, type Names } from './samples.ts';

/** Settings of contract tests. They submit more often than the default rate limit allows. */
export const settings = { WORKER: 'off', FORM_RATE_LIMIT: '1000000' };

/** Creates a fixture as the administrator; `name` makes its names different from those of other fixtures. */
export async function createFixture(app: TestApp, name: string): Promise<Fixture> {
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
    ...(await createPortal(app, names.slug)),
  };
  const fixture = {
    names,
    values,
    sender: await seedUser(app, names.sender, { permissions: ['submit_private_form'] }),
  };
  await seedUser(app, names.user, { groups: [names.group] });
  const makers = routedOperations.filter((operation) => readerOf(operation));
  const filesFirst = makers.toSorted((one, other) => rank(one) - rank(other));
  for (const operation of filesFirst) {
    const answer = await request(isSubmission(operation) ? fixture.sender : app.admin, operation, fixture);
    if (answer.status !== operation.ok) throw new Error(`${operation.name}: ${JSON.stringify(answer.body)}`);
    const [parameter = ''] = parametersOf(readerOf(operation)?.path ?? '').slice(-1);
    values[parameter] = String(
      answer.body.user?.username ?? answer.body.group?.uid ?? answer.body.uid ?? lastOf(answer.headers['location']),
    );
  }
  values['realtime_uid'] = await createRealtimeResource(app.admin, fixture);
  values['feedback_uid'] = await createFeedback(app, values['dataset_uid'] ?? '');
  values['version_uid'] = await newestVersionOf(app, fixture);
  values['storedfile_id'] = await photoOf(fixture);
  return fixture;
}

const isCreation = ({ name }: Operation): boolean => name === 'Create dataset resource';
/** Whether an operation needs a realtime resource. */
const isForRealtime = ({ name }: Operation): boolean => /realtime/i.test(name);

const isSubmission = (operation: Operation): boolean => bodyKindOf(operation) === 'form';
const lastOf = (address: unknown): string | undefined => String(address).split('/').at(-2);

async function photoOf(fixture: Fixture): Promise<string> {
  const [reading] = routedOperations.filter(
    ({ method, path }) => method === 'GET' && parametersOf(path).at(-1) === 'submission_uid',
  );
  return reading ? (await request(fixture.sender, reading, fixture)).body.photo.id : '';
}

async function createRealtimeResource(client: Client, fixture: Fixture): Promise<string> {
  const [creation] = routedOperations.filter(isCreation);
  const body = bodiesOf(fixture.names)['Create dataset resource']?.find(({ type }) => type === 'realtime');
  return creation && body ? (await request(client, creation, fixture, { body })).body.uid : '';
}

/** Order of creation: the dataset, then files, then everything else. */
const rank = (operation: Operation): number =>
  parametersOf(operation.path).length === 0 ? 0 : isMultipart(operation) ? 1 : 2;

async function createFeedback(app: TestApp, uid: string): Promise<string> {
  await takeFeedback(app);
  await app.admin.data('mutation ($input: UpdateDatasetInput!) { updateDataset(input: $input) { dataset { uid } } }', {
    input: { uid, isFeedbackEnabled: true },
  });
  await setPublicationStatus(app, uid, 'idle', true);
  const feedback = await submit(app.admin, uid, { recordId: '1', comment: 'Too high' });
  await setPublicationStatus(app, uid, 'idle', false);
  return feedback;
}

/** Sets the publication status of a dataset, as a worker would. */
export async function setPublicationStatus(
  { services: { db } }: Pick<TestApp, 'services'>,
  uid: string,
  status: 'idle' | 'processing',
  isPublished: boolean,
): Promise<void> {
  await db.rows(sql`delete from publication_run where dataset_uid = ${uid}`);
  await db.rows(
    sql`update dataset set status = ${status}, is_published = ${isPublished}, published_metadata = metadata, published_fields = '[]' where uid = ${uid}`,
  );
}

/** The publication status that an operation needs. */
const found: Readonly<Record<string, readonly ['idle' | 'processing', boolean]>> = {
  'Publish dataset': ['idle', false],
  'Publish dataset metadata': ['idle', true],
  'Abort dataset publishing': ['processing', true],
  'Unpublish dataset': ['idle', true],
  'Recover realtime data': ['idle', true],
  'Delete realtime recovered data': ['idle', true],
};

/** Sends every operation once, in an order in which each finds what it needs: deletions last, the dataset at the end. */
export async function requestAll(
  app: TestApp,
  fixture: Fixture,
  clientFor: (operation: Operation) => Client,
  options: RequestOptions = {},
): Promise<readonly (readonly [Operation, RestAnswer])[]> {
  const answers: (readonly [Operation, RestAnswer])[] = [];
  for (const operation of routedOperations.toSorted((one, other) => orderOf(one) - orderOf(other))) {
    const state = found[operation.name];
    if (state) await setPublicationStatus(app, fixture.values['dataset_uid'] ?? '', ...state);
    answers.push([
      operation,
      await request(clientFor(operation), operation, await fixtureFor(app, operation, fixture), options),
    ]);
  }
  return answers;
}

const orderOf = ({ method, path }: Operation): number => (method === 'DELETE' ? 1_000 - parametersOf(path).length : 0);

/**
 * The fixture for one operation. Creations use unused names. Versions are pruned and images replaced, so the newest ones are looked up; restoring the newest version
 * changes no security, which would need another right.
 */
async function fixtureFor(app: TestApp, operation: Operation, fixture: Fixture): Promise<Fixture> {
  if (isForRealtime(operation))
    return { ...fixture, values: { ...fixture.values, resource_uid: fixture.values['realtime_uid'] ?? '' } };
  if (readerOf(operation)) return { ...fixture, names: await unusedNames(app, fixture.names, operation) };
  if (parametersOf(operation.path).includes('storedfile_id'))
    return { ...fixture, values: { ...fixture.values, storedfile_id: await photoOf(fixture) } };
  return operation.family === 'versions'
    ? { ...fixture, values: { ...fixture.values, version_uid: await newestVersionOf(app, fixture) } }
    : fixture;
}

const newestVersionOf = async ({ admin }: TestApp, { values }: Fixture): Promise<string> =>
  (await newestVersion(admin, values['dataset_uid'] ?? '')).uid;

let others = 0;

/** Names that no fixture uses, with the file of the given one. */
export async function unusedNames(
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
