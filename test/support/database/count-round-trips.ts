import type { Pool, PoolClient } from 'pg';

/** What work sends to the database on the connections of a pool. */
export interface SentStatements {
  /** The first word of each statement, in order; those of transactions included. */
  readonly statements: string[];
  /** How often a statement is sent while its connection has no other one to answer. */
  readonly roundTrips: number;
}

/** Runs work and reports what it sends on the connections of the pool. */
export async function sentBy(pool: Pool, work: () => Promise<unknown>): Promise<SentStatements> {
  const statements: string[] = [];
  let roundTrips = 0;
  const listen = (client: PoolClient) => {
    const query = client.query.bind(client);
    let unanswered = 0;
    const counting = (...given: unknown[]): unknown => {
      const text = String(Reflect.get(Object(given[0]), 'text') ?? given[0]);
      statements.push(text.trim().split(/\s/)[0] ?? '');
      if (unanswered === 0) roundTrips += 1;
      unanswered += 1;
      const result: unknown = Reflect.apply(query, undefined, given);
      const answered = () => {
        unanswered -= 1;
      };
      if (result instanceof Promise) result.then(answered, answered);
      return result;
    };
    Reflect.set(client, 'query', counting);
    pool.once('release', () => {
      Reflect.set(client, 'query', query);
    });
  };
  pool.on('acquire', listen);
  await work();
  pool.off('acquire', listen);
  return { statements, roundTrips };
}
