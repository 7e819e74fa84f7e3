import type { SessionSettings } from './pool/session-settings.ts';

/** Compiling a plan costs more time than the short statements of the service would save. */
const noJit: SessionSettings = { jit: 'off' };

/** Plans each statement once: the queries of the graph are short, so planning every execution would cost more than a better plan saves. */
export const genericPlans: SessionSettings = { ...noJit, plan_cache_mode: 'force_generic_plan' };

/**
 * The best plan of a query over records depends on its values: which index it uses, and whether several processes read the table. On
 * SSDs a random read costs hardly more than a sequential one; with the default cost, PostgreSQL would scan tables too often.
 */
export const customPlans: SessionSettings = {
  ...noJit,
  plan_cache_mode: 'force_custom_plan',
  random_page_cost: 1.1,
};
