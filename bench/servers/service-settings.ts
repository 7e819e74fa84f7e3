import { join } from 'node:path';

/** As `npm start` and `npm run worker` start them. */
export const serviceFlags = ['--max-semi-space-size=16'];

/** The environment of `npm start` and `npm run worker`, besides the settings. */
const serviceEnvironment = { MALLOC_MMAP_THRESHOLD_: '131072' };

/** The settings that a gateway and a worker of one folder share. */
export const serviceSettings = (databaseUrl: string, folder: string) => ({
  ...serviceEnvironment,
  DATABASE_URL: databaseUrl,
  SECRETS_KEY: '0'.repeat(64),
  DATA_DIR: join(folder, 'gateway'),
  // a CSV of ten million records
  MAX_UPLOAD_BYTES: '8000000000',
});
