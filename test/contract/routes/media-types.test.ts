import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { request, type RequestOptions } from '../requests/request.ts';
import { fingerprint } from '../fixture/fingerprint.ts';
import { bodyKindOf, routedOperations, isMultipart } from '../requests/operations.ts';
import { settings, createFixture } from '../fixture/fixture.ts';

const app = await testApp(settings);
const fixture = await createFixture(app, 'a');

const changes = routedOperations.filter(({ method }) => method === 'POST' || method === 'PUT');
const of = (type: string, body = 'a=b'): RequestOptions => ({ body, headers: { 'content-type': type } });

test.each([
  ['of an unsupported media type', of('text/csv'), changes, 415, 'unsupported_media_type'],
  ['of a URL-encoded form', of('application/x-www-form-urlencoded'), changes, 415, 'unsupported_media_type'],
  [
    'that is multipart where JSON is expected',
    of('multipart/form-data; boundary=a'),
    changes.filter((change) => !isMultipart(change) && bodyKindOf(change) !== 'upload'),
    415,
    'unsupported_media_type',
  ],
  [
    'that is JSON where multipart is expected',
    of('application/json', '{}'),
    changes.filter(isMultipart),
    415,
    'unsupported_media_type',
  ],
  ['that is invalid JSON', of('application/json', '{'), changes, 400, 'bad_request'],
  [
    'that is invalid multipart',
    of('multipart/form-data; boundary=a', '{}'),
    changes.filter(isMultipart),
    400,
    'bad_request',
  ],
  [
    'that is multipart without a boundary',
    of('multipart/form-data', '{}'),
    changes.filter(isMultipart),
    400,
    'bad_request',
  ],
  ['beyond the size limit', of('application/json', `"${'x'.repeat(2 ** 21)}"`), changes, 413, 'payload_too_large'],
] as const)('a body %s is refused and changes nothing', async (_what, options, operations, status, error_code) => {
  const before = await fingerprint(app, fixture);
  const answers = [];
  for (const operation of operations) {
    const answer = await request(app.admin, operation, fixture, options);
    answers.push([operation.name, answer.status, answer.body?.error_code]);
  }
  expect(answers).toEqual(operations.map(({ name }) => [name, status, error_code]));
  expect(await fingerprint(app, fixture)).toEqual(before);
});
