import { oneOf, postgresUrl, seedSource, wholeNumber } from '../parsers.ts';
import { optional, setting } from '../setting.ts';

/** The settings of the database and its statements. */
export const databaseSettings = {
  DATABASE_URL: optional(postgresUrl, {
    about: 'An external PostgreSQL, instead of the embedded one.',
    fallback: 'embedded PostgreSQL',
    secret: true,
  }),
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
