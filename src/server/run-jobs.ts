import { randomUUID } from 'node:crypto';
import type { Services } from '../api/context.ts';
import type { CatalogModule } from '../api/catalog-module.ts';
import { anonymous } from '../api/session/session.ts';
import { createContext } from './create-context.ts';

/** Runs the jobs of every queue of the modules until the queues stop. Jobs run without a user. */
export async function runJobs(app: Services, modules: readonly CatalogModule[]): Promise<void> {
  for (const { queue, run, ...settings } of modules.flatMap(({ jobs = [] }) => jobs)) {
    await app.jobs.work(queue, (job) => run(createContext(app, anonymous, randomUUID()), job), settings);
  }
}
