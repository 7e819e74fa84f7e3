import { oneOf, postgresUrl, schemaName, seedSource, wholeNumber } from '../parsers.ts';
import { optional, setting } from '../setting.ts';

/** The settings of the database and its statements. */
export const databaseSettings = {
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
    about: 'What an empty catalog starts with: demo, none, or the path of a catalog file.',
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
