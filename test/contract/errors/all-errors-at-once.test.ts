import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { buildSchema, getNamedType, isEnumType, isInputObjectType, isScalarType, type GraphQLNamedType } from 'graphql';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';
import { testApp } from '#test/support/app.ts';
import type { RestAnswer } from '#test/support/client.ts';
import { request } from '../requests/request.ts';
import { fingerprint } from '../fixture/fingerprint.ts';
import { inputTypeOf } from '../requests/input-types.ts';
import { routedOperations, readerOf, type Operation } from '../requests/operations.ts';
import { bodiesOf } from '../fixture/samples.ts';
import { hasItems, isForm, undoCreation } from '../fixture/undo-creation.ts';
import { settings, unusedNames, createFixture } from '../fixture/fixture.ts';
import { placesIn, withValue, type Place } from './invalid-values.ts';

const app = await testApp(settings);
const fixture = await createFixture(app, 'a');
const free = await unusedNames(app, fixture.names, { family: 'rulesets' });
const withBody = routedOperations.filter(
  (operation) => bodiesOf(fixture.names)[operation.name] && !isForm(operation) && !hasItems(operation),
);
const samplesOf = (operation: Operation): readonly JsonObject[] =>
  bodiesOf(readerOf(operation) ? free : fixture.names)[operation.name] ?? [];

/** Names of the graph that REST does not use: of fields, enum values and types. */
const types: readonly GraphQLNamedType[] = Object.values(
  buildSchema(readFileSync('schema/schema.graphql', 'utf8')).getTypeMap(),
);
const graphNames = new Set(
  types.flatMap((type) => [
    ...(isInputObjectType(type) ? Object.keys(type.getFields()).filter((name) => /[A-Z]/.test(name)) : []),
    ...(isEnumType(type)
      ? type
          .getValues()
          .map(({ name }) => name)
          .filter((name) => ['ASC', 'DESC'].includes(name))
      : []),
    ...(isInputObjectType(type) || isScalarType(type) || isEnumType(type)
      ? [type.name].filter((name) => /[a-z][A-Z]|JSON./.test(name))
      : []),
  ]),
);
const graphNamesIn = (body: RestAnswer['body']): readonly string[] =>
  [...JSON.stringify(body ?? null).matchAll(/\w+!?/g)].flatMap(([word]) =>
    graphNames.has(word) || word.endsWith('!') ? [word] : [],
  );

/** The places of plain values: none contains another. */
const leavesOf = (body: JsonObject, operation: Operation): readonly Place[] =>
  placesIn(body, inputTypeOf(operation, body)).filter(({ value }) => !isJsonObject(value) && !Array.isArray(value));
const nameOf = ({ path }: Place): string => path.join('.');
const isWithin = (inner: string, outer: string): boolean => `${inner}.`.startsWith(`${outer}.`);

/** The places that an answer does not name, and the names of the graph in it. */
function missedBy({ status, body }: RestAnswer, places: readonly Place[]): readonly unknown[] {
  const reported = Object.keys(body.detail ?? {});
  const missed =
    reported.length === 50
      ? []
      : places.map(nameOf).filter((name) => !reported.some((field) => isWithin(field, name) || isWithin(name, field)));
  return [...missed, ...graphNamesIn(body), ...(status === 400 ? [] : [status])];
}

/** Texts that a rule may refuse. */
const invalidTexts: readonly Json[] = [' \n', 'a\u0001 b', 'x'.repeat(100_000), ''];
/** The property that selects the rules of the others. */
const discriminator = /(^|\.)type$/;

const isEnum = ({ type }: Place): boolean => isEnumType(type && getNamedType(type));
/** Whether a place has a scalar or enum type, not open JSON. */
const isTyped = (place: Place): boolean =>
  isEnum(place) || /^(String|Int|ID|Boolean|Float)$/.test(place.type ? getNamedType(place.type).name : '');

/** The first invalid text that an operation refuses by the name of the place; undefined if it accepts all. */
async function refusedIn(operation: Operation, body: JsonObject, place: Place): Promise<Json | undefined> {
  if (typeof place.value !== 'string' || isEnum(place) || discriminator.test(nameOf(place))) return undefined;
  for (const value of invalidTexts) {
    const answer = await request(app.admin, operation, fixture, { body: withValue(body, place.path, value) });
    if (answer.status === operation.ok) await undoCreation(app, fixture, free, operation, answer);
    else if (missedBy(answer, [place]).length === 0) return value;
  }
  return undefined;
}

test.each(withBody)('$name names all fields of wrong types at once, by their REST names', async (operation) => {
  const before = await fingerprint(app, fixture);
  for (const body of samplesOf(operation)) {
    const places = leavesOf(body, operation).filter((place) => isTyped(place) && !discriminator.test(nameOf(place)));
    if (places.length === 0) continue;
    const wrong = places.reduce((all, { path }) => withValue(all, path, { unknown_name: [true] }), body);
    const answer = await request(app.admin, operation, fixture, { body: wrong });
    expect(missedBy(answer, places)).toEqual([]);
  }
  expect(await fingerprint(app, fixture)).toEqual(before);
});

test.each(withBody)('$name names all fields that break rules at once, by their REST names', async (operation) => {
  const missed: unknown[] = [];
  for (const body of samplesOf(operation)) {
    const broken: (readonly [Place, Json])[] = [];
    for (const place of leavesOf(body, operation)) {
      const value = await refusedIn(operation, body, place);
      if (value !== undefined) broken.push([place, value]);
    }
    const wrong = broken.reduce((all, [{ path }, value]) => withValue(all, path, value), body);
    const answer = await request(app.admin, operation, fixture, { body: wrong });
    if (broken.length > 0)
      missed.push(
        ...missedBy(
          answer,
          broken.map(([place]) => place),
        ).map((value) => [body['type'], value, Object.keys(answer.body.detail ?? {})]),
      );
  }
  expect(missed).toEqual([]);
});

test('invalid parameters are named all at once, by their REST names', async () => {
  const query =
    '?limit=x&offset=x&sort=x&is_archived=x&is_active=x&type=x&include_description=x&is_showcase=x&relation_type=x';
  const answers = await Promise.all(
    routedOperations
      .filter(({ method }) => method === 'GET')
      .map((operation) => request(app.admin, operation, fixture, { query })),
  );
  expect(answers.flatMap(({ body }) => graphNamesIn(body?.detail))).toEqual([]);
  const feedbacks = routedOperations.find(({ name }) => name === 'List all dataset feedbacks');
  if (!feedbacks) throw new Error('No operation lists feedback.');
  expect((await request(app.admin, feedbacks, fixture, { query })).body.detail).toEqual({
    limit: ['Send a whole number.'],
    offset: ['Send a whole number.'],
    is_archived: ['Send true or false.'],
    sort: ['Choose one of created_at, -created_at.'],
  });
});
