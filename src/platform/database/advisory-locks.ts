/** What takes turns in the whole database, by the number of its lock: any will do, as long as every process takes the same. */
export const advisoryLocks = {
  migration: 7_205_120,
  identity: 7_205_121,
  seed: 7_205_122,
  providers: 7_205_123,
  glossary: 7_205_124,
} as const;
