/** The keys of advisory locks: arbitrary numbers, equal in every process. Each lock serializes one task across the whole database. */
export const advisoryLocks = {
  migration: 7_205_120,
  identity: 7_205_121,
  seed: 7_205_122,
  providers: 7_205_123,
  glossary: 7_205_124,
  rowTotals: 7_205_126,
  /** Held by a backup; shared by those who remove stored files and tables of records. */
  backup: 7_205_127,
} as const;
