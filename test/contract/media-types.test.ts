import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { ask, type Asking } from './ask.ts';
import { fingerprint } from './fingerprint.ts';
import { answered, routesOf } from './operations.ts';
import { settings, worldOf } from './world.ts';

const app = await testApp(settings);
const world = await worldOf(app, 'a');

const isUpload = (operation: (typeof answered)[number]): boolean => routesOf(operation)[0]?.upload !== undefined;
const changes = answered.filter(({ method }) => method === 'POST' || method === 'PUT');
const of = (type: string, body = 'a=b'): Asking => ({ body, headers: { 'content-type': type } });

test.each([
  ['of a type that nothing takes', of('text/csv'), changes, 415, 'unsupported_media_type'],
  ["of a web page's form", of('application/x-www-form-urlencoded'), changes, 415, 'unsupported_media_type'],
  [
    'of parts, where JSON is expected',
    of('multipart/form-data; boundary=a'),
    changes.filter((each) => !isUpload(each)),
    415,
    'unsupported_media_type',
  ],
  [
    'of JSON, where parts are expected',
    of('application/json', '{}'),
    changes.filter(isUpload),
    415,
    'unsupported_media_type',
  ],
  ['of no JSON', of('application/json', '{'), changes, 400, 'bad_request'],
  ['of no parts', of('multipart/form-data; boundary=a', '{}'), changes.filter(isUpload), 400, 'bad_request'],
  ['of parts without a boundary', of('multipart/form-data', '{}'), changes.filter(isUpload), 400, 'bad_request'],
  ['of more JSON than is read', of('application/json', `"${'x'.repeat(2 ** 21)}"`), changes, 413, 'payload_too_large'],
] as const)('a body %s is refused, and nothing changes', async (_what, asking, operations, status, error_code) => {
  const before = await fingerprint(app, world);
  const answers = [];
  for (const operation of operations) {
    const answer = await ask(app.admin, operation, world, asking);
    answers.push([operation.name, answer.status, answer.body?.error_code]);
  }
  expect(answers).toEqual(operations.map(({ name }) => [name, status, error_code]));
  expect(await fingerprint(app, world)).toEqual(before);
});
