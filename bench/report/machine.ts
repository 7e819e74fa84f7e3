import { cpus, totalmem } from 'node:os';

/** What a run stood on, in a line. */
export const machine = (databaseVersion: string): string => {
  const processors = cpus();
  return (
    `${String(processors.length)} cores of ${processors[0]?.model.trim() ?? 'an unknown processor'}, ${(totalmem() / 2 ** 30).toFixed(0)} GB, ${process.platform}; ` +
    `Node ${process.versions.node}, PostgreSQL ${databaseVersion}`
  );
};
