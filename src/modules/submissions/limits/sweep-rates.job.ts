import type { JobHandler } from '../../../api/catalog-module.ts';

const minute = 60;

/** Forgets how often somebody attempted something in the past. */
export const sweepRatesJob: JobHandler = {
  queue: 'sweep-rates',
  everySeconds: 10 * minute,
  run: ({ app }) => app.rates.sweep(),
};
