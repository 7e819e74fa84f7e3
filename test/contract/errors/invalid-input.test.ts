import { expect, test } from '@jest/globals';
import type { JsonObject } from '#kernel/json.ts';
import { testApp } from '#test/support/app.ts';
import type { RestAnswer } from '#test/support/client.ts';
import { revisionOf } from '#test/support/datasets/versions.ts';
import { repetitions } from '#test/support/repetitions.ts';
import { request } from '../requests/request.ts';
import { fingerprint } from '../fixture/fingerprint.ts';
import { fieldsOf, inputTypeOf } from '../requests/input-types.ts';
import { routedOperations, readerOf, type Operation } from '../requests/operations.ts';
import { submissionsOf } from '../fixture/portal-fixture.ts';
import { bodiesOf } from '../fixture/samples.ts';
import { hasItems, isForm, undoCreation } from '../fixture/undo-creation.ts';
import { settings, unusedNames, createFixture } from '../fixture/fixture.ts';
import { variantsOf, type Variant } from './invalid-values.ts';

const app = await testApp(settings);
const fixture = await createFixture(app, 'a');
const uid = fixture.values['dataset_uid'] ?? '';
const free = await unusedNames(app, fixture.names, { family: 'rulesets' });

const withBody = routedOperations.filter(
  (operation) => bodiesOf(fixture.names)[operation.name] && !hasItems(operation),
);
/** Creations use unused names, changes the names of the fixture. */
const samplesOf = (operation: Operation): readonly JsonObject[] =>
  bodiesOf(readerOf(operation) ? free : fixture.names)[operation.name] ?? [];

/** Sends a variant of the sample, as JSON or in a form. */
const sendVariant = (operation: Operation, { body }: Variant): Promise<RestAnswer> =>
  request(app.admin, operation, fixture, isForm(operation) ? { data: body } : { body });

/** Why an answer is not a refusal that names the field as REST does (in a form: the block); undefined if it is. */
function problemIn(
  operation: Operation,
  { status, body }: RestAnswer,
  { path: below, what }: Variant,
): string | undefined {
  const path = isForm(operation) ? ['data', ...below] : below;
  const isRefused =
    status === 400 &&
    (body.is_valid === false || (body.error_code === 'validation_error' && body.message === 'Invalid input'));
  const fields: readonly string[] =
    body.errors?.map(({ field }: { field: string }) => `data.${field}`) ?? Object.keys(body.detail ?? {});
  const isNamed =
    isRefused && fields.some((field) => isWithin(field, path.join('.')) || isWithin(path.join('.'), field));
  return isNamed
    ? undefined
    : [path.join('.'), what, status, status < 400 ? '' : body].map((value) => JSON.stringify(value)).join(' ');
}

const isWithin = (inner: string, outer: string): boolean => `${inner}.`.startsWith(`${outer}.`);

const tried = new Set<string>();

/**
 * Whether to leave out a value that only a rule can refuse, because a field of the same name and type was sent it before. All are sent in
 * `npm run test:long -- races`.
 */
function isRepeated({ path, type, what }: Variant): boolean {
  const field = type ? `${String(path.findLast((name) => !/^\d+$/.test(name)))} ${String(type)}` : path.join('.');
  const key = `${field} ${what}`;
  const wasTried = tried.has(key);
  tried.add(key);
  return wasTried && repetitions === 1;
}

/** A value that changes with every change of the dataset or of a submission. */
const traceOf = async () => JSON.stringify(await Promise.all([revisionOf(app, uid), submissionsOf(app)]));
let trace = await traceOf();

/** The same for a variant that may be accepted. A refusal must leave no trace. */
async function problemWith(operation: Operation, variant: Variant): Promise<string | undefined> {
  const answer = await sendVariant(operation, variant);
  const isAccepted = answer.status === operation.ok;
  if (isAccepted) await undoCreation(app, fixture, free, operation, answer);
  const seen = trace;
  trace = await traceOf();
  if (isAccepted) return undefined;
  return seen === trace
    ? problemIn(operation, answer, variant)
    : `${variant.path.join('.')} ${variant.what} left a trace`;
}

test('the samples contain every input field of the graph', () => {
  const notInBodies =
    /\.(expectedRevision|datasetUid|connectionUid|uid|username|groupUid|harvesterUid|template|field|fields|metadata|params|isFeedbackEnabled|usernames|sameUsername|canBeArchived)$|^UpdateUserInput\.(isActive|expiresAt|groupUids)$|^UpdateDatasourceConnectionInput\.connectionString$|^PreviewResourceInput\.(where|processors)$|^PreviewProcessorInput\.|^CreateApiKeyInput\.(datasetUids|expiresAt|isReadOnly)$|^(Create|Update)ScheduleInput\.isPaused$|^CreateAlternativeExportInput\.file$|^UpdateAlternativeExportInput\.url$|^ConnectionAuthInput\.|^MetadataFieldInput\.|^CreateDatasetInput\.(title|description|keywords|themes|licen[sc]e|licenseId|language|publisher|territories|metadataFields)$/;
  const fields = withBody.flatMap((operation) =>
    samplesOf(operation).flatMap((body) => fieldsOf([body], inputTypeOf(operation, body))),
  );
  const sampled = new Set(fields.flatMap(([field, isSampled]) => (isSampled ? [field] : [])));
  expect(fields.filter(([field]) => !sampled.has(field) && !notInBodies.test(field))).toEqual([]);
});

test.each(withBody)(
  '$name refuses every invalid value by the name of its field and changes nothing',
  async (operation) => {
    const variants = samplesOf(operation).flatMap((body) => variantsOf(body, inputTypeOf(operation, body)));
    expect(variants.length).toBeGreaterThan(5);
    const before = await fingerprint(app, fixture);
    const problems = await Promise.all(
      variants
        .filter(({ isWrong }) => isWrong)
        .map(async (variant) => problemIn(operation, await sendVariant(operation, variant), variant)),
    );
    const after = await fingerprint(app, fixture);
    for (const variant of variants.filter((each) => !each.isWrong && !isRepeated(each)))
      problems.push(await problemWith(operation, variant));
    expect(problems.filter(Boolean)).toEqual([]);
    expect(after).toEqual(before);
  },
);
