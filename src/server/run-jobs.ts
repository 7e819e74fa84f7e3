import type { JobHandler } from '#api/catalog-module.ts';
import type { Services } from '#api/context.ts';
import type { CatalogModule } from '#api/catalog-module.ts';
import { anonymous } from '#api/session.ts';
import type { Job } from '#platform/job-queue.ts';
import { createContext } from './create-context.ts';

/** Runs the jobs of every queue of the modules until the queues stop. Jobs run without a user. */
export async function runJobs(app: Services, modules: readonly CatalogModule[]): Promise<void> {
  for (const { queue, run, ...settings } of modules.flatMap(({ jobs = [] }) => jobs))
    await app.jobs.work(queue, (job) => runJob(app, { queue, run }, job), settings);
}

/** Runs a job and measures it. The lines that it logs have its id and its trace. */
async function runJob(app: Services, { queue, run }: Pick<JobHandler, 'queue' | 'run'>, job: Job): Promise<void> {
  const start = performance.now();
  const log = app.log.child({ queue, job_id: job.id, trace_id: job.traceId });
  const record = (outcome: 'done' | 'failed' | 'interrupted') => {
    app.metrics.recordJob({ queue, outcome, seconds: (performance.now() - start) / 1_000 });
  };
  try {
    await run(createContext({ ...app, log }, anonymous, job.traceId), job);
    record('done');
  } catch (error) {
    record(job.signal.aborted ? 'interrupted' : 'failed');
    throw error;
  }
}
