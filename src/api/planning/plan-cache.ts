import { LRUCache } from 'lru-cache';
import { Declined } from './declined.ts';

/** How many plans are kept; one more for each document, shape of variables, and set of rights. */
const keptPlans = 2_000;

/** Compiles plans once and keeps them, those that were used least recently least long; a declined one is declined again. */
export function planCache<Plan extends object>(): (key: string, compile: () => Plan) => Plan {
  const plans = new LRUCache<string, Plan | Declined>({ max: keptPlans });
  return (key, compile) => {
    const kept = plans.get(key);
    const plan = kept ?? compiled(compile);
    if (!kept) plans.set(key, plan);
    if (plan instanceof Declined) throw plan;
    return plan;
  };
}

function compiled<Plan>(compile: () => Plan): Plan | Declined {
  try {
    return compile();
  } catch (error) {
    if (error instanceof Declined) return error;
    throw error;
  }
}
