import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { getNullableType, isInputObjectType } from 'graphql';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';
import { testApp } from '#test/support/app.ts';
import { request } from '../requests/request.ts';
import { comparable } from './comparable.ts';
import { inputTypeOf } from '../requests/input-types.ts';
import { routedOperations, readerOf, bodyKindOf, type Operation } from '../requests/operations.ts';
import { bodiesOf } from '../fixture/samples.ts';
import { hasItems, isForm, undoCreation } from '../fixture/undo-creation.ts';
import { settings, unusedNames, createFixture } from '../fixture/fixture.ts';
import { placesIn } from '../errors/invalid-values.ts';

const app = await testApp(settings);
const fixture = await createFixture(app, 'a');
const free = await unusedNames(app, fixture.names, { family: 'rulesets' });

/** The operations whose body is no open map; metadata are excluded. */
const closed = routedOperations.filter(
  (operation) =>
    bodiesOf(fixture.names)[operation.name] &&
    !isForm(operation) &&
    !hasItems(operation) &&
    bodyKindOf(operation) !== 'map',
);
const samplesOf = (operation: Operation): readonly JsonObject[] =>
  bodiesOf(readerOf(operation) ? free : fixture.names)[operation.name] ?? [];

/** The paths of the closed objects of a body. The top level of a processor is open, because it holds parameters. */
const objectsIn = (operation: Operation, body: JsonObject): readonly (readonly string[])[] => [
  ...(operation.family === 'processors' ? [] : [[]]),
  ...placesIn(body, inputTypeOf(operation, body)).flatMap(({ path, type, value }) =>
    isJsonObject(value) && isInputObjectType(getNullableType(type)) ? [path] : [],
  ),
];

/** A body with further keys in some objects; existing keys are kept. */
function withMore(body: Json, more: ReadonlyMap<string, JsonObject>, path: readonly string[] = []): Json {
  if (Array.isArray(body)) return body.map((value: Json, index) => withMore(value, more, [...path, String(index)]));
  if (!isJsonObject(body)) return body;
  const own = Object.entries(body).map(([name, value]) => [name, withMore(value, more, [...path, name])] as const);
  return { ...more.get(path.join('/')), ...Object.fromEntries(own) };
}

/** Keys of the graph, of answers, or of neither, with any JSON. */
const unknown = fc.dictionary(
  fc.oneof(
    fc.constantFrom(
      'type_',
      'isReusable',
      'datasetUid',
      'expectedRevision',
      'can_reuse',
      'filename',
      'email',
      'created_at',
      'constructor',
      'toString',
    ),
    fc.string({ minLength: 9, unit: 'grapheme' }).map((name) => `x${name.replaceAll('\0', '')}`),
  ),
  fc
    .jsonValue({ maxDepth: 3, noUnicodeString: true })
    .map((value) => JSON.parse(JSON.stringify(value).replaceAll('\\u0000', '')) as Json),
  { maxKeys: 5 },
);

test.each(closed)('$name ignores unknown keys of its body', async (operation) => {
  for (const sample of samplesOf(operation)) {
    const answerTo = async (body: Json) => {
      const answer = await request(app.admin, operation, fixture, { body: body as JsonObject });
      if (answer.status === operation.ok) await undoCreation(app, fixture, free, operation, answer);
      return { ...comparable(answer), etag: undefined };
    };
    const right = await answerTo(sample);
    expect(right.status).toBe(operation.ok);
    const places = objectsIn(operation, sample);
    await fc.assert(
      fc.asyncProperty(fc.array(unknown, { minLength: places.length, maxLength: places.length }), async (mores) => {
        const more = new Map(places.map((path, index) => [path.join('/'), mores[index] ?? {}]));
        expect(await answerTo(withMore(sample, more))).toEqual(right);
      }),
      { numRuns: 3 },
    );
  }
});

test('the graph refuses unknown input fields', async () => {
  const { errors } = await app.admin.graph(
    'mutation ($input: CreateDatasetInput!) { createDataset(input: $input) { dataset { uid } } }',
    { input: { metadata: {}, defaultSecurity: { is_data_visible: true } } },
  );
  expect(errors?.[0]?.message).toContain('is_data_visible');
});
