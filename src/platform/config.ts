import { join } from 'node:path';
import { z } from 'zod';
import { environment, type Environment } from './environment.ts';
import type { StorageLocation } from './setting-parsers.ts';
import { SetupError, systemErrorCode } from './system-errors.ts';
import type { StorageSettings } from './storage/open-storage.ts';
import { closeSync, openSync, readSync } from 'node:fs';

/** The service's settings, read once at start. */
export type Config = ReturnType<typeof configFrom>;

/**
 * Parses the settings from environment variables, and secrets from the files that variables such as SECRETS_KEY_FILE name. An empty
 * variable counts as unset. Fails with one SetupError that lists all problems.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const files = readSecretFiles(set, secretVariables);
  const given = { ...set, ...files.secrets };
  const parsed = environment.safeParse(given);
  if (parsed.success && files.problems.length === 0) return configFrom(parsed.data);
  const problems = [...files.problems, ...(parsed.error?.issues ?? []).map((issue) => problemOf(issue, given))];
  throw new SetupError(`The settings cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
}

function configFrom(env: Environment) {
  return Object.freeze({
    port: env.PORT,
    host: env.HOST,
    /** The URL of an external PostgreSQL; undefined means the embedded PostgreSQL in `dataDir`. */
    databaseUrl: env.DATABASE_URL,
    /** The folder of the embedded PostgreSQL; undefined with an external one. */
    embeddedFolder: env.DATABASE_URL === undefined ? join(env.DATA_DIR, 'postgres') : undefined,
    /** PostgreSQL itself where `databaseUrl` leads to a pooler in transaction mode, else undefined. */
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    /** The replica that serves reads, and how many seconds its data may be old. */
    databaseReplica:
      env.DATABASE_REPLICA_URL === undefined
        ? undefined
        : Object.freeze({ url: env.DATABASE_REPLICA_URL, maxLagSeconds: env.REPLICA_MAX_LAG }),
    /** The pools of connections to the database. */
    databasePools: Object.freeze({
      access: Object.freeze({
        throughPooler: env.DATABASE_DIRECT_URL !== undefined,
        preparesStatements: env.PREPARED_STATEMENTS === 'on',
        schema: env.DATABASE_SCHEMA,
      }),
      size: env.DATABASE_POOL_SIZE,
      exploreSize: env.EXPLORE_POOL_SIZE,
      exportSize: env.EXPORT_POOL_SIZE,
      waitSeconds: Math.min(env.POOL_TIMEOUT, env.STATEMENT_TIMEOUT),
      statementSeconds: env.STATEMENT_TIMEOUT,
      exploreSeconds: env.EXPLORE_TIMEOUT,
    }),
    dataDir: env.DATA_DIR,
    /** What the column engine may use: bytes of the disk for the records that queries read, and of memory. */
    records: Object.freeze({ cacheBytes: env.RECORDS_CACHE_MB * 1e6, memoryBytes: env.RECORDS_MEMORY_MB * 1e6 }),
    /** The bytes of memory that hold records of small datasets; 0 for none. */
    recordsInMemoryBytes: env.RECORDS_IN_MEMORY_MB * 1e6,
    /** Where stored files are. */
    storage: storageOf(env, env.STORAGE_URL ?? { kind: 'folder', path: join(env.DATA_DIR, 'files') }),
    /** The keys of secrets, 32 bytes each: the first one encrypts, all decrypt. Undefined means the key in `dataDir`. */
    secretsKeys: env.SECRETS_KEY,
    adminApiKey: env.ADMIN_API_KEY,
    /** When the session of a person ends: without requests, and in any case. */
    sessions: Object.freeze({ idleMinutes: env.SESSION_IDLE_MINUTES, hours: env.SESSION_HOURS }),
    auditRetentionDays: env.AUDIT_RETENTION_DAYS,
    seed: env.SEED ?? Object.freeze({ kind: env.DATABASE_URL === undefined ? 'demo' : 'none' } as const),
    /** The address of the service, without a trailing slash; undefined means the address of each request. */
    publicUrl: env.PUBLIC_URL,
    trustProxy: env.TRUST_PROXY,
    /** How many seconds caches may use a response to a caller without a key; 0 means that they ask each time. */
    publicMaxAge: env.PUBLIC_MAX_AGE,
    corsOrigins: env.CORS_ORIGINS,
    introspection: env.INTROSPECTION,
    /** The folder of trusted documents, and whether the graph refuses all others. */
    documents: Object.freeze({ path: env.DOCUMENTS_PATH, trustedOnly: env.DOCUMENTS === 'trusted' }),
    /** Whether the graph is a subgraph of Apollo Federation. */
    subgraph: env.SUBGRAPH === 'on',
    /** Whether the service has a page for people. */
    portal: env.PORTAL === 'on',
    /** What the portal shows where its settings in the graph say nothing. */
    portalDefaults: portalDefaultsOf(env),
    /** How many days a deleted dataset or form can be restored. */
    deletedRetentionDays: env.DELETED_RETENTION_DAYS,
    /** How many calls of the Explore API each caller may make in a period; undefined without a quota. */
    exploreQuota: env.EXPLORE_QUOTA,
    /** What agents may do at `/mcp`. */
    mcp: env.MCP,
    migrate: env.MIGRATE,
    worker: env.WORKER,
    /** How long Idempotency-Keys are kept, and how many of each caller. */
    idempotency: Object.freeze({ hours: env.IDEMPOTENCY_HOURS, maxKeys: env.IDEMPOTENCY_MAX_KEYS }),
    maxUploadBytes: env.MAX_UPLOAD_BYTES,
    maxRecords: env.MAX_RECORDS,
    /** The points that each caller may spend per minute, with a key and without; undefined means any number. */
    rateLimits: Object.freeze({ key: env.RATE_LIMIT_KEY, anonymous: env.RATE_LIMIT_ANONYMOUS }),
    /** The maximum number of attempts per minute. */
    formRateLimit: env.FORM_RATE_LIMIT,
    recaptchaUrl: env.RECAPTCHA_URL,
    recaptchaSecret: env.RECAPTCHA_SECRET,
    /** The server that sends mails, and who sends them; undefined without mails. */
    mail: env.SMTP_URL === undefined ? undefined : Object.freeze({ url: env.SMTP_URL, from: env.MAIL_FROM ?? '' }),
    /** A server with the interface of Nominatim; undefined without a search for places. */
    geocoderUrl: env.GEOCODER_URL,
    /** The tiles below maps, and who made them; undefined without tiles. */
    mapTiles:
      env.MAP_TILES_URL === undefined
        ? undefined
        : Object.freeze({ url: env.MAP_TILES_URL, attribution: env.MAP_TILES_ATTRIBUTION ?? '' }),
    /** `host:port` pairs in lower case, IPv6 in brackets. */
    fetchAllow: env.FETCH_ALLOW,
    allowServerCredentials: env.ALLOW_SERVER_CREDENTIALS,
    federatedExportPath: env.FEDERATED_EXPORT_PATH,
    logLevel: env.LOG_LEVEL,
    /** Where `/metrics` listens; undefined without metrics. */
    metrics: env.METRICS_PORT === undefined ? undefined : { port: env.METRICS_PORT, host: env.METRICS_HOST },
    /** Where traces are sent, and the name of the service in them; undefined without traces. */
    traces:
      env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? undefined
        : { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, serviceName: env.OTEL_SERVICE_NAME },
  });
}

