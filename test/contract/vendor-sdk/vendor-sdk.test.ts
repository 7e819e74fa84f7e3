import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { isJsonObject } from '#kernel/json.ts';
import { administrationApi } from '#rest/rest-apis.ts';
import { testApp } from '#test/support/app.ts';
import { clientOf, type Client } from '#test/support/client.ts';
import { createFixture, requestAll, settings } from '../fixture/fixture.ts';
import { bodiesOf } from '../fixture/samples.ts';
import { administration, isMultipart, type Operation } from '../requests/operations.ts';
import { request } from '../requests/request.ts';
import { connections } from './families/connections.ts';
import { datasets } from './families/datasets.ts';
import { harvester, harvesters, harvestersByType } from './families/harvesters.ts';
import { pages } from './families/pages.ts';
import { parts } from './families/parts.ts';
import { people } from './families/people.ts';
import { portal } from './families/portal.ts';
import { resources } from './families/resources.ts';
import type { Expectation, Family, Rule } from './rules.ts';

const families: Readonly<Record<string, Family>> = {
  datasets,
  resources,
  parts,
  connections,
  pages,
  people,
  portal,
  harvesters,
};
const expectations = new Map<string, Expectation>(Object.values(families).flatMap((family) => Object.entries(family)));
const keyOf = ({ method, path }: Pick<Operation, 'method' | 'path'>): string => `${method} ${path}`;

/** Operations that answer another status than the public description says (docs/contract/vendor-sdk.md). */
const otherStatuses = ['POST /datasets/{dataset_uid}/resources/files/'];

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
/** What a generated client refuses of an answer. */
function refusals(rule: Rule, body: unknown): string[] {
  const accepts = ajv.compile(rule);
  return accepts(body) ? [] : [ajv.errorsText(accepts.errors)];
}

const app = await testApp(settings);

/** The administrator with the key in the address, as the examples of the client send it. */
const withKeyInAddress: Client = {
  ...clientOf(app),
  restAt: (base) => (method, path, body, headers) =>
    clientOf(app).restAt(base)(
      method,
      `${path}${path.includes('?') ? '&' : '?'}apikey=test-administrator-key`,
      body,
      headers,
    ),
};

test('the client has the operations of the contract', () => {
  expect([...expectations.keys()].toSorted()).toEqual(administration.map(keyOf).toSorted());
});

test('an operation answers the status under which the client parses the body', () => {
  const other = administration.filter((operation) => expectations.get(keyOf(operation))?.status !== operation.ok);
  expect(other.map(keyOf)).toEqual(otherStatuses);
});

const fixture = await createFixture(app, 'a');

/** Creations of which there are several kinds, with the sample of each. */
const kinds = administration.flatMap((operation) => {
  const samples = bodiesOf(fixture.names)[operation.name] ?? [];
  return operation.method === 'POST' && samples.length > 1 ? samples.map((body) => ({ operation, body })) : [];
});

test.each(kinds)(
  'the client reads the answer to $operation.name of every kind: $body.type',
  async ({ operation, body }) => {
    const { status, body: answer } = await request(app.admin, operation, fixture, { body });
    if (status === 400) {
      // the names of the first are taken; what else is refused is a difference
      expect(JSON.stringify(answer)).toMatch(/taken|already|exists/i);
      return;
    }
    expect([status, refusals(expectations.get(keyOf(operation))?.answer ?? {}, answer)]).toEqual([operation.ok, []]);
  },
);

test.each(Object.entries(harvestersByType))(
  'the client creates a harvester of the type %s, and reads it back',
  async (type, settings) => {
    const { status, body } = await app.admin.rest('POST', '/harvesters/', {
      type,
      name: `All of ${type}`,
      ...settings,
    });
    expect([status, status === 201 ? refusals(harvester, body) : body]).toEqual([201, []]);
    const back = await app.admin.rest('PUT', `/harvesters/${body.uid}/`, body);
    expect([back.status, back.status === 200 ? refusals(harvester, back.body) : back.body]).toEqual([200, []]);
  },
);

let requested: ReturnType<typeof requestAll> | undefined;
/** What every operation answers to the client; the last of them delete the fixture. */
const allAnswers = () =>
  (requested ??= requestAll(
    app,
    fixture,
    ({ api }) => (api === administrationApi ? withKeyInAddress : app.admin),
    (operation, names) => {
      const sends = expectations.get(keyOf(operation))?.sends;
      if (operation.api !== administrationApi || !sends || isMultipart(operation)) return {};
      const body = sends(names);
      return { body: isJsonObject(body) ? body : JSON.stringify(body) };
    },
  ));

describe.each(Object.entries(families))('In the family %s', (_name, family) => {
  test('the client is not refused, and reads every answer', async () => {
    const found = (await allAnswers()).filter(
      ([operation]) => operation.api === administrationApi && keyOf(operation) in family,
    );
    const problems = found.flatMap(([operation, { status, body }]) => {
      const { answer } = family[keyOf(operation)] ?? {};
      if (status !== operation.ok) return [[keyOf(operation), status, body]];
      const refused = answer ? refusals(answer, body) : [];
      return refused.length > 0 ? [[keyOf(operation), ...refused, body]] : [];
    });
    expect(problems).toEqual([]);
    expect(found).toHaveLength(Object.keys(family).length);
  });
});
