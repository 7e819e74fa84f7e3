import { measure, warmUp, type Bench } from './load/measure.ts';
import { childrenOf, unboundedChildren } from './operations/children.ts';
import { factsOfCatalog } from './operations/facts-of-catalog.ts';
import type { Calls } from './operations/operation.ts';
import { growthOperations } from './operations/operations.ts';
import type { GrowthResult } from './report/results.ts';
import { progress } from './report/terminal.ts';
import { ask, type Server } from './servers/server.ts';

type Point = GrowthResult['points'][number];
const emptyFacts = { uids: [], deepOffset: 0, cursors: { gateway: [], postgraphile: [], ceiling: [] } };

/** How fast the gateway reads from catalogs of several sizes, of which the present one is the next. */
export class CatalogGrowth {
  readonly #points = growthOperations.map((): Point[] => []);

  /** Readies the gateway, so that the first size is not measured on a process that has just begun. */
  async begin(bench: Bench, gateway: Server, size: number): Promise<void> {
    const facts = await factsOfCatalog(bench.database, [gateway], size);
    for (let times = 0; times < 2; times += 1)
      for (const { calls } of growthOperations) await warmUp(bench, [gateway], { calls, facts });
  }

  /** Measures the catalog as it is now. */
  async add(bench: Bench, gateway: Server, size: number): Promise<void> {
    const facts = await factsOfCatalog(bench.database, [gateway], size);
    for (const [at, { title, calls }] of growthOperations.entries()) {
      progress(`${title} of ${size.toLocaleString('en')} datasets`);
      const { gateway: measured } = await measure(bench, [gateway], { calls, facts });
      if (measured) this.#points[at]?.push({ size: `${size.toLocaleString('en')} datasets`, measured });
    }
  }

  /** What was found at all sizes. */
  get results(): GrowthResult[] {
    return growthOperations.map(({ title, isFlat }, at) => ({ title, isFlat, points: this.#points[at] ?? [] }));
  }
}

/** Pages of the resources of a dataset with a few and of one with very many; fails when such a list is without bound. */
export async function measureChildren(
  bench: Bench,
  gateway: Server,
  few: string,
  many: string,
  count: number,
): Promise<GrowthResult[]> {
  await checkBounds(gateway, many);
  const point = async (size: string, calls: Calls): Promise<Point[]> => {
    progress(`page of the resources of one dataset: ${size}`);
    const { gateway: measured } = await measure(bench, [gateway], { calls, facts: emptyFacts });
    return measured ? [{ size, measured }] : [];
  };
  const total = count.toLocaleString('en');
  const small = await point('10 resources', childrenOf(few, 0));
  const first = await point(`${total} resources`, childrenOf(many, 0));
  const last = await point(`${total} resources`, childrenOf(many, count - 20));
  return [
    { title: "first page of one dataset's resources", isFlat: true, points: [...small, ...first] },
    { title: 'last page, by offset', isFlat: false, points: last },
  ];
}

async function checkBounds(gateway: Server, many: string): Promise<void> {
  const { byDefault, tooMany } = unboundedChildren(many);
  const answer = (await ask(gateway, byDefault)) as { data: { dataset: { resources: { nodes: unknown[] } } } };
  const { length } = answer.data.dataset.resources.nodes;
  if (length > 20) throw new Error(`A list of children without a page answers ${String(length)} items.`);
  const isRefused = await ask(gateway, tooMany).then(
    () => false,
    () => true,
  );
  if (!isRefused) throw new Error('A list of children answers a page of more than 1,000 items.');
}