/** The defaults of the settings of the portal. */
function portalDefaultsOf(env: Environment) {
  const { PORTAL_PUBLISHER: name, PORTAL_PUBLISHER_URL: url, PORTAL_CONTACT: email } = env;
  const legalPages = [
    ['imprint', env.PORTAL_IMPRINT],
    ['privacy', env.PORTAL_PRIVACY],
    ['accessibility', env.PORTAL_ACCESSIBILITY],
  ] as const;
  return Object.freeze({
    name: env.PORTAL_NAME,
    description: env.PORTAL_DESCRIPTION,
    logo: env.PORTAL_LOGO,
    accentColor: env.PORTAL_COLOR?.accentColor,
    accentColorDark: env.PORTAL_COLOR?.accentColorDark,
    publisher: name === undefined ? undefined : Object.freeze({ name, url: url ?? null, email: null }),
    contact: email === undefined ? undefined : Object.freeze({ name: null, url: null, email }),
    languages: env.PORTAL_LANGUAGES,
    legalPages: Object.freeze(
      legalPages.flatMap(([kind, url]) => (url === undefined ? [] : [Object.freeze({ kind, url })])),
    ),
  });
}

/** The settings of the storage at a location. */
function storageOf(env: Environment, location: StorageLocation): StorageSettings {
  if (location.kind === 'folder') return location;
  const { S3_ENDPOINT: endpoint, S3_REGION: region } = env;
  const [accessKeyId, secretAccessKey] = [env.S3_ACCESS_KEY_ID, env.S3_SECRET_ACCESS_KEY];
  const hasKey = accessKeyId !== undefined && secretAccessKey !== undefined;
  return Object.freeze({
    ...location,
    endpoint,
    region,
    credentials: hasKey ? Object.freeze({ accessKeyId, secretAccessKey }) : undefined,
  });
}

