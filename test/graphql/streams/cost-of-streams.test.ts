import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { eventually } from '#test/support/datasets/publishing.ts';
import { sentBy } from '#test/support/database/count-round-trips.ts';
import { followStatus } from '#test/support/http/event-stream.ts';
import { seedDataset, seedUser } from '#test/support/seed.ts';

// Jobs would send statements of their own.
const app = await testApp({ WORKER: 'off' });
const { db, orm } = app.services;
const origin = await app.http.listen({ port: 0, host: '127.0.0.1' });
const pool = await orm.em.getConnection().getNativeClient();

/** The number of connections that run a statement within the next two seconds, besides the job queue and this one. */
async function busyWithinTwoSeconds(): Promise<number> {
  const [{ now } = { now: new Date() }] = await db.rows<{ now: Date }>(sql`select clock_timestamp() as now`);
  await pause(2_000);
  const rows = await db.rows<{ busy: number }>(sql`select count(*)::int as busy from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query_start > ${now}
      and application_name not in ('catalograph changes', 'catalograph jobs')`);
  return rows[0]?.busy ?? 0;
}

async function openStreams(uid: string) {
  await seedUser(app, 'reader', { permissions: ['edit_dataset'] });
  const { createApiKey } = await app.admin.data('mutation { createApiKey(input: { username: "reader" }) { secret } }');
  const streams = await Promise.all(
    ['test-administrator-key', createApiKey.secret].flatMap((key) =>
      Array.from({ length: 20 }, () => followStatus({ origin, key }, uid)),
    ),
  );
  await Promise.all(streams.map((stream) => stream.next()));
  return streams;
}

test('idle streams send no statements, and a change is read for all of them together', async () => {
  const uid = await seedDataset(app.admin);
  const streams = await openStreams(uid);
  // The streams read the status once more after they have begun to follow it.
  await eventually(busyWithinTwoSeconds, (busy) => busy === 0);

  const { statements } = await sentBy(pool, async () => {
    await db.rows(sql`update dataset set status_message = 'changed' where uid = ${uid}`);
    await Promise.all(streams.map((stream) => stream.find(({ message }) => message === 'changed')));
  });
  expect(statements.filter((statement) => statement === 'select').length).toBeLessThan(8);
  for (const stream of streams) stream.close();
});
