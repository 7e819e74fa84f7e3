import { LRUCache } from 'lru-cache';
import { Unsupported } from './unsupported.ts';

/** How many plans are kept; one more for each document, shape of variables, and set of rights. */
const maxPlans = 2_000;

/** Compiles plans once and keeps them, those that were used least recently least long; a declined one is declined again. */
export function planCache<Plan extends object>(): (key: string, compile: () => Plan) => Plan {
  const plans = new LRUCache<string, Plan | Unsupported>({ max: maxPlans });
  return (key, compile) => {
    const kept = plans.get(key);
    const plan = kept ?? compiled(compile);
    if (!kept) plans.set(key, plan);
    if (plan instanceof Unsupported) throw plan;
    return plan;
  };
}

function compiled<Plan>(compile: () => Plan): Plan | Unsupported {
  try {
    return compile();
  } catch (error) {
    if (error instanceof Unsupported) return error;
    throw error;
  }
}
