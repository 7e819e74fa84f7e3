import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { buildSchema, getNamedType, isEnumType, isInputObjectType, isScalarType, type GraphQLNamedType } from 'graphql';
import { isJsonObject, type Json, type JsonObject } from '../../src/kernel/json.ts';
import { testApp } from '../support/app.ts';
import type { RestAnswer } from '../support/client.ts';
import { ask } from './ask.ts';
import { fingerprint } from './fingerprint.ts';
import { inputTypeOf } from './input-types.ts';
import { answered, readerOf, type Operation } from './operations.ts';
import { bodiesOf } from './samples.ts';
import { isForm, undo } from './undo.ts';
import { settings, unused, worldOf } from './world.ts';
import { placesIn, withValue, type Place } from './wrong-values.ts';

const app = await testApp(settings);
const world = await worldOf(app, 'a');
const free = await unused(app, world.names, { family: 'rulesets' });
const withBody = answered.filter((operation) => bodiesOf(world.names)[operation.name] && !isForm(operation));
const samplesOf = (operation: Operation): readonly JsonObject[] =>
  bodiesOf(readerOf(operation) ? free : world.names)[operation.name] ?? [];

/** The names of the graph that the wire has not: of fields, of values of enums, of types. */
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
          .filter((name) => name.endsWith('_desc'))
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

/** Places whose values say nothing of each other: one is in none of the others. */
const leavesOf = (body: JsonObject, operation: Operation): readonly Place[] =>
  placesIn(body, inputTypeOf(operation, body)).filter(({ value }) => !isJsonObject(value) && !Array.isArray(value));
const nameOf = ({ path }: Place): string => path.join('.');
const isWithin = (inner: string, outer: string): boolean => `${inner}.`.startsWith(`${outer}.`);

/** The places that an answer does not name, and the words of the graph in it. */
function missedBy({ status, body }: RestAnswer, places: readonly Place[]): readonly unknown[] {
  const told = Object.keys(body.detail ?? {});
  const missed =
    told.length === 50
      ? []
      : places.map(nameOf).filter((name) => !told.some((field) => isWithin(field, name) || isWithin(name, field)));
  return [...missed, ...graphNamesIn(body), ...(status === 400 ? [] : [status])];
}

/** Texts that rules may refuse, where they are no texts of the kind that is due. */
const oddTexts: readonly Json[] = [' \n', 'a\u0001 b', 'x'.repeat(100_000), ''];
/** What decides which rules there are for the rest. */
const decides = /(^|\.)type$/;

const isEnum = ({ type }: Place): boolean => isEnumType(type && getNamedType(type));
/** Whether a place takes neither any JSON nor any object. */
const isTyped = (place: Place): boolean =>
  isEnum(place) || /^(String|Int|ID|Boolean|Float)$/.test(place.type ? getNamedType(place.type).name : '');

/** The first odd text that an operation refuses in one place by its name; undefined where it takes all. */
async function refusedIn(operation: Operation, body: JsonObject, place: Place): Promise<Json | undefined> {
  if (typeof place.value !== 'string' || isEnum(place) || decides.test(nameOf(place))) return undefined;
  for (const value of oddTexts) {
    const answer = await ask(app.admin, operation, world, { body: withValue(body, place.path, value) });
    if (answer.status === operation.ok) await undo(app, world, free, operation, answer);
    else if (missedBy(answer, [place]).length === 0) return value;
  }
  return undefined;
}

test.each(withBody)("$name names every field of a wrong type at once, in the wire's words", async (operation) => {
  const before = await fingerprint(app, world);
  for (const body of samplesOf(operation)) {
    const places = leavesOf(body, operation).filter((place) => isTyped(place) && !decides.test(nameOf(place)));
    if (places.length === 0) continue;
    const wrong = places.reduce((all, { path }) => withValue(all, path, { unknown_name: [true] }), body);
    const answer = await ask(app.admin, operation, world, { body: wrong });
    expect(missedBy(answer, places)).toEqual([]);
  }
  expect(await fingerprint(app, world)).toEqual(before);
});

test.each(withBody)("$name names every field that breaks a rule at once, in the wire's words", async (operation) => {
  const missed: unknown[] = [];
  for (const body of samplesOf(operation)) {
    const broken: (readonly [Place, Json])[] = [];
    for (const place of leavesOf(body, operation)) {
      const value = await refusedIn(operation, body, place);
      if (value !== undefined) broken.push([place, value]);
    }
    const wrong = broken.reduce((all, [{ path }, value]) => withValue(all, path, value), body);
    const answer = await ask(app.admin, operation, world, { body: wrong });
    if (broken.length > 0)
      missed.push(
        ...missedBy(
          answer,
          broken.map(([place]) => place),
        ).map((each) => [body['type'], each, Object.keys(answer.body.detail ?? {})]),
      );
  }
  expect(missed).toEqual([]);
});

test("parameters are refused in the wire's words, all at once", async () => {
  const query =
    '?limit=x&offset=x&sort=x&is_archived=x&is_active=x&type=x&include_description=x&is_showcase=x&relation_type=x';
  const answers = await Promise.all(
    answered.filter(({ method }) => method === 'GET').map((operation) => ask(app.admin, operation, world, { query })),
  );
  expect(answers.flatMap(({ body }) => graphNamesIn(body?.detail))).toEqual([]);
  const feedbacks = answered.find(({ name }) => name === 'List all dataset feedbacks');
  if (!feedbacks) throw new Error('There is no list of feedback.');
  expect((await ask(app.admin, feedbacks, world, { query })).body.detail).toEqual({
    limit: ['Send a whole number.'],
    offset: ['Send a whole number.'],
    is_archived: ['Send true or false.'],
    sort: ['Choose one of created_at, -created_at.'],
  });
});
