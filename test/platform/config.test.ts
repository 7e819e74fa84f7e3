import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readConfig, settings } from '#platform/config.ts';

const problemsOf = (env: Record<string, string>) => {
  try {
    readConfig(env);
  } catch (error) {
    return error instanceof Error ? error.message : 'not an error';
  }
  return 'no problem';
};

const SECRETS_KEY = '0123456789abcdef'.repeat(4);

test('every setting has a default', () => {
  expect(readConfig({})).toEqual({
    port: 4000,
    host: '0.0.0.0',
    databaseUrl: undefined,
    embeddedFolder: 'data/postgres',
    databaseDirectUrl: undefined,
    databaseReplica: undefined,
    databasePools: {
      access: { throughPooler: false, preparesStatements: true },
      size: 20,
      exploreSize: 10,
      exportSize: 6,
      waitSeconds: 15,
      statementSeconds: 60,
      exploreSeconds: 30,
    },
    dataDir: './data',
    storage: { kind: 'folder', path: 'data/files' },
    secretsKeys: undefined,
    adminApiKey: undefined,
    sessions: { idleMinutes: 120, hours: 12 },
    auditRetentionDays: 365,
    seed: { kind: 'demo' },
    publicUrl: undefined,
    trustProxy: false,
    corsOrigins: '*',
    publicMaxAge: 60,
    introspection: 'public',
    subgraph: false,
    portal: true,
    portalDefaults: {
      name: undefined,
      description: undefined,
      logo: undefined,
      accentColor: undefined,
      accentColorDark: undefined,
      publisher: undefined,
      contact: undefined,
      languages: undefined,
      legalPages: [],
    },
    documents: { path: undefined, trustedOnly: false },
    deletedRetentionDays: 30,
    exploreQuota: undefined,
    mcp: 'read-only',
    migrate: 'auto',
    worker: 'inline',
    maxUploadBytes: 2 ** 30,
    maxRecords: 100_000_000,
    rateLimits: { key: undefined, anonymous: 60_000 },
    formRateLimit: 30,
    idempotency: { hours: 24, maxKeys: 10_000 },
    records: { cacheBytes: 20_000_000_000, memoryBytes: 256_000_000 },
    recordsInMemoryBytes: 64_000_000,
    recaptchaUrl: 'https://www.google.com/recaptcha/api/siteverify',
    recaptchaSecret: undefined,
    geocoderUrl: undefined,
    mapTiles: undefined,
    fetchAllow: [],
    allowServerCredentials: false,
    federatedExportPath: '/api/explore/v2.1/catalog/datasets/{dataset_id}/exports/jsonl',
    logLevel: 'info',
    metrics: undefined,
    traces: undefined,
  });
});

test('an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ', SEED: '' })).toEqual(readConfig({}));
});

test('the demo is for the embedded database; an external one starts empty unless SEED says otherwise', () => {
  const DATABASE_URL = 'postgres://catalog:pw@db.internal/catalog';
  expect(readConfig({ DATABASE_URL, SECRETS_KEY }).seed).toEqual({ kind: 'none' });
  expect(readConfig({ DATABASE_URL, SECRETS_KEY, SEED: 'demo' }).seed).toEqual({ kind: 'demo' });
  expect(readConfig({ SEED: './portal' }).seed).toEqual({ kind: 'folder', path: './portal' });
});

