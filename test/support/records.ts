import { sql } from '../../src/kernel/sql.ts';
import type { TestApp } from './app.ts';

/** The published records of a dataset, in order, as the exploration interface finds them. */
export const recordsOf = async ({ services }: Pick<TestApp, 'services'>, datasetUid: string): Promise<unknown[]> =>
  (await services.db.rows<{ value: unknown }>(sql`
    select r.value from record r join dataset d on d.generation = r.generation where d.uid = ${datasetUid} order by r.position`))
    .map(({ value }) => value);

/** Waits until a dataset's publication has settled, and answers its status; a job that never ends fails the test. */
export async function settled({ admin }: Pick<TestApp, 'admin'>, datasetUid: string, patience = 20_000): Promise<{ status: string; [name: string]: unknown }> {
  const end = Date.now() + patience;
  for (;;) {
    const { body } = await admin.rest('GET', `/datasets/${datasetUid}/status/`);
    if (['idle', 'error', 'limit_reached'].includes(body.status)) return body;
    if (Date.now() > end) throw new Error(`The dataset is still ${String(body.status)}.`);
    await new Promise((resolve) => { setTimeout(resolve, 30); });
  }
}
