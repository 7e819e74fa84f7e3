import { countReads } from './load/reads.ts';
import { measure, warmUp, type Bench } from './load/measure.ts';
import { childrenOf, unboundedChildren } from './operations/children.ts';
import { factsOfCatalog } from './operations/facts-of-catalog.ts';
import { chosen, noFacts, type Calls, type Facts, type GrowthOperation } from './operations/operation.ts';
import { growthOperations } from './operations/datasets.ts';
import type { GrowthResult } from './report/results.ts';
import { progress } from './report/terminal.ts';
import { ask, type Server } from './servers/server.ts';

type Point = GrowthResult['points'][number];

/** What the gateway reads, and how fast, at catalogs of several sizes, of which the present one is the next. */
export class CatalogGrowth {
  readonly #operations: readonly GrowthOperation[];
  readonly #points: readonly Point[][];

  /** Reads those whose title matches a pattern; all without one. */
  constructor(only?: RegExp) {
    this.#operations = chosen(growthOperations, only);
    this.#points = this.#operations.map((): Point[] => []);
  }

  /** Readies the gateway, so that the first size is not measured on a process that has just begun. */
  async begin(bench: Bench, gateway: Server, size: number): Promise<void> {
    const facts = await factsOfCatalog(bench.database, [gateway], size);
    for (let times = 0; times < 2; times += 1)
      for (const { calls } of this.#operations) await warmUp(bench, [gateway], { calls, facts });
  }

  /** Measures the catalog as it is now. */
  async add(bench: Bench, gateway: Server, size: number): Promise<void> {
    const facts = await factsOfCatalog(bench.database, [gateway], size);
    for (const [at, { title, calls }] of this.#operations.entries()) {
      progress(`${title} of ${size.toLocaleString('en')} datasets`);
      this.#points[at]?.push(await pointOf(bench, gateway, `${size.toLocaleString('en')} datasets`, calls, facts));
    }
  }

  /** What was found at all sizes. */
  get results(): GrowthResult[] {
    return this.#operations.map(({ title, isFlat }, at) => ({ title, isFlat, points: this.#points[at] ?? [] }));
  }
}

async function pointOf(bench: Bench, gateway: Server, size: string, calls: Calls, facts: Facts): Promise<Point> {
  const { gateway: measured } = await measure(bench, [gateway], { calls, facts });
  if (!measured) throw new Error('The gateway was not measured.');
  return { size, measured, reads: await countReads(bench.database, gateway, calls.gateway, facts) };
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
  const point = (size: string, calls: Calls): Promise<Point> => {
    progress(`page of the resources of one dataset: ${size}`);
    return pointOf(bench, gateway, size, calls, noFacts);
  };
  const total = count.toLocaleString('en');
  const small = await point('20 resources', childrenOf(few, 0));
  const first = await point(`${total} resources`, childrenOf(many, 0));
  const last = await point(`${total} resources`, childrenOf(many, count - 20));
  return [
    { title: "first page of one dataset's resources", isFlat: true, points: [small, first] },
    { title: 'last page, by offset', isFlat: false, points: [last] },
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
