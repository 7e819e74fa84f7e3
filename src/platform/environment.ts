import { z } from 'zod';
import {
  callsQuota,
  encryptionKeys,
  exportPath,
  flag,
  hostPorts,
  httpUrl,
  nameOrAddress,
  offOr,
  oneOf,
  optional,
  origins,
  postgresUrl,
  proxies,
  schemaName,
  secretText,
  seedSource,
  setting,
  shortText,
  storageUrl,
  wholeNumber,
} from './setting-parsers.ts';
import { mailSettings } from './mail-environment.ts';
import { portalSettings } from './portal-environment.ts';

/** Settings of the process: where it listens, who may call it, what it runs. */
const serverSettings = {
  PORT: setting('4000', wholeNumber(0, 65_535), 'The port to listen on; 0 picks a free one.'),
  HOST: setting(
    '0.0.0.0',
    nameOrAddress,
    'The address to listen on. The default means all addresses, as containers need it; 127.0.0.1 accepts local connections only.',
  ),
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
  PUBLIC_MAX_AGE: setting(
    '60',
    wholeNumber(0, 3_600),
    'How many seconds caches may use what callers without a key read, after it has changed or is no longer public; 0 means that they ask each time.',
  ),
  INTROSPECTION: setting(
    'public',
    oneOf('public', 'keys'),
    'Who may introspect the graph: public means everyone, keys only callers with an API key.',
  ),
  DOCUMENTS_PATH: optional((text: string) => text, {
    about:
      'The folder of trusted documents, which clients send by their SHA-256: .graphql files, and .json files that map hashes to texts.',
    fallback: 'none',
  }),
  DOCUMENTS: setting(
    'any',
    oneOf('any', 'trusted'),
    'Whether the graph answers any document, or only trusted ones: those of DOCUMENTS_PATH and of the page at `/`. REST is unchanged.',
  ),
  SUBGRAPH: setting(
    'off',
    oneOf('off', 'on'),
    'Whether `/graphql` is a subgraph of Apollo Federation, for a router that combines it with other graphs, and the graph of each dataset another (docs/federation.md).',
  ),
  MCP: setting(
    'read-only',
    oneOf('off', 'read-only', 'read-write'),
    'Whether agents may use the tools at `/mcp`, and whether keys that may change something can do so there (docs/agents.md).',
  ),
  PORTAL: setting(
    'on',
    oneOf('on', 'off'),
    'Whether `/` is a page for people, with search, datasets and forms; off leaves the interfaces alone.',
  ),
  WORKER: setting(
    'inline',
    oneOf('inline', 'off'),
    'Whether this process also runs jobs; with off, `npm run worker` does.',
  ),
  LOG_LEVEL: setting(
    'info',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'The minimum level that is logged.',
  ),
};

