import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import tls from 'node:tls';
import type { SMTPServerOptions } from 'smtp-server';
import { createMailer } from '#platform/mailer.ts';
import { mailServer } from '#test/support/mail/mail-server.ts';
import { selfSigned } from './datasources/ftp/certificate.ts';

const password = 'p@ss:word/1';
const credentials = `user%40example.org:${encodeURIComponent(password)}@`;
const mail = { to: 'ada@example.org', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
/** A server that wants a password, and takes it only over TLS. */
const guarded: SMTPServerOptions = {
  ...selfSigned,
  authOptional: false,
  disabledCommands: [],
  onAuth({ username, password: given }, _session, done) {
    if (username === 'user@example.org' && given === password) done(null, { user: username });
    else done(Object.assign(new Error(`Wrong password ${String(given)}`), { responseCode: 535 }));
  },
};
const plain = await mailServer(guarded);
const encrypted = await mailServer({ ...guarded, secure: true });
const open = await mailServer({ ...guarded, disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
const urls = {
  'smtp:// with STARTTLS': plain.url.replace('//', `//${credentials}`),
  'smtps://': encrypted.url.replace('smtp://', `smtps://${credentials}`),
};
const send = (url: string) => createMailer({ url, from: 'data@example.org' }).send(mail);
const failureOf = async (url: string) => {
  try {
    await send(url);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

test.each(Object.entries(urls))('%s refuses a certificate that is not trusted, and says so', async (_name, url) => {
  expect(await failureOf(url)).toBe(
    'The certificate of the mail server is not trusted: self-signed certificate. NODE_EXTRA_CA_CERTS names the certificates of an own authority.',
  );
});

describe('where the certificate is trusted', () => {
  const trusted = tls.getCACertificates('default');
  beforeAll(() => {
    tls.setDefaultCACertificates([...trusted, selfSigned.cert]);
  });
  afterAll(() => {
    tls.setDefaultCACertificates(trusted);
  });

  test.each(Object.entries(urls))('%s hands a mail over with the user and the password', async (name, url) => {
    const server = name === 'smtps://' ? encrypted : plain;
    await send(url);
    expect(server.received.map(({ to }) => to)).toEqual([['ada@example.org']]);
  });

  test.each(Object.entries(urls))('%s with a wrong password says so, without the password', async (_name, url) => {
    const wrong = 'another-secret';
    const failure = await failureOf(url.replace(encodeURIComponent(password), wrong));
    expect(failure).toBe('The mail server does not accept the user and password of SMTP_URL.');
  });
});

test('a server on this machine gets the password without TLS where it offers none', async () => {
  await send(open.url.replace('//', `//${credentials}`));
  expect(open.received).toHaveLength(1);
});
