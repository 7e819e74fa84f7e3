import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { emptyDatabase } from './database.ts';

/** An empty database, and the address with which a role reaches it that owns some schemas and may create no others. */
export async function restrictedDatabase(schemas: readonly string[]) {
  const database = await emptyDatabase();
  const role = `role_${randomBytes(6).toString('hex')}`;
  const run = async (...statements: readonly string[]) => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await run(
    `create role ${role} login`,
    ...[role, ...schemas].map((schema) => `create schema ${schema} authorization ${role}`),
  );
  return {
    role,
    url: withRole(database.url, role),
    /** Runs statements as a superuser. */
    run,
    drop: async () => {
      await run(`drop owned by ${role}`, `drop role ${role}`);
      await database.drop();
    },
  };
}

function withRole(url: string, role: string): string {
  const changed = new URL(url);
  changed.username = role;
  return changed.href;
}
