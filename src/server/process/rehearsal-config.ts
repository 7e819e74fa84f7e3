import { type Config, readConfig } from '#platform/config.ts';

/** The settings of a process that the build rehearses: with a database that nothing listens for. */
export const rehearsalConfig = (dataDir: string): Config & { readonly databaseUrl: string } => ({
  ...readConfig({ DATA_DIR: dataDir, SECRETS_KEY: '0'.repeat(64), LOG_LEVEL: 'silent', WORKER: 'off' }),
  databaseUrl: 'postgresql://rehearsal@127.0.0.1:1/rehearsal',
});