function problemOf(issue: z.core.$ZodIssue, given: Readonly<Record<string, string | undefined>>): string {
  const variable = String(issue.path[0]);
  const setting = settings.find(({ name }) => name === variable);
  return `${variable} ${describeValue(given[variable], setting?.secret === true)}; expected ${issue.message}.`;
}

function describeValue(value: string | undefined, isSecret: boolean): string {
  if (value === undefined) return 'is not set';
  return isSecret ? 'has a value that is not shown here' : `is ${JSON.stringify(value)}`;
}

const settingMeta = z.object({ about: z.string(), fallback: z.string(), secret: z.literal(true).optional() });

/** The settings as docs/settings.md lists them: variable, default as written, meaning. */
export const settings = Object.entries(environment.shape).map(([name, schema]) => {
  const { about, fallback, secret } = settingMeta.parse(schema.meta());
  return Object.freeze({ name, fallback, about, secret });
});

/** The variables whose values are secrets. */
const secretVariables = settings.filter(({ secret }) => secret).map(({ name }) => name);

/** Secrets are short; a longer file is a mistake, such as the path of a data file. */
const maxSecretBytes = 16_384;

/** The secrets of the files that can be read, by variable, and a sentence for each file that cannot be used. */
interface SecretFiles {
  readonly secrets: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

/**
 * Reads the secrets that are in files, as container platforms provide them: SECRETS_KEY_FILE names the file whose content is the
 * SECRETS_KEY. A problem names the variable and the file, never the content.
 */
function readSecretFiles(env: Readonly<Record<string, string | undefined>>, variables: readonly string[]): SecretFiles {
  const secrets: Record<string, string> = {};
  const problems: string[] = [];
  for (const variable of variables) {
    const path = env[`${variable}_FILE`]?.trim();
    if (path === undefined) continue;
    if (env[variable] !== undefined) {
      problems.push(`${variable} and ${variable}_FILE are both set; expected one of them.`);
      continue;
    }
    try {
      secrets[variable] = readSecretFile(path);
    } catch (error) {
      const reason = error instanceof UnusableFile ? error.message : String(systemErrorCode(error));
      problems.push(
        `${variable}_FILE is ${JSON.stringify(path)}, which cannot be used (${reason}); expected a file with the value of ${variable}.`,
      );
    }
  }
  return { secrets, problems };
}

/** The message says why, as part of a sentence. */
class UnusableFile extends Error {}

function readSecretFile(path: string): string {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(maxSecretBytes + 1);
    const length = readSync(file, buffer);
    if (length > maxSecretBytes) throw new UnusableFile(`the file has more than ${maxSecretBytes} bytes`);
    const secret = buffer.toString('utf8', 0, length).trim();
    if (secret === '') throw new UnusableFile('the file is empty');
    return secret;
  } finally {
    closeSync(file);
  }
}
