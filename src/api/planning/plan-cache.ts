import { LRUCache } from 'lru-cache';
import { Unsupported } from './unsupported.ts';

/** Each combination of document, shape of the variables and rights has a plan of its own. */
const maxPlans = 2_000;

/** Compiles each plan once and caches it, an unsupported one as well; evicts the least recently used. */
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
