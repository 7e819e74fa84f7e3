import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from '@jest/globals';
import { createApp } from '#processes/app.ts';
import { sql } from '#kernel/sql.ts';
import { neverOverloaded, testApp } from '#test/support/app.ts';
import { failureOf } from '#test/support/http/rest-errors.ts';
import { seedForm } from '#test/support/portal/forms.ts';
import { seedKey } from '#test/support/seed.ts';
import { sendParts, submitForm, submitForUid } from '#test/support/http/multipart.ts';

/** A service that takes the token "good", and is broken at times. */
const asked: string[] = [];
let says: string | undefined;
const verifier = createServer((request, response) => {
  void text(request).then((body) => {
    asked.push(body);
    response.end(says ?? JSON.stringify({ success: new URLSearchParams(body).get('response') === 'good' }));
  });
});
await once(verifier.listen(0, '127.0.0.1'), 'listening');
afterAll(() => {
  verifier.closeAllConnections();
  verifier.close();
});
const host = `127.0.0.1:${String((verifier.address() as AddressInfo).port)}`;

const app = await testApp({
  WORKER: 'off',
  FORM_RATE_LIMIT: '3',
  RECAPTCHA_URL: `http://${host}/verify`,
  RECAPTCHA_SECRET: 'se&cret',
  FETCH_ALLOW: host,
});
const other = await testApp({ WORKER: 'off' });
const {
  admin,
  services: { db, attemptRateLimiter },
} = app;
const ada = await seedKey(app, 'ada');
const open = { accessType: 'open', isModerated: false };
const over = () => db.rows(sql`update rate_count set ends_at = now()`);