describe('a setting is read as', () => {
  test.each([
    ['PORT', '0', 'port', 0],
    ['PUBLIC_URL', 'https://data.example.org/', 'publicUrl', 'https://data.example.org'],
    ['RATE_LIMIT_KEY', '600', 'rateLimits', { key: 600, anonymous: 60_000 }],
    ['RATE_LIMIT_ANONYMOUS', 'off', 'rateLimits', { key: undefined, anonymous: undefined }],
    ['EXPLORE_QUOTA', '10000/day', 'exploreQuota', { limit: 10_000, unit: 'day' }],
    ['TRUST_PROXY', 'true', 'trustProxy', true],
    ['TRUST_PROXY', '2', 'trustProxy', 2],
    ['TRUST_PROXY', '10.0.0.0/8, ::1', 'trustProxy', ['10.0.0.0/8', '::1']],
    [
      'CORS_ORIGINS',
      'https://A.example, http://localhost:3000',
      'corsOrigins',
      ['https://a.example', 'http://localhost:3000'],
    ],
    [
      'FETCH_ALLOW',
      'Files.internal:8080,[::1]:21,127.0.0.1:80',
      'fetchAllow',
      ['files.internal:8080', '[::1]:21', '127.0.0.1:80'],
    ],
    ['DOCUMENTS_PATH', './documents', 'documents', { path: './documents', trustedOnly: false }],
    ['DOCUMENTS', 'trusted', 'documents', { path: undefined, trustedOnly: true }],
    ['INTROSPECTION', 'keys', 'introspection', 'keys'],
    ['SUBGRAPH', 'on', 'subgraph', true],
    ['PORTAL', 'off', 'portal', false],
    [
      'SECRETS_KEY',
      `${SECRETS_KEY}, ${'ab'.repeat(32)}`,
      'secretsKeys',
      [Buffer.from(SECRETS_KEY, 'hex'), Buffer.alloc(32, 0xab)],
    ],
    ['MCP', 'read-write', 'mcp', 'read-write'],
    ['MIGRATE', 'off', 'migrate', 'off'],
    ['WORKER', 'off', 'worker', 'off'],
    ['MAX_UPLOAD_BYTES', '240000000', 'maxUploadBytes', 240_000_000],
    ['MAX_RECORDS', '1000', 'maxRecords', 1_000],
    ['DELETED_RETENTION_DAYS', '0', 'deletedRetentionDays', 0],
    ['HOST', '::1', 'host', '::1'],
    ['METRICS_PORT', '9464', 'metrics', { port: 9_464, host: '127.0.0.1' }],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'http://127.0.0.1:4318/',
      'traces',
      { endpoint: 'http://127.0.0.1:4318', serviceName: 'catalograph' },
    ],
    ['ALLOW_SERVER_CREDENTIALS', 'true', 'allowServerCredentials', true],
    ['SECRETS_KEY', SECRETS_KEY, 'secretsKeys', [Buffer.from(SECRETS_KEY, 'hex')]],
    [
      'SECRETS_KEY',
      Buffer.from(SECRETS_KEY, 'hex').toString('base64'),
      'secretsKeys',
      [Buffer.from(SECRETS_KEY, 'hex')],
    ],
  ] as const)('a setting is read as: %s=%s', (variable, text, name, value) => {
    expect(readConfig({ [variable]: text })[name]).toEqual(value);
  });
});

