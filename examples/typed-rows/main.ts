import { highTrees } from './high-trees';
import { heightsOfSpecies } from './species';

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Prints which species are the highest, and the highest trees of the first. */
const species = await heightsOfSpecies();
for (const { key, count, height_m } of species)
  print(`${key.species ?? 'unknown'}: ${String(count)} trees, ${height_m.avg?.toFixed(1) ?? '?'} m`);

const trees = await highTrees(species[0]?.key.species ?? '');
for (const { address, planted, height_m } of trees?.nodes ?? [])
  print(`${address ?? '?'}: ${height_m?.toFixed(1) ?? '?'} m, planted ${planted?.slice(0, 4) ?? '?'}`);
