import { compareCommits } from './compare-commits.ts';
import { compareServers } from './compare-servers.ts';
import { openBenchDatabase } from './database/bench-database.ts';
import { startDriver } from './load/driver.ts';
import type { Bench } from './load/measure.ts';
import { readOptions } from './options.ts';
import { printCommits } from './report/commits.ts';
import { writePerformancePage } from './report/performance-page.ts';
import { printResults, progress } from './report/terminal.ts';
import { scratchFolder } from './scratch.ts';

/** Runs the bench: a catalog, servers on it, one process that drives them in turns. */
const options = readOptions(process.argv.slice(2));
const folder = scratchFolder();

progress('starting PostgreSQL');
await using opened = new AsyncDisposableStack();
const stop = () => {
  // what is being measured fails now, and that is of no interest
  process.on('uncaughtException', () => undefined);
  opened.disposeAsync().finally(() => process.exit(1));
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
const database = await openBenchDatabase(folder);
opened.defer(() => database.stop());
const driver = startDriver();
opened.defer(() => {
  driver.stop();
});
const bench: Bench = { options, database, driver };

if (options.against === undefined) {
  const results = await compareServers(bench, folder, opened);
  progress('');
  printResults(results);
  if (options.write) writePerformancePage(results, options);
} else {
  const results = await compareCommits(bench, options.against, folder, opened);
  progress('');
  printCommits(results);
}
