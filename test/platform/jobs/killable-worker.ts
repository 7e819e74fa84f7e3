// A process of its own: takes one job, says so to its parent, and never ends it.
import { createLog } from '#platform/log.ts';
import { createPgBossQueue } from '#platform/pg-boss-queue.ts';

const [, , url = '', queue = ''] = process.argv;
const jobs = createPgBossQueue({ url, queues: [queue], log: createLog({ level: 'silent' }) });
await jobs.start();
await jobs.work(queue, async ({ data }) => {
  process.send?.(data);
  await new Promise(() => undefined);
});
