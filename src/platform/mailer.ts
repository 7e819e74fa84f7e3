import type { Transporter } from 'nodemailer';
import { z } from 'zod';

/** A mail to one person, as plain text and as HTML that loads nothing. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends mails. */
export interface Mailer {
  /** Hands a mail over to the server. Throws MailFailure. */
  send(mail: Mail): Promise<void>;
}

/** A mail that was not sent. The message says why, without secrets. */
export class MailFailure extends Error {
  /** Whether another attempt is of no use: the server refuses this address or this mail. */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** Where mails are handed over, and who sends them. */
interface MailSettings {
  readonly url: string;
  readonly from: string;
}

const timeoutMs = 20_000;

/** Creates the mailer of a process. It connects when the first mail is sent. */
export function createMailer({ url, from }: MailSettings): Mailer {
  let transport: Promise<Transporter> | undefined;
  return {
    async send(mail) {
      const sender = await (transport ??= openTransport(url));
      try {
        await sender.sendMail({ ...mail, from, headers: { 'Auto-Submitted': 'auto-generated' } });
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}

/** A password leaves this machine only over TLS. Mails load no file and no address. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'smtps:';
  const isOwnMachine = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: !isSecure && username !== '' && !isOwnMachine,
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** What nodemailer reports of a failure. */
const failureSchema = z.object({
  code: z.string().default('unknown error'),
  response: z.string().optional(),
  message: z.string().default(''),
});

/** The codes of nodemailer for a recipient and a mail that the server refuses. */
const refusals = ['EENVELOPE', 'EMESSAGE'];

/** The maximum length of what is repeated of a server's answer. */
const maxAnswerLength = 200;

function failureOf(error: unknown): MailFailure {
  const { code = 'unknown error', response, message = '' } = failureSchema.safeParse(error).data ?? {};
  if (code === 'EAUTH')
    return new MailFailure('The mail server does not accept the user and password of SMTP_URL.', false);
  // nodemailer replaces the code of a failed TLS handshake by its own
  if (response === undefined && /certificate|altnames/i.test(message))
    return new MailFailure(
      `The certificate of the mail server is not trusted: ${message.replace(/[;.].*$/s, '').slice(0, maxAnswerLength)}. NODE_EXTRA_CA_CERTS names the certificates of an own authority.`,
      false,
    );
  if (response === undefined) return new MailFailure(`The mail server cannot be reached or used (${code}).`, false);
  const answer = response.replace(/\s+/g, ' ').slice(0, maxAnswerLength);
  return new MailFailure(`The mail server answered: ${answer}`, refusals.includes(code) && answer.startsWith('5'));
}