/** The settings of the database and its statements. */
const databaseSettings = {
  DATABASE_URL: optional(postgresUrl, {
    about: 'An external PostgreSQL, instead of the embedded one.',
    fallback: 'embedded PostgreSQL',
    secret: true,
  }),
  DATABASE_DIRECT_URL: optional(postgresUrl, {
    about: 'PostgreSQL itself, where DATABASE_URL leads to a pooler in transaction mode.',
    fallback: 'DATABASE_URL, without a pooler',
    secret: true,
  }),
  PREPARED_STATEMENTS: setting(
    'on',
    oneOf('on', 'off'),
    'Whether statements are prepared; off is for a pooler that keeps none, such as PgBouncer before 1.21.',
  ),
  DATABASE_SCHEMA: optional(schemaName, {
    about: 'The one schema that has everything, for a role that may create no schema.',
    fallback: 'the first of the search path, and four of the catalog’s own',
  }),
  DATABASE_REPLICA_URL: optional(postgresUrl, {
    about: 'A streaming replica of DATABASE_URL, which serves reads unless the caller has just made a change.',
    fallback: 'none',
    secret: true,
  }),
  REPLICA_MAX_LAG: setting(
    '10',
    wholeNumber(1, 300),
    'How many seconds the data of the replica may be old; beyond it, the primary serves all reads.',
  ),
  DATABASE_POOL_SIZE: setting(
    '20',
    wholeNumber(4, 1_000),
    'How many connections a process opens at most to read and change the catalog.',
  ),
  EXPLORE_POOL_SIZE: setting(
    '10',
    wholeNumber(1, 1_000),
    'How many connections it opens in addition for searches of the catalog, and how many queries over published records it runs at a time.',
  ),
  EXPORT_POOL_SIZE: setting('6', wholeNumber(1, 1_000), 'How many connections it opens in addition for exports.'),
  POOL_TIMEOUT: setting(
    '15',
    wholeNumber(1, 600),
    'How many seconds a statement waits for a free connection; beyond it the response is 503.',
  ),
  MIGRATE: setting(
    'auto',
    oneOf('auto', 'off'),
    'Whether a starting process runs the pending migrations of the database; with off, `npm run migrate` does, and a process does not start before.',
  ),
  SEED: optional(seedSource, {
    about:
      'What an empty catalog starts with: demo, none, or the path of a folder which `catalograph export` wrote (portal-in-files.md).',
    fallback: 'demo; none with DATABASE_URL',
  }),
  DELETED_RETENTION_DAYS: setting(
    '30',
    wholeNumber(0, 3_650),
    'How many days a deleted dataset or form can be restored; 0 means that it is gone at once. A change applies to later deletions.',
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
};

/** The settings of stored files. */
const storageSettings = {
  DATA_DIR: setting(
    './data',
    (text) => text,
    'The folder of the embedded database, of stored files and of incoming uploads.',
  ),
  STORAGE_URL: optional(storageUrl, {
    about: 'Where stored files are: a folder, or s3://bucket/prefix at a server that speaks S3.',
    fallback: 'DATA_DIR/files',
  }),
  RECORDS_CACHE_MB: setting(
    '20000',
    wholeNumber(100, 10_000_000),
    'How many megabytes of DATA_DIR hold records for queries. They are read from the stored files again where they are missing.',
  ),
  RECORDS_MEMORY_MB: setting(
    '256',
    wholeNumber(16, 1_000_000),
    'How many megabytes of memory queries over records may use in a process, all together; beyond it they write to the disk.',
  ),
  RECORDS_IN_MEMORY_MB: setting(
    '64',
    wholeNumber(0, 1_000_000),
    'How many megabytes of memory hold the records of small datasets, whose queries need no engine; 0 reads all records by the engine.',
  ),
  S3_ENDPOINT: optional(httpUrl, {
    about:
      'The URL of the S3 server, such as https://s3.example.org. The service puts the bucket into the path of its requests.',
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
};

/** The settings of keys and secrets. */
const securitySettings = {
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
  SESSION_IDLE_MINUTES: setting(
    '120',
    wholeNumber(5, 43_200),
    'After how many minutes without a request the session of a person who signed in with a browser ends.',
  ),
  SESSION_HOURS: setting(
    '12',
    wholeNumber(1, 720),
    'After how many hours such a session ends in any case. A change applies to later sign-ins.',
  ),
  AUDIT_RETENTION_DAYS: setting(
    '365',
    wholeNumber(1, 36_500),
    'How many days the entries of the audit log are kept; then a job deletes them.',
  ),
};

const GIBIBYTE = 2 ** 30;

/** The limits of what callers may send and ask. */
const limitSettings = {
  EXPLORE_QUOTA: optional(callsQuota, {
    about:
      'How many calls of the Explore API a user, or an address without a key, may make, such as 10000/day; per second, minute, hour, day or month in UTC.',
    fallback: 'no quota',
  }),
  RATE_LIMIT_KEY: setting(
    'off',
    offOr(wholeNumber(1, 1_000_000_000)),
    'How many points per minute a user may spend with all of their keys together (docs/security.md); off means any number.',
  ),
  RATE_LIMIT_ANONYMOUS: setting(
    '60000',
    offOr(wholeNumber(1, 1_000_000_000)),
    'How many points per minute an address may spend without a key; off means any number. Behind a proxy, set TRUST_PROXY, or all of its clients are one address.',
  ),
  FORM_RATE_LIMIT: setting(
    '30',
    wholeNumber(1, 1_000_000),
    'How many submissions and changes of submissions a user, or an address without a key, may send per form and minute.',
  ),
  IDEMPOTENCY_HOURS: setting(
    '24',
    wholeNumber(1, 720),
    'How many hours a request with an Idempotency-Key gets the answer to the first one with the same key.',
  ),
  IDEMPOTENCY_MAX_KEYS: setting(
    '10000',
    wholeNumber(1, 1_000_000),
    'How many Idempotency-Keys of a user, or of an address without a key, are kept at a time; beyond it the response is 429.',
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
};

/** The settings of calls to other servers. */
const outgoingSettings = {
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
  GEOCODER_URL: optional(httpUrl, {
    about:
      'A server with the interface of Nominatim (`/search` and `/reverse`), which finds the places that people name, such as https://nominatim.example.org. FETCH_ALLOW must name it where its address is private.',
    fallback: 'no search for places',
  }),
};

/** Settings of metrics and traces. */
const observabilitySettings = {
  METRICS_PORT: optional(wholeNumber(0, 65_535), {
    about:
      'The port of /metrics for Prometheus, and of /livez and /readyz; 0 picks a free one. Gateways and workers have one each.',
    fallback: 'no metrics',
  }),
  METRICS_HOST: setting(
    '127.0.0.1',
    nameOrAddress,
    'The address of METRICS_PORT, which asks for no key: choose one that only the monitoring can reach.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(httpUrl, {
    about:
      'The OpenTelemetry collector that receives traces, by HTTP, such as http://127.0.0.1:4318. Other OTEL_* variables apply as OpenTelemetry defines them (docs/operations.md).',
    fallback: 'no traces',
  }),
  OTEL_SERVICE_NAME: setting('catalograph', shortText(100), 'The name of the service in traces.'),
};

/** The names of the environment variables, by the group in which docs/settings.md shows them. */
export const settingGroups = Object.freeze({
  'The process and its interfaces': Object.keys(serverSettings),
  'The name and look of the portal': Object.keys(portalSettings),
  'The database': Object.keys(databaseSettings),
  'Files and records': Object.keys(storageSettings),
  'Keys and secrets': Object.keys(securitySettings),
  Limits: Object.keys(limitSettings),
  'Calls to other servers': Object.keys(outgoingSettings),
  Mails: Object.keys(mailSettings),
  'Metrics and traces': Object.keys(observabilitySettings),
});

/** The environment variables: parser, default and meaning of each. */
export const environment = z
  .object({
    ...serverSettings,
    ...portalSettings,
    ...databaseSettings,
    ...storageSettings,
    ...securitySettings,
    ...limitSettings,
    ...outgoingSettings,
    ...mailSettings,
    ...observabilitySettings,
  })
  .refine(({ DATABASE_URL, SECRETS_KEY }) => DATABASE_URL === undefined || SECRETS_KEY !== undefined, {
    path: ['SECRETS_KEY'],
    message: 'a key with DATABASE_URL: 32 bytes in base64 or hexadecimal, such as `openssl rand -base64 32` prints',
  })
  .refine((env) => env.PORTAL_PUBLISHER_URL === undefined || env.PORTAL_PUBLISHER !== undefined, {
    path: ['PORTAL_PUBLISHER_URL'],
    message: 'PORTAL_PUBLISHER, the name, to be set with it',
  })
  .refine((env) => env.SMTP_URL === undefined || env.MAIL_FROM !== undefined, {
    path: ['MAIL_FROM'],
    message: 'the address that sends the mails of SMTP_URL, such as data@example.org',
  })
  .refine((env) => env.DATABASE_DIRECT_URL === undefined || env.DATABASE_URL !== undefined, {
    path: ['DATABASE_DIRECT_URL'],
    message: 'DATABASE_URL, the pooler, to be set with it',
  })
  .refine((env) => env.DOCUMENTS === 'any' || env.SUBGRAPH === 'off', {
    path: ['SUBGRAPH'],
    message: 'off with DOCUMENTS=trusted, because a router writes documents of its own',
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
