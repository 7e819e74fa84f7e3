import { z } from 'zod';
import {
  exportPath,
  flag,
  hostPorts,
  httpUrl,
  nameOrAddress,
  oneOf,
  origins,
  postgresUrl,
  proxies,
  sealingKey,
  secretText,
  seedSource,
  wholeNumber,
} from './readers.ts';
import { optional, setting } from './setting.ts';

const GIBIBYTE = 2 ** 30;

/** The environment variables in the order of README: parser, default and meaning of each. */
export const environment = z
  .object({
    PORT: setting('4000', wholeNumber(0, 65_535), 'The port to listen on; 0 takes a free one.'),
    HOST: setting(
      '0.0.0.0',
      nameOrAddress,
      'The address to listen on. The default listens on all of them, as containers need it; 127.0.0.1 keeps to this machine.',
    ),
    DATABASE_URL: optional(postgresUrl, {
      about: 'An external PostgreSQL, instead of the embedded one.',
      fallback: 'embedded PostgreSQL',
      secret: true,
    }),
    DATA_DIR: setting('./data', (text) => text, 'The folder of the embedded database and of stored files.'),
    SECRETS_KEY: optional(sealingKey, {
      about:
        'Seals stored secrets: 32 bytes in base64 or hexadecimal. Required with DATABASE_URL; never lose or change it.',
      fallback: 'made in DATA_DIR/secrets.key',
      secret: true,
    }),
    ADMIN_API_KEY: optional(secretText, {
      about: "Becomes the administrator's API key at the first start.",
      fallback: 'made and printed once',
      secret: true,
    }),
    SEED: optional(seedSource, {
      about: 'What an empty catalog starts with: demo, none, or the path of a catalog file.',
      fallback: 'demo; none with DATABASE_URL',
    }),
    PUBLIC_URL: optional(httpUrl, {
      about: 'The address under which clients reach the service, for the links in answers.',
      fallback: 'that of the request',
    }),
    TRUST_PROXY: setting(
      'false',
      proxies,
      'Whose X-Forwarded-* headers count: true, false, a number of hops, or addresses and ranges separated by commas.',
    ),
    CORS_ORIGINS: setting(
      '*',
      origins,
      'The web origins that may call the service, separated by commas; * is any. Credentials never.',
    ),
    INTROSPECTION: setting(
      'public',
      oneOf('public', 'keys'),
      'Who may introspect the graph: public is all, keys only callers with a key.',
    ),
    STATEMENT_TIMEOUT: setting(
      '60',
      wholeNumber(1, 3_600),
      'How many seconds the database may work on one statement; beyond it the answer is 503.',
    ),
    WORKER: setting(
      'inline',
      oneOf('inline', 'off'),
      'Whether this process also runs jobs; with off, `npm run worker` does.',
    ),
    MAX_UPLOAD_BYTES: setting(
      String(GIBIBYTE),
      wholeNumber(1, Number.MAX_SAFE_INTEGER),
      'The largest file that may be uploaded.',
    ),
    MAX_RECORDS: setting(
      '100000000',
      wholeNumber(1, Number.MAX_SAFE_INTEGER),
      'How many records a dataset may have; a publication of more ends as `limit_reached`, with the first ones.',
    ),
    FORM_RATE_LIMIT: setting(
      '30',
      wholeNumber(1, 1_000_000),
      'How often a user, or an address without a key, may submit to a form or change a submission in a minute.',
    ),
    RECAPTCHA_URL: setting(
      'https://www.google.com/recaptcha/api/siteverify',
      httpUrl,
      'Where the tokens of forms with reCAPTCHA are verified.',
    ),
    RECAPTCHA_SECRET: optional(secretText, {
      about: 'The secret of the site at that service.',
      fallback: 'forms with reCAPTCHA take nothing',
      secret: true,
    }),
    FETCH_ALLOW: setting(
      '',
      hostPorts,
      'host:port pairs, separated by commas, that outside calls may reach although they are private addresses.',
    ),
    ALLOW_SERVER_CREDENTIALS: setting(
      'false',
      flag,
      'Whether connections to Amazon S3 may use the credentials of the server itself (`iam_role`).',
    ),
    FEDERATED_EXPORT_PATH: setting(
      '/api/explore/v2.1/catalog/datasets/{dataset_id}/exports/jsonl',
      exportPath,
      'Where other catalogs export the records of a dataset as JSON lines.',
    ),
    LOG_LEVEL: setting(
      'info',
      oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
      'The least level that is logged.',
    ),
  })
  .refine(({ DATABASE_URL, SECRETS_KEY }) => DATABASE_URL === undefined || SECRETS_KEY !== undefined, {
    path: ['SECRETS_KEY'],
    message: 'a key with DATABASE_URL: 32 bytes in base64 or hexadecimal, such as `openssl rand -base64 32` prints',
  });

/** The parsed environment variables. */
export type Environment = z.output<typeof environment>;
