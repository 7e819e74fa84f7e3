import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Pool, PoolClient, QueryConfig } from 'pg';

/** How many statements a connection keeps prepared; each costs it memory. */
const kept = 500;

/**
 * Prepares every statement that comes with values, transactions included: PostgreSQL parses and plans its text once for
 * each connection. Those that were used least recently are forgotten.
 */
export function prepareStatements(pool: Pool, max = kept): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client);
    const names = new LRUCache<string, string>({ max, dispose: (name, text) => { forget(client, query, { name, text }); } });

    function named(first: unknown, values: unknown): QueryConfig | undefined {
      const config = typeof first === 'string' ? { text: first, values } : first;
      if (!isStatement(config)) return undefined;
      const name = names.get(config.text) ?? statementName(config.text);
      names.set(config.text, name);
      return { ...config, name };
    }

    Reflect.set(client, 'query', (first: unknown, values: unknown, ...more: unknown[]) => {
      const config = named(first, values);
      const answer: unknown = Reflect.apply(query, undefined, config ? [config, undefined, ...more] : [first, values, ...more]);
      return answer;
    });
  });
}

/** A short name that a text has everywhere. */
const statementName = (text: string): string => hash('sha1', text, 'base64url');

const isStatement = (config: unknown): config is QueryConfig =>
  typeof config === 'object' && config !== null && 'text' in config && 'values' in config && Array.isArray(config.values) && !('submit' in config);

/** Drops a prepared statement, and the driver's memory of it; it stays where the transaction at hand has failed. */
function forget(client: PoolClient, query: PoolClient['query'], { name, text }: { name: string; text: string }): void {
  const known: unknown = Reflect.get(Reflect.get(client, 'connection'), 'parsedStatements');
  if (typeof known !== 'object' || known === null || !Object.hasOwn(known, name)) return;
  Reflect.deleteProperty(known, name);
  query(`deallocate "${name}"`, (error: Error | undefined) => { if (error) Reflect.set(known, name, text); });
}