describe('a setting is refused:', () => {
  test.each([
    ['PORT', '65536', 'PORT is "65536"; expected a whole number from 0 to 65535.'],
    ['PORT', '80x', 'PORT is "80x"; expected a whole number from 0 to 65535.'],
    ['HOST', 'localhost:80', 'HOST is "localhost:80"; expected a host name or an IP address.'],
    ['MAX_UPLOAD_BYTES', '0', 'MAX_UPLOAD_BYTES is "0"; expected a whole number of at least 1.'],
    ['PUBLIC_URL', 'data.example.org', 'PUBLIC_URL is "data.example.org"; expected an http or https URL'],
    ['TRUST_PROXY', 'yes', 'TRUST_PROXY is "yes"; expected true, false, a number of hops, or IP addresses'],
    ['CORS_ORIGINS', 'https://a.example/path', 'CORS_ORIGINS is "https://a.example/path"; expected * or origins'],
    ['FETCH_ALLOW', 'files.internal', 'FETCH_ALLOW is "files.internal"; expected host:port pairs'],
    ['FETCH_ALLOW', '[nonsense]:80', 'FETCH_ALLOW is "[nonsense]:80"; expected host:port pairs'],
    ['INTROSPECTION', 'off', 'INTROSPECTION is "off"; expected one of public, keys.'],
    ['SUBGRAPH', 'yes', 'SUBGRAPH is "yes"; expected one of off, on.'],
    ['ALLOW_SERVER_CREDENTIALS', 'yes', 'ALLOW_SERVER_CREDENTIALS is "yes"; expected one of true, false.'],
    ['FEDERATED_EXPORT_PATH', '/exports', 'FEDERATED_EXPORT_PATH is "/exports"; expected a path such as'],
    [
      'SECRETS_KEY',
      'c2hvcnQ=',
      'SECRETS_KEY has a value that is not shown here; expected 32 bytes in base64 or hexadecimal',
    ],
    ['DATABASE_DIRECT_URL', 'postgres://db/catalog', 'expected DATABASE_URL, the pooler, to be set with it'],
    ['DATABASE_URL', 'postgres://db/catalog', 'SECRETS_KEY is not set; expected a key with DATABASE_URL'],
    [
      'EXPLORE_QUOTA',
      '10/week',
      'EXPLORE_QUOTA is "10/week"; expected a number of calls in a second, minute, hour, day or month, such as 10000/day.',
    ],
    ['METRICS_PORT', 'yes', 'METRICS_PORT is "yes"; expected a whole number from 0 to 65535.'],
    ['OTEL_SERVICE_NAME', 'a\nb', 'expected a text of up to 100 characters'],
    ['RATE_LIMIT_KEY', 'many', 'RATE_LIMIT_KEY is "many"; expected off, or a whole number from 1 to 1000000000.'],
    ['WORKER', 'yes', 'WORKER is "yes"; expected one of inline, off.'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL is "loud"; expected one of fatal, error, warn, info, debug, trace, silent.'],
  ])('a setting is refused: %s=%s', (variable, text, message) => {
    expect(problemsOf({ [variable]: text })).toContain(message);
  });
});

test('a subgraph answers the documents of a router, which are not trusted', () => {
  expect(problemsOf({ SUBGRAPH: 'on', DOCUMENTS: 'trusted', DOCUMENTS_PATH: './documents' })).toContain(
    'SUBGRAPH is "on"; expected off with DOCUMENTS=trusted',
  );
});

test('all problems are reported at once', () => {
  expect(problemsOf({ PORT: 'x', WORKER: 'y', LOG_LEVEL: 'z' }).split('\n')).toHaveLength(4);
});

test('the value of a secret is never shown', () => {
  const problems = problemsOf({ DATABASE_URL: 'mysql://root:hunter2@db/catalog', ADMIN_API_KEY: 'hunter2 and more' });
  expect(problems).toContain('DATABASE_URL has a value that is not shown here; expected a URL such as postgres://');
  expect(problems).toContain('ADMIN_API_KEY has a value that is not shown here');
  expect(problems).not.toContain('hunter2');
});

test('any text is either accepted or refused with a message that names the variable', () => {
  fc.assert(
    fc.property(fc.constantFrom(...settings.map(({ name }) => name)), fc.string(), (name, text) => {
      const problems = problemsOf({ [name]: text });
      expect(problems === 'no problem' || problems.includes(`  ${name} `)).toBe(true);
    }),
  );
});

test.each([
  ['PORTAL_COLOR', '#ffcc00', /Choose a darker color, such as #[0-9a-f]{6}\./],
  ['PORTAL_COLOR', '#14605a,#14605a', /Choose a lighter color, such as #[0-9a-f]{6}\./],
  ['PORTAL_COLOR', 'red', /Give a color as #rrggbb/],
  ['PORTAL_LOGO', 'package.json', /expected the path of a PNG, JPEG, GIF or WebP of at most 1 MiB\./],
  ['PORTAL_LOGO', 'nowhere.png', /expected the path of a file that can be read \(ENOENT\)\./],
  ['PORTAL_LANGUAGES', 'en,english', /expected language codes of ISO 639-1/],
  ['PORTAL_IMPRINT', 'javascript:alert(1)', /expected an http or https URL, or a path/],
  ['PORTAL_IMPRINT', '//evil.example', /expected an http or https URL, or a path/],
  ['PORTAL_CONTACT', 'nobody', /expected an e-mail address/],
  ['PORTAL_PUBLISHER_URL', 'https://town.example', /expected PORTAL_PUBLISHER, the name, to be set with it/],
])('%s=%s is refused with what to do', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(message);
});

test('the configuration cannot be changed', () => {
  expect(Object.isFrozen(readConfig({}))).toBe(true);
});

test('every setting is listed with its default and meaning', () => {
  expect(settings.map(({ name }) => name)).toEqual([
    'PORT',
    'HOST',
    'PUBLIC_URL',
    'TRUST_PROXY',
    'CORS_ORIGINS',
    'PUBLIC_MAX_AGE',
    'INTROSPECTION',
    'DOCUMENTS_PATH',
    'DOCUMENTS',
    'SUBGRAPH',
    'MCP',
    'PORTAL',
    'WORKER',
    'LOG_LEVEL',
    'PORTAL_NAME',
    'PORTAL_DESCRIPTION',
    'PORTAL_LOGO',
    'PORTAL_COLOR',
    'PORTAL_PUBLISHER',
    'PORTAL_PUBLISHER_URL',
    'PORTAL_CONTACT',
    'PORTAL_LANGUAGES',
    'PORTAL_IMPRINT',
    'PORTAL_PRIVACY',
    'PORTAL_ACCESSIBILITY',
    'MAP_TILES_URL',
    'MAP_TILES_ATTRIBUTION',
    'DATABASE_URL',
    'DATABASE_DIRECT_URL',
    'PREPARED_STATEMENTS',
    'DATABASE_SCHEMA',
    'DATABASE_REPLICA_URL',
    'REPLICA_MAX_LAG',
    'DATABASE_POOL_SIZE',
    'EXPLORE_POOL_SIZE',
    'EXPORT_POOL_SIZE',
    'POOL_TIMEOUT',
    'MIGRATE',
    'SEED',
    'DELETED_RETENTION_DAYS',
    'STATEMENT_TIMEOUT',
    'EXPLORE_TIMEOUT',
    'DATA_DIR',
    'STORAGE_URL',
    'RECORDS_CACHE_MB',
    'RECORDS_MEMORY_MB',
    'RECORDS_IN_MEMORY_MB',
    'S3_ENDPOINT',
    'S3_REGION',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
    'SECRETS_KEY',
    'ADMIN_API_KEY',
    'SESSION_IDLE_MINUTES',
    'SESSION_HOURS',
    'AUDIT_RETENTION_DAYS',
    'EXPLORE_QUOTA',
    'RATE_LIMIT_KEY',
    'RATE_LIMIT_ANONYMOUS',
    'FORM_RATE_LIMIT',
    'IDEMPOTENCY_HOURS',
    'IDEMPOTENCY_MAX_KEYS',
    'MAX_UPLOAD_BYTES',
    'MAX_RECORDS',
    'FETCH_ALLOW',
    'ALLOW_SERVER_CREDENTIALS',
    'FEDERATED_EXPORT_PATH',
    'RECAPTCHA_URL',
    'RECAPTCHA_SECRET',
    'GEOCODER_URL',
    'SMTP_URL',
    'MAIL_FROM',
    'METRICS_PORT',
    'METRICS_HOST',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_SERVICE_NAME',
  ]);
  expect(settings.every(({ about }) => about.endsWith('.'))).toBe(true);
});

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'catalograph-secrets-'));
  const secretFile = (content: string): string => {
    const path = join(folder, 'secret');
    writeFileSync(path, content);
    return path;
  };

  test('is read as the value of its variable, without the line end', () => {
    expect(readConfig({ SECRETS_KEY_FILE: secretFile(`${SECRETS_KEY}\n`) }).secretsKeys).toEqual(
      readConfig({ SECRETS_KEY }).secretsKeys,
    );
  });

  test('can be each secret setting, and no other setting', () => {
    const path = secretFile('postgres://catalog:pw@db.internal/catalog');
    expect(readConfig({ DATABASE_URL_FILE: path, SECRETS_KEY }).databaseUrl).toBe(
      'postgres://catalog:pw@db.internal/catalog',
    );
    expect(readConfig({ PORT_FILE: path }).port).toBe(4000);
  });

  test('is refused beside the variable itself', () => {
    expect(problemsOf({ SECRETS_KEY, SECRETS_KEY_FILE: secretFile(SECRETS_KEY) })).toContain(
      'SECRETS_KEY and SECRETS_KEY_FILE are both set; expected one of them.',
    );
  });

  test.each([
    ['is missing', () => join(folder, 'missing'), 'ENOENT'],
    ['is a folder', () => folder, 'EISDIR'],
    ['is empty', () => secretFile(' \n'), 'the file is empty'],
    ['is too long', () => secretFile('s'.repeat(16_385)), 'the file has more than 16384 bytes'],
  ])('is refused when the file %s', (_, path, reason) => {
    expect(problemsOf({ ADMIN_API_KEY_FILE: path() })).toContain(
      `ADMIN_API_KEY_FILE is ${JSON.stringify(path())}, which cannot be used (${reason}); expected a file with the value of ADMIN_API_KEY.`,
    );
  });

  test('is never shown in a message', () => {
    const problem = problemsOf({ SECRETS_KEY_FILE: secretFile('not-a-key-but-secret') });
    expect(problem).toContain('SECRETS_KEY has a value that is not shown here');
    expect(problem).not.toContain('not-a-key');
  });
});
