import type { JobHandler } from '#api/catalog-module.ts';

const minute = 60;

/** Deletes expired counters of rate limits. */
export const deleteExpiredRatesJob: JobHandler = {
  queue: 'sweep-rates',
  everySeconds: 10 * minute,
  run: ({ app }) => app.attemptRateLimiter.sweep(),
};
