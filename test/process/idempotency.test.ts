import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { emptyDatabase } from '../support/database/database.ts';
import { builtProcesses, patience } from './built-process.ts';

const { newFolder, start } = builtProcesses();
const database = await emptyDatabase();
afterAll(() => database.drop());

const apiKey = 'administrator-of-two-gateways';
const startGateway = async () =>
  start({
    DATA_DIR: await newFolder(),
    DATABASE_URL: database.url,
    SECRETS_KEY: '0'.repeat(64),
    ADMIN_API_KEY: apiKey,
    WORKER: 'off',
  });

const createDataset = (url: string, key: string) =>
  fetch(`${url}/api/automation/v1.0/datasets/`, {
    method: 'POST',
    headers: {
      authorization: `Apikey ${apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: '{"metadata": {"default": {"title": {"value": "Rivers"}}}}',
  });

/** Waits until a query returns rows. */
async function untilFound(client: pg.Client, query: string): Promise<pg.QueryResult> {
  for (;;) {
    const found = await client.query(query);
    if (found.rowCount) return found;
    await wait(20);
  }
}

test(
  'a change that was committed before its gateway was killed is not made again, and one that was not is made once',
  async () => {
    const [first, second] = [await startGateway(), await startGateway()];
    const observer = new pg.Client({ connectionString: database.url });
    await observer.connect();
    // Sessions of killed gateways are ended below, so that they hold no locks.
    const endSessions = () =>
      observer.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
        and (query like '%idempotency_key%' and wait_event = 'PgSleep' or wait_event_type = 'Lock')`);

    // The transaction of the change never ends.
    const held = new pg.Client({ connectionString: database.url });
    await held.connect();
    await held.query('begin; lock table dataset in share mode');
    const before = randomUUID();
    const lost = createDataset(first.url, before).catch(() => 'killed');
    await untilFound(
      observer,
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    await first.end('SIGKILL');
    expect(await lost).toBe('killed');
    await endSessions();
    await held.end();
    await observer.query(`update idempotency_key set leased_until = now()`);
    const retried = await createDataset(second.url, before);
    expect([retried.status, retried.headers.get('idempotency-replayed')]).toEqual([201, null]);

    // The transaction of the change has ended, and the answer is never stored.
    await observer.query(`create function wait_long() returns trigger language plpgsql as $$ begin perform pg_sleep(600); return new; end $$;
      create trigger wait_long before update of answer on idempotency_key for each row when (new.answer is not null) execute function wait_long()`);
    const third = await startGateway();
    const after = randomUUID();
    const unanswered = createDataset(third.url, after).catch(() => 'killed');
    await untilFound(
      observer,
      `select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`,
    );
    await third.end('SIGKILL');
    expect(await unanswered).toBe('killed');
    await endSessions();
    await observer.query('drop trigger wait_long on idempotency_key; update idempotency_key set leased_until = now()');
    const repeated = await createDataset(second.url, after);
    expect([repeated.status, await repeated.json()]).toEqual([
      409,
      expect.objectContaining({ error_code: 'idempotency_answer_lost' }),
    ]);
    expect((await observer.query('select from dataset')).rowCount).toBe(2);
    await observer.end();
    await second.end('SIGTERM');
  },
  patience,
);