test('attempts per minute are limited for each form and user or address; beyond that 429 says when to retry', async () => {
  const {
    createApiKey: { secret },
  } = await admin.data('mutation { createApiKey(input: { username: "ada" }) { secret } }');
  await seedForm(admin, 'trees', { ...open, isEditingEnabled: true });
  await seedForm(admin, 'birds', open);
  const uid = await submitForUid(app, 'trees', { name: 'A' }, { key: ada });
  expect((await submitForm(app, 'trees', {}, { key: ada })).status).toBe(400);
  const change = () => sendParts(app, `/forms/trees/submissions/${uid}/`, [['data', '{"name": "B"}']], { key: ada });
  expect((await change()).status).toBe(200);
  const refused = [
    await change(),
    await submitForm(app, 'trees', { name: 'C' }, { key: ada }),
    await sendParts(app, '/forms/trees/submissions/', Buffer.from('no form'), { key: ada }),
    await submitForm(app, 'trees', { name: 'C' }, { key: secret }),
  ];
  for (const { status, body, headers } of refused) {
    expect({ status, code: body.error_code }).toEqual({ status: 429, code: 'rate_limit_exceeded' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
  }
  expect((await submitForm(app, 'birds', { name: 'A' }, { key: ada })).status).toBe(201);
  expect((await submitForm(app, 'trees', { name: 'A' })).status).toBe(201);
  await over();
  expect((await change()).status).toBe(200);
});

test('parallel attempts are counted exactly, and refused attempts only where the form exists', async () => {
  await seedForm(admin, 'crowd', open);
  for (let index = 0; index < 5; index += 1)
    expect((await submitForm(app, 'crowd', {}, { key: 'nobody' })).status).toBe(401);
  const answers = await Promise.all(Array.from({ length: 12 }, () => submitForm(app, 'crowd', { name: 'A' })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(9);
});

test('several processes share the counts, and a change that waits counts once', async () => {
  const gateway = await createApp({ ...app.services.config, databaseUrl: app.databaseUrl }, { load: neverOverloaded });
  await seedForm(admin, 'shared', { accessType: 'open', isModerated: true, isEditingEnabled: true });
  const uid = await submitForUid(app, 'shared', { name: 'A' }, { key: ada });
  await sendParts(gateway, `/forms/shared/submissions/${uid}/`, [['data', '{"name": "B"}']], { key: ada });
  const statuses = [];
  for (const door of [app, gateway, app, gateway])
    statuses.push(
      (
        await sendParts(door, `/forms/shared/submissions/${uid}/`, [['data', '{"name": "C"}']], {
          key: 'test-administrator-key',
        })
      ).status,
    );
  statuses.push(
    (await submitForm(gateway, 'shared', { name: 'D' }, { key: ada })).status,
    (await submitForm(app, 'shared', { name: 'E' }, { key: ada })).status,
  );
  await gateway.close();
  expect(statuses).toEqual([400, 400, 400, 429, 201, 429]);
});

test('addresses of one IPv6 network count as one', async () => {
  await seedForm(admin, 'networks', open);
  const statuses = [];
  for (const remoteAddress of [
    '2001:db8::1',
    '2001:db8::2:1',
    '2001:db8:0:0:ffff::',
    '2001:db8::3',
    '2001:db8:0:1::1',
    '::ffff:192.0.2.1',
    '192.0.2.2',
  ]) {
    statuses.push((await submitForm(app, 'networks', { name: 'A' }, { remoteAddress })).status);
  }
  expect(statuses).toEqual([201, 201, 201, 429, 201, 201, 201]);
});

test('a clock that is set back delays a caller by one minute at most', async () => {
  await attemptRateLimiter.attempt({ key: 'early', limit: 1 });
  await db.rows(sql`update rate_count set ends_at = now() + interval '1 hour'`);
  expect(await attemptRateLimiter.attempt({ key: 'early', limit: 1 })).toBe(0);
  expect(await attemptRateLimiter.attempt({ key: 'early', limit: 1 })).toBeGreaterThan(50);
});

test('the address that a proxy forwards counts only where the proxy is trusted, without its port', async () => {
  const proxied = await createApp(
    { ...app.services.config, databaseUrl: app.databaseUrl, trustProxy: 1 },
    { load: neverOverloaded },
  );
  await seedForm(admin, 'proxied', open);
  const statuses = async (door: Pick<typeof app, 'http'>, addresses: readonly string[]) => {
    const answers = [];
    for (const address of addresses)
      answers.push(
        (await submitForm(door, 'proxied', { name: 'A' }, { headers: { 'x-forwarded-for': address } })).status,
      );
    return answers;
  };
  const address = '192.0.2.77';
  expect(
    await statuses(proxied, [
      address,
      `${address}:1024`,
      `198.51.100.1, ${address}:1025`,
      `198.51.100.2, ${address}`,
      '192.0.2.78',
    ]),
  ).toEqual([201, 201, 201, 429, 201]);
  expect(await statuses(proxied, ['[2001:db8::1]:80', '[2001:db8::2]:81', '2001:db8::3', '2001:db8::4'])).toEqual([
    201, 201, 201, 429,
  ]);
  expect(await statuses(proxied, ['a', 'b', 'c', 'd'])).toEqual([201, 201, 201, 429]);
  expect(await statuses(app, ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4'])).toEqual([
    201, 201, 201, 429,
  ]);
  await proxied.close();
});

test('counts of past minutes are deleted', async () => {
  await attemptRateLimiter.attempt({ key: 'a', limit: 1 });
  await over();
  await attemptRateLimiter.attempt({ key: 'b', limit: 1 });
  await attemptRateLimiter.sweep();
  expect(await db.rows(sql`select count from rate_count`)).toEqual([{ count: 1 }]);
  expect(await attemptRateLimiter.attempt({ key: 'b', limit: 1 })).toBeGreaterThan(0);
});

test('a form with reCAPTCHA accepts a valid token, which is verified after all other checks', async () => {
  await seedForm(admin, 'guarded', { ...open, isRecaptchaEnabled: true });
  const send = async (data: object, token?: string) => {
    await over();
    return submitForm(app, 'guarded', data, { parts: token === undefined ? [] : [['g-recaptcha-response', token]] });
  };
  expect((await send({})).body.errors).toMatchObject([{ field: 'name' }, { field: 'g-recaptcha-response' }]);
  expect((await send({}, 'good')).body.errors).toMatchObject([{ field: 'name' }]);
  expect(asked).toEqual([]);
  expect((await send({ name: 'A' }, 'bad & worse')).body.errors).toMatchObject([{ field: 'g-recaptcha-response' }]);
  expect((await send({ name: 'A' }, 'good')).status).toBe(201);
  expect(asked).toEqual(['secret=se%26cret&response=bad+%26+worse', 'secret=se%26cret&response=good']);
  for (const broken of ['', 'null', '{"success": "yes"}', 'x'.repeat(200_000)]) {
    says = broken;
    const { status, body, headers } = await send({ name: 'A' }, 'good');
    expect([status, body.error_code, headers['retry-after']]).toEqual([503, 'unavailable', '1']);
    expect(body.message).not.toContain(host);
  }
  says = undefined;
  expect(await db.rows(sql`select 1 from submission where form_slug = 'guarded'`)).toHaveLength(1);
});

test('without a secret a form with reCAPTCHA refuses submissions and says why', async () => {
  await seedForm(other.admin, 'guarded', { ...open, isRecaptchaEnabled: true });
  const refused = await submitForm(other, 'guarded', { name: 'A' }, { parts: [['g-recaptcha-response', 'good']] });
  const reason = 'RECAPTCHA_SECRET is not set on this server; contact its administrator.';
  expect(refused).toMatchObject(failureOf('RECAPTCHA_UNAVAILABLE', { reason }));
});
