import { mailSender, optional, smtpUrl } from './setting-parsers.ts';

/** The settings of the mails that invite people. */
export const mailSettings = {
  SMTP_URL: optional(smtpUrl, {
    about:
      'The server that sends mails, which invite people: smtps://user:password@host:465, or smtp://host:587, with TLS where the server offers it. A user and password are sent to another machine only with TLS.',
    fallback: 'no mails; the graph returns the links of invitations to administrators',
    secret: true,
  }),
  MAIL_FROM: optional(mailSender, {
    about: 'Who sends the mails: an address, or a name and the address, such as Open data <data@example.org>.',
    fallback: 'none; required with SMTP_URL',
  }),
};
