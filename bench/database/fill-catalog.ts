import type { BenchDatabase } from './bench-database.ts';

/** What a catalog's datasets consist of, step by step; a new table gets a line here and a function in catalog.sql. */
const steps = [
  'select catalog_fill.datasets($1, $2)',
  'select catalog_fill.rulesets($1, $2)',
  'select catalog_fill.resources(null, $1 * 3, $2 * 3 + 2)',
  'select catalog_fill.processors($1, $2)',
  'select catalog_fill.field_configurations($1, $2)',
];
const withHistory = [...steps, 'select catalog_fill.versions($1, $2)'];

/** Among how many datasets there are relations. */
const relatedDatasets = 1_000;

/** Adds the datasets from the first to the last number; `bare` ones have no versions, so that many are made in a minute. */
export async function fillCatalog(database: BenchDatabase, first: number, last: number, bare = false): Promise<void> {
  const portion = 5_000;
  for (let from = first; from <= last; from += portion) {
    for (const step of bare ? steps : withHistory)
      await database.rows(step, [from, Math.min(last, from + portion - 1)]);
  }
  if (first === 1) await database.rows('select catalog_fill.relations($1)', [Math.min(last, relatedDatasets)]);
  await settle(database);
}

/** Adds one dataset with its own number of resources, at most 10,000, after all others; answers its uid. */
export async function addDatasetWithResources(
  database: BenchDatabase,
  number: number,
  resources: number,
): Promise<string> {
  // far from the numbers of the usual resources, and apart from those of other such datasets
  const start = 1_000_000_000 + number * 10_000;
  await database.rows('select catalog_fill.datasets($1, $1)', [number]);
  await database.rows('select catalog_fill.resources($1, $2, $3)', [number, start, start + resources - 1]);
  await settle(database);
  const [row] = await database.rows<{ uid: string }>(`select catalog_fill.uid('da_', $1) as uid`, [number]);
  return row?.uid ?? '';
}

/** Leaves nothing to be tidied while something is being measured. */
async function settle(database: BenchDatabase): Promise<void> {
  await database.rows('vacuum analyze');
  await database.rows('checkpoint');
}
