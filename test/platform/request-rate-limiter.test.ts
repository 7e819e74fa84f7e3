import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PointBudget } from '#platform/request-rate-limiter.ts';

/** The budgets of several processes over one count. */
function processes(count: number, limit: number): PointBudget[] {
  let total = 0;
  const report = async (points: number) => {
    await nextTurn();
    return (total = Math.min(total + points, limit));
  };
  return Array.from({ length: count }, () => new PointBudget({ limit, report, secondsLeft: () => 1 }));
}

const isAdmitted = async (budget: PointBudget | undefined, price: number): Promise<boolean> => {
  try {
    await budget?.spend(price);
    return true;
  } catch {
    return false;
  }
};

test('processes together never admit more than the limit and a block, or a dearer request, for each', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 400 }),
      fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 60 }), fc.boolean()), { maxLength: 100 }),
      async (count, limit, requests) => {
        const budgets = processes(count, limit);
        const spent: Promise<number>[] = [];
        for (const [at, price, isLater] of requests) {
          if (isLater) await nextTurn();
          const paid = Math.min(price, limit);
          spent.push(isAdmitted(budgets[at % count], price).then((admitted) => (admitted ? paid : 0)));
        }
        const sum = (await Promise.all(spent)).reduce((total, points) => total + points, 0);
        const dearest = Math.max(0, ...requests.map(([, price]) => Math.min(price, limit)));
        expect(sum).toBeLessThanOrEqual(limit + count * Math.max(Math.floor(limit / 20), dearest));
      },
    ),
    { numRuns: 200 },
  );
});

test('one process admits exactly the limit, and a caller who spends little costs the database nothing', async () => {
  let reports = 0;
  const report = async (points: number) => {
    reports += 1;
    return points;
  };
  const casual = new PointBudget({ limit: 1000, report, secondsLeft: () => 1 });
  for (let request = 0; request < 24; request += 1) expect(casual.spend(1)).toBeUndefined();
  expect(reports).toBe(0);

  const [budget] = processes(1, 1000);
  const admitted = await Promise.all(Array.from({ length: 1500 }, () => isAdmitted(budget, 1)));
  expect(admitted.filter(Boolean)).toHaveLength(1000);
});

test('a request that costs more than the limit takes all of it', async () => {
  const [budget] = processes(1, 10);
  expect(await isAdmitted(budget, 11)).toBe(true);
  expect(await isAdmitted(budget, 1)).toBe(false);
});

test('without the database a process admits the limit by its own count', async () => {
  const budget = new PointBudget({
    limit: 100,
    report: () => Promise.reject(new Error('The database is away.')),
    secondsLeft: () => 1,
  });
  const admitted = await Promise.all(Array.from({ length: 150 }, () => isAdmitted(budget, 1)));
  expect(admitted.filter(Boolean)).toHaveLength(100);
});
