import { expect, test } from '@jest/globals';
import { errorCodes } from '#kernel/error-codes.ts';
import { sql } from '#kernel/sql.ts';
import { createAdministratorLink, findAdministratorLink } from '#seed/seed-administrator.ts';
import { testApp, type TestApp } from '#test/support/app.ts';
import { mailServer } from '#test/support/mail/mail-server.ts';
import { addProvider } from '#test/support/portal/providers.ts';
import { seedUser } from '#test/support/seed.ts';
import { openIdProvider, publicService } from '#test/support/sign-in/openid-provider.ts';
import { visitorOf } from '#test/support/sign-in/visitor.ts';
import { eventually } from '#test/support/datasets/publishing.ts';

const provider = await openIdProvider();
const server = await mailServer();
const app = await testApp({ FETCH_ALLOW: provider.host });
const mailing = await testApp({ SMTP_URL: server.url, MAIL_FROM: 'Open data <data@example.org>' });
const providerUid = await addProvider(app.admin, { type: 'OIDC', issuer: provider.issuer, ...publicService });
provider.acceptRedirect(`http://localhost/sign-in/${providerUid}/callback`);

const visitor = (of: TestApp = app) => visitorOf(of, provider);
const invite = async (email: string, of: TestApp = app, others: object = {}) => {
  const query = `mutation ($input: InviteUserInput!) { inviteUser(input: $input) { invitationUrl user { username } } }`;
  const { inviteUser } = await of.admin.data(query, { input: { email, ...others } });
  return { username: String(inviteUser.user.username), url: inviteUser.invitationUrl };
};
const inviteAgain = `mutation ($input: CreateInvitationInput!) { createInvitation(input: $input) { invitationUrl } }`;
const pathOf = (url: string) => new URL(url).pathname + new URL(url).search;
const html = { accept: 'text/html' };
const redeem = (url: string, browser = visitor()) => browser.send('POST', pathOf(url));
const invitationOf = async (username: string, of: TestApp = app) => {
  const query = `query ($username: String!) { user(username: $username) { invitation { mailStatus mailAttempts mailError } } }`;
  return (await of.admin.data(query, { username })).user.invitation;
};
/** Waits until a number of attempts has ended, and the mail has this status. */
const mailIs = (status: string, username: string, attempts = 1) =>
  eventually(
    () => invitationOf(username, mailing),
    ({ mailStatus, mailAttempts, mailError }) =>
      mailStatus === status && mailAttempts === attempts && (status === 'SENT' || mailError !== null),
  );
const change = (of: TestApp, input: object) =>
  of.admin.data('mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { username } } }', { input });

test('without a mail server, the administrator passes on a link that signs the person in once', async () => {
  const { username, url } = await invite('ada@example.org');
  expect([username, url]).toEqual([
    'ada',
    expect.stringMatching(/^http:\/\/localhost:?\d*\/invitation\?code=[\w-]{43}$/),
  ]);
  expect(await invitationOf('ada')).toEqual({ mailStatus: 'NONE', mailAttempts: 0, mailError: null });
  const stored = await app.services.db.rows<{ hash: string }>(sql`select to_json(i)::text as hash from invitation i`);
  expect(JSON.stringify(stored)).not.toContain(new URL(String(url)).searchParams.get('code'));

  const browser = visitor();
  // a program that follows links does not use it up
  const page = await browser.send('GET', pathOf(url), { headers: html });
  expect([page.statusCode, page.headers['cache-control'], page.headers['referrer-policy']]).toEqual([
    200,
    'private, no-store',
    'no-referrer',
  ]);
  expect(page.body).toContain(`<form method="post" action="${pathOf(url)}"`);
  const redeemed = await redeem(url, browser);
  expect([redeemed.statusCode, redeemed.headers.location]).toEqual([303, '/invitation']);
  const { data } = await browser.graph('{ viewer { username credential identity { uid } } }');
  expect(data.viewer).toEqual({ username: 'ada', credential: 'SESSION', identity: null });
  const { user } = await app.admin.data(
    '{ user(username: "ada") { lastLoginAt lastSeenAt invitation { mailStatus } } }',
  );
  expect(user).toEqual({
    lastLoginAt: expect.stringMatching(/Z$/),
    lastSeenAt: expect.stringMatching(/Z$/),
    invitation: null,
  });
  const second = await redeem(url);
  expect([second.statusCode, second.json().message]).toEqual([400, errorCodes['INVITATION_ENDED'].message]);
  const shown = await visitor().send('POST', pathOf(url), { headers: html });
  expect(shown.headers.location).toBe('/sign-in?problem=INVITATION_ENDED&return_to=%2F');
});

