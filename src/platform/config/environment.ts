import { z } from 'zod';
import {
  callsQuota,
  exportPath,
  flag,
  hostPorts,
  httpUrl,
  nameOrAddress,
  oneOf,
  origins,
  postgresUrl,
  proxies,
  encryptionKeys,
  secretText,
  seedSource,
  storageUrl,
  wholeNumber,
} from './parsers.ts';
import { optional, setting } from './setting.ts';

const GIBIBYTE = 2 ** 30;

/** The environment variables in the order of README: parser, default and meaning of each. */
export const environment = z
  .object({
    PORT: setting('4000', wholeNumber(0, 65_535), 'The port to listen on; 0 picks a free one.'),
    HOST: setting(
      '0.0.0.0',
      nameOrAddress,
      'The address to listen on. The default means all addresses, as containers need it; 127.0.0.1 accepts local connections only.',
    ),
    DATABASE_URL: optional(postgresUrl, {
      about: 'An external PostgreSQL, instead of the embedded one.',
      fallback: 'embedded PostgreSQL',
      secret: true,
    }),
    DATA_DIR: setting(
      './data',
      (text) => text,
      'The folder of the embedded database, of stored files and of incoming uploads.',
    ),
    STORAGE_URL: optional(storageUrl, {
      about: 'Where stored files are: a folder, or s3://bucket/prefix at a server that speaks S3.',
      fallback: 'DATA_DIR/files',
    }),
    S3_ENDPOINT: optional(httpUrl, {
      about: 'The URL of the S3 server, such as https://s3.example.org. It is asked with the bucket in the path.',
      fallback: 'Amazon S3 in S3_REGION',
    }),
    S3_REGION: setting('us-east-1', nameOrAddress, 'The region of the bucket.'),
    S3_ACCESS_KEY_ID: optional(secretText, {
      about: 'The access key of the bucket.',
      fallback: 'credentials of the machine, as the AWS SDK finds them',
      secret: true,
    }),
    S3_SECRET_ACCESS_KEY: optional(secretText, {
      about: 'The secret of S3_ACCESS_KEY_ID.',
      fallback: 'credentials of the machine, as the AWS SDK finds them',
      secret: true,
    }),
    SECRETS_KEY: optional(encryptionKeys, {
      about:
        'The key that encrypts stored secrets: 32 bytes in base64 or hexadecimal. Required with DATABASE_URL; never lose it. Earlier keys, which only decrypt, follow after commas.',
      fallback: 'generated in DATA_DIR/secrets.key',
      secret: true,
    }),
    ADMIN_API_KEY: optional(secretText, {
      about: "The administrator's API key, set at the first start.",
      fallback: 'generated and printed once',
      secret: true,
    }),
    SEED: optional(seedSource, {
      about: 'What an empty catalog starts with: demo, none, or the path of a catalog file.',
      fallback: 'demo; none with DATABASE_URL',
    }),
    PUBLIC_URL: optional(httpUrl, {
      about: 'The address at which clients reach the service, for the links in responses.',
      fallback: 'address of the request',
    }),
    TRUST_PROXY: setting(
      'false',
      proxies,
      'Whose X-Forwarded-* headers the service trusts: true, false, a number of hops, or addresses and ranges separated by commas.',
    ),
    CORS_ORIGINS: setting(
      '*',
      origins,
      'The web origins that may call the service, separated by commas; * allows any. Credentials are never allowed.',
    ),
    INTROSPECTION: setting(
      'public',
      oneOf('public', 'keys'),
      'Who may introspect the graph: public means everyone, keys only callers with an API key.',
    ),
    STATEMENT_TIMEOUT: setting(
      '60',
      wholeNumber(1, 3_600),
      'The time limit of one database statement, in seconds; beyond it the response is 504.',
    ),
    EXPLORE_TIMEOUT: setting(
      '30',
      wholeNumber(1, 3_600),
      'The time limit of one query over published records, in seconds; beyond it the response is 504.',
    ),
    EXPLORE_QUOTA: optional(callsQuota, {
      about:
        'How many calls of the Explore API a user, or an address without a key, may make, such as 10000/day; per second, minute, hour, day or month in UTC.',
      fallback: 'no quota',
    }),
    MIGRATE: setting(
      'auto',
      oneOf('auto', 'off'),
      'Whether a starting process runs the pending migrations of the database; with off, `npm run migrate` does, and a process does not start before.',
    ),
    WORKER: setting(
      'inline',
      oneOf('inline', 'off'),
      'Whether this process also runs jobs; with off, `npm run worker` does.',
    ),
    MAX_UPLOAD_BYTES: setting(
      String(GIBIBYTE),
      wholeNumber(1, Number.MAX_SAFE_INTEGER),
      'The maximum size of an uploaded file, in bytes.',
    ),
    MAX_RECORDS: setting(
      '100000000',
      wholeNumber(1, Number.MAX_SAFE_INTEGER),
      'The maximum number of records of a dataset; a larger publication ends as `limit_reached` with the first ones.',
    ),
    FORM_RATE_LIMIT: setting(
      '30',
      wholeNumber(1, 1_000_000),
      'How many submissions and changes of submissions a user, or an address without a key, may send per form and minute.',
    ),
    RECAPTCHA_URL: setting(
      'https://www.google.com/recaptcha/api/siteverify',
      httpUrl,
      'Where the tokens of forms with reCAPTCHA are verified.',
    ),
    RECAPTCHA_SECRET: optional(secretText, {
      about: 'The secret of the site at RECAPTCHA_URL.',
      fallback: 'forms with reCAPTCHA reject submissions',
      secret: true,
    }),
    FETCH_ALLOW: setting(
      '',
      hostPorts,
      'host:port pairs, separated by commas, that outgoing calls may reach although the addresses are private.',
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
      'The minimum level that is logged.',
    ),
  })
  .refine(({ DATABASE_URL, SECRETS_KEY }) => DATABASE_URL === undefined || SECRETS_KEY !== undefined, {
    path: ['SECRETS_KEY'],
    message: 'a key with DATABASE_URL: 32 bytes in base64 or hexadecimal, such as `openssl rand -base64 32` prints',
  })
  .refine((env) => env.S3_ACCESS_KEY_ID === undefined || env.S3_SECRET_ACCESS_KEY !== undefined, {
    path: ['S3_ACCESS_KEY_ID'],
    message: 'S3_SECRET_ACCESS_KEY to be set with it',
  })
  .refine((env) => env.S3_SECRET_ACCESS_KEY === undefined || env.S3_ACCESS_KEY_ID !== undefined, {
    path: ['S3_SECRET_ACCESS_KEY'],
    message: 'S3_ACCESS_KEY_ID to be set with it',
  });

/** The parsed environment variables. */
export type Environment = z.output<typeof environment>;
