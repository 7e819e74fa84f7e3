/**
 * The tables of pg-boss, which a catalog with one schema has beside its own, but for partitions. They belong to no backup.
 */
export const jobTables: readonly string[] = [
  'bam',
  'job_dependency',
  'queue',
  'schedule',
  'subscription',
  'version',
  'warning',
];