test('an administrator withdraws an invitation, whose link then says so, and no one else does', async () => {
  const withdraw =
    'mutation ($input: WithdrawInvitationInput!) { withdrawInvitation(input: $input) { user { username } } }';
  const { username, url } = await invite('recalled@example.org');
  const by = async (name: string, client = app.admin) => {
    const { data, errors } = await client.graph(withdraw, { input: { username: name } });
    return data?.withdrawInvitation?.user.username ?? errors?.[0]?.extensions.fields ?? errors?.[0]?.extensions.code;
  };
  expect(await by(username, app.unauthenticated)).toBe('UNAUTHORIZED');
  expect(await by(username, await seedUser(app, 'onlooker', { permissions: ['edit_page'] }))).toBe('PERMISSION_DENIED');
  expect(await by('nobody')).toBe('NOT_FOUND');
  expect(await by(username)).toBe(username);
  expect(await invitationOf(username)).toBeNull();
  const late = await redeem(url);
  expect([late.statusCode, late.json().message]).toEqual([400, errorCodes['INVITATION_ENDED'].message]);
  const shown = await visitor().send('POST', pathOf(url), { headers: html });
  expect(shown.headers.location).toBe('/sign-in?problem=INVITATION_ENDED&return_to=%2F');
  // the user stays, and what was withdrawn or redeemed cannot be withdrawn
  expect(await by(username)).toEqual({ username: [expect.stringMatching(/^No invitation of this user waits/)] });
  const again = await app.admin.data(inviteAgain, { input: { username } });
  await redeem(again.createInvitation.invitationUrl);
  expect(await by(username)).toEqual({ username: [expect.stringMatching(/redeemed/)] });
});

test('the link of the first start signs the administrator in once, and within a day', async () => {
  const url = await createAdministratorLink(app.services, 'http://localhost');
  const { user } = await app.admin.data(
    '{ user(username: "admin") { invitation { createdAt expiresAt mailStatus } } }',
  );
  const { createdAt, expiresAt, mailStatus } = user.invitation;
  expect([Date.parse(expiresAt) - Date.parse(createdAt), mailStatus]).toEqual([86_400_000, 'NONE']);
  // a later start prints it again, at the address of that time
  expect(await findAdministratorLink(app.services, 'http://localhost')).toBe(url);
  const browser = visitor();
  expect((await redeem(url, browser)).statusCode).toBe(303);
  expect(await findAdministratorLink(app.services, 'http://localhost')).toBeUndefined();
  const { data } = await browser.graph('{ viewer { username permissions } }');
  expect(data.viewer).toEqual({ username: 'admin', permissions: expect.arrayContaining(['administer']) });
  expect((await redeem(url)).statusCode).toBe(400);
  // an invitation of another day is for the person who made it
  await app.admin.data(inviteAgain, { input: { username: 'admin' } });
  expect(await findAdministratorLink(app.services, 'http://localhost')).toBeUndefined();
});

test('a key that a person creates after an invitation lasts, for there is no other way back', async () => {
  const { username, url } = await invite('keeper@example.org');
  const browser = visitor();
  await redeem(url, browser);
  const made = await browser.graph('mutation { createApiKey(input: {}) { secret apiKey { expiresAt } } }');
  expect(made.data.createApiKey.apiKey.expiresAt).toBeNull();
  await browser.send('POST', '/sign-out');
  const headers = { authorization: `Apikey ${made.data.createApiKey.secret}` };
  const answer = await app.http.inject({ url: '/api/automation/v1.0/apikeys/', headers });
  expect([answer.statusCode, username]).toEqual([200, answer.json().results[0].user.username]);
});

test('a person links an account at a provider, and signs in with it from then on', async () => {
  const { username, url } = await invite('linker@example.org');
  const browser = visitor();
  await redeem(url, browser);
  const welcome = await browser.send('GET', '/invitation', { headers: html });
  expect(welcome.body).toContain(`/sign-in/${providerUid}?link=true&amp;return_to=%2F`);
  const start = `/sign-in/${providerUid}?link=true`;
  const foreign = await browser.send('GET', start, { headers: { 'sec-fetch-site': 'cross-site' } });
  expect(foreign.json().message).toBe(errorCodes.CROSS_SITE_REQUEST.message);
  const { headers } = await browser.send('GET', start, { headers: { 'sec-fetch-site': 'same-origin' } });
  const back = await browser.send('GET', await browser.visitProvider(String(headers.location), 'linker-at-city'));
  expect(back.statusCode).toBe(303);
  const later = visitor();
  await later.signIn(providerUid, 'linker-at-city');
  expect((await later.graph('{ viewer { username } }')).data.viewer).toEqual({ username });
  // a person with an account is linked to no other
  const another = await later.send('GET', start, { headers: { 'sec-fetch-site': 'same-origin' } });
  expect(another.json().message).toBe(errorCodes.SESSION_ENDED.message);
  const other = visitor();
  await redeem((await invite('thief@example.org')).url, other);
  const begun = await other.send('GET', start, { headers: { 'sec-fetch-site': 'same-origin' } });
  const taken = await other.send('GET', await other.visitProvider(String(begun.headers.location), 'linker-at-city'));
  expect([taken.statusCode, taken.json().message]).toEqual([403, errorCodes['IDENTITY_TAKEN'].message]);
});

