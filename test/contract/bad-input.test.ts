import { expect, test } from '@jest/globals';
import type { JsonObject } from '../../src/kernel/json.ts';
import { testApp } from '../support/app.ts';
import type { RestAnswer } from '../support/client.ts';
import { revisionOf } from '../support/versions.ts';
import { ask } from './ask.ts';
import { fingerprint } from './fingerprint.ts';
import { fieldsOf, inputTypeOf } from './input-types.ts';
import { answered, readerOf, type Operation } from './operations.ts';
import { submissionsOf } from './portal-world.ts';
import { bodiesOf } from './samples.ts';
import { isForm, undo } from './undo.ts';
import { settings, unused, worldOf } from './world.ts';
import { variantsOf, type Variant } from './wrong-values.ts';

const app = await testApp(settings);
const world = await worldOf(app, 'a');
const uid = world.values['dataset_uid'] ?? '';
const free = await unused(app, world.names, { family: 'rulesets' });

const withBody = answered.filter(({ name }) => bodiesOf(world.names)[name]);
/** What is made uses names that are free; what is changed, its own. */
const samplesOf = (operation: Operation): readonly JsonObject[] =>
  bodiesOf(readerOf(operation) ? free : world.names)[operation.name] ?? [];

/** Asks an operation with a variant of its sample, as its body or in a form. */
const askWith = (operation: Operation, { body }: Variant): Promise<RestAnswer> =>
  ask(app.admin, operation, world, isForm(operation) ? { data: body } : { body });

/** What is wrong with a refusal, where something is: it names the field, in the wire's words; answers to a form, by their blocks. */
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
    : [path.join('.'), what, status, status < 400 ? '' : body].map((each) => JSON.stringify(each)).join(' ');
}

const isWithin = (inner: string, outer: string): boolean => `${inner}.`.startsWith(`${outer}.`);

/** What changes with every change of the dataset or of what is submitted. */
const traceOf = async () => JSON.stringify([await revisionOf(app, uid), await submissionsOf(app)]);
let trace = await traceOf();

/** The same for a variant that may be accepted; what is refused leaves no trace. */
async function problemWith(operation: Operation, variant: Variant): Promise<string | undefined> {
  const answer = await askWith(operation, variant);
  const isAccepted = answer.status === operation.ok;
  if (isAccepted) await undo(app, world, free, operation, answer);
  const seen = trace;
  trace = await traceOf();
  if (isAccepted) return undefined;
  return seen === trace
    ? problemIn(operation, answer, variant)
    : `${variant.path.join('.')} ${variant.what} left a trace`;
}

test('the samples have every field that the graph takes', () => {
  const notInBodies =
    /\.(expectedRevision|datasetUid|uid|username|groupUid|template|field|fields|metadata|params|isFeedbackEnabled)$|^UpdateDatasourceConnectionInput\.connectionString$|^ConnectionAuthInput\./;
  const fields = withBody.flatMap((operation) =>
    samplesOf(operation).flatMap((body) => fieldsOf([body], inputTypeOf(operation, body))),
  );
  const sampled = new Set(fields.flatMap(([field, isSampled]) => (isSampled ? [field] : [])));
  expect(fields.filter(([field]) => !sampled.has(field) && !notInBodies.test(field))).toEqual([]);
});

test.each(withBody)(
  "$name refuses every wrong value in every field by the field's name, and nothing changes",
  async (operation) => {
    const variants = samplesOf(operation).flatMap((body) => variantsOf(body, inputTypeOf(operation, body)));
    expect(variants.length).toBeGreaterThan(10);
    const before = await fingerprint(app, world);
    const problems = await Promise.all(
      variants
        .filter(({ isWrong }) => isWrong)
        .map(async (variant) => problemIn(operation, await askWith(operation, variant), variant)),
    );
    const after = await fingerprint(app, world);
    for (const variant of variants) if (!variant.isWrong) problems.push(await problemWith(operation, variant));
    expect(problems.filter(Boolean)).toEqual([]);
    expect(after).toEqual(before);
  },
);
