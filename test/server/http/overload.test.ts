import { expect, test } from '@jest/globals';
import { neverOverloaded, testApp } from '#test/support/app.ts';
import { failureOf } from '#test/support/http/rest-errors.ts';

const { admin, http } = await testApp({}, { load: { ...neverOverloaded, maxInFlight: 0 } });

test('an overloaded service refuses requests in the shape of each interface, and says when to try again', async () => {
  expect(await admin.graph('{ viewer { username } }')).toMatchObject({
    status: 503,
    errors: [{ extensions: { code: 'OVERLOADED', seconds: 2 } }],
  });
  const { status, body } = failureOf('OVERLOADED', { seconds: 2 });
  const answer = await http.inject('/api/automation/v1.0/datasets/');
  expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([status, '2', body]);
  expect((await http.inject('/livez')).statusCode).toBe(200);
});