test('a link ends with a new invitation, another address, deactivation, deletion and time', async () => {
  const endings: Readonly<Record<string, (username: string) => Promise<unknown>>> = {
    renewed: (username) => app.admin.data(inviteAgain, { input: { username } }),
    moved: (username) => change(app, { username, email: 'elsewhere@example.org' }),
    left: async (username) => {
      await change(app, { username, isActive: false });
      await change(app, { username, isActive: true });
    },
    expired: (username) =>
      app.services.db.rows(sql`update invitation set expires_at = now() where username = ${username}`),
    deleted: (username) =>
      app.admin.data('mutation ($input: DeleteUserInput!) { deleteUser(input: $input) { username } }', {
        input: { username },
      }),
  };
  for (const [name, end] of Object.entries(endings)) {
    const { username, url } = await invite(`${name}@example.org`);
    await end(username);
    expect([name, (await redeem(url)).statusCode]).toEqual([name, 400]);
  }
  const kept = await invite('kept@example.org');
  await change(app, { username: kept.username, email: 'kept@example.org', firstName: 'Kim' });
  expect((await redeem(kept.url)).statusCode).toBe(303);
});

test('a session that an invitation began ends with the account', async () => {
  const { username, url } = await invite('leaver@example.org');
  const browser = visitor();
  await redeem(url, browser);
  await change(app, { username, isActive: false });
  await change(app, { username, isActive: true });
  expect((await browser.graph('{ viewer { username } }')).code).toBe('SESSION_ENDED');
});

test('no other site redeems an invitation, and an address tries few', async () => {
  const { url } = await invite('shy@example.org');
  const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
  const answer = await visitor().send('POST', pathOf(url), { headers });
  expect(answer.json().message).toBe(errorCodes.CROSS_SITE_REQUEST.message);
  expect((await redeem(url)).statusCode).toBe(303);
  await app.services.db.rows(sql`update rate_count set count = 20, ends_at = now() + interval '1 minute'`);
  const tried = await redeem(url);
  expect(tried.statusCode).toBe(429);
  await app.services.db.rows(sql`delete from rate_count`);
});

test('two redemptions at one moment begin one session', async () => {
  const { username, url } = await invite('twin@example.org');
  const answers = await Promise.all([redeem(url), redeem(url), redeem(url)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 400, 400]);
  const sessions = await app.services.db.rows(sql`select 1 from sign_in_session where username = ${username}`);
  expect(sessions).toHaveLength(1);
});

test('a user who is not active is not invited, and there is nobody to invite by an unknown name', async () => {
  const { username } = await invite('idle@example.org');
  await change(app, { username, isActive: false });
  for (const [name, code] of [
    [username, 'INVALID_INPUT'],
    ['unknown', 'NOT_FOUND'],
  ]) {
    const { errors } = await app.admin.graph(inviteAgain, { input: { username: name } });
    expect(errors?.[0]?.extensions.code).toBe(code);
  }
});

test('with a mail server, the person gets the link in their language, and no answer has it', async () => {
  const { username, url } = await invite('eva@example.org', mailing, { language: 'de', firstName: 'Eva <b>' });
  expect(url).toBeNull();
  await mailIs('SENT', username);
  const { to, message } = server.received.at(-1) ?? { to: [], message: '' };
  expect(to).toEqual(['eva@example.org']);
  expect(message).toContain('From: Open data <data@example.org>');
  expect(message).toContain('Guten Tag Eva <b>,');
  expect(message).toContain('<p>Guten Tag Eva &lt;b&gt;,</p>');
  expect(message).not.toMatch(/<img|<link|<script/);
  const [link = ''] = /http\S+\/invitation\?code=[\w-]{43}/.exec(message) ?? [];
  const browser = visitor(mailing);
  expect((await redeem(link, browser)).statusCode).toBe(303);
  expect((await browser.graph('{ viewer { username } }')).data.viewer).toEqual({ username });
});

test('a mail that the server does not take now is sent again with the same link; one that it refuses is not', async () => {
  server.refuse({ code: 451, message: 'Try later' });
  const { username } = await invite('later@example.org', mailing);
  expect(await mailIs('WAITING', username, 1)).toEqual({
    mailStatus: 'WAITING',
    mailAttempts: 1,
    mailError: 'The mail server answered: 451 Try later',
  });
  const again = async () => {
    await mailing.services.db.rows(sql`update invitation set mail_due_at = now() where mail_due_at is not null`);
    await mailing.services.jobs.send(mailing.services.db, 'invitation-mails', {});
  };
  server.refuse(undefined);
  await again();
  expect(await mailIs('SENT', username, 2)).toEqual({ mailStatus: 'SENT', mailAttempts: 2, mailError: null });
  server.refuse({ code: 550, message: 'No such person' });
  const nobody = await invite('nobody@example.org', mailing);
  expect(await mailIs('FAILED', nobody.username, 1)).toEqual({
    mailStatus: 'FAILED',
    mailAttempts: 1,
    mailError: 'The mail server answered: 550 No such person',
  });
  server.refuse(undefined);
});
