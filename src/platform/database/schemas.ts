import type { Constructor } from '@mikro-orm/core';
import { Migration } from '@mikro-orm/migrations';
import { namePrefix, type SchemaName } from '#kernel/sql.ts';
import type { ClientBase } from 'pg';
import { SetupError } from '../system-errors.ts';

/** A migration and the name that the database stores. */
export interface NamedMigration {
  readonly name: string;
  readonly class: Constructor<Migration>;
}

/**
 * The schemas in addition to the one where unqualified names are created: functions of ODSQL, tables of records, totals and jobs. They
 * are created before the migrations, because PostgreSQL checks the right to create a schema even where `if not exists` finds it.
 */
const schemaNames: readonly SchemaName[] = ['odsql', 'records', 'totals', 'pgboss'];

/** What the role of the connection may do. */
interface Rights {
  readonly role: string;
  readonly database: string;
  /** The schema where unqualified names are created; null where the search path names none that exists. */
  readonly schema: string | null;
  readonly mayCreateTables: boolean;
  readonly mayCreateSchemas: boolean;
  readonly missing: string[];
  /** The schemas that exist, and that the role may not create tables in. */
  readonly forbidden: string[];
}

/**
 * Creates the missing schemas and returns the name of the schema where unqualified names are created. Fails with a SetupError, with the
 * statements that an administrator must run, where the role has too few rights. A catalog with one schema needs only that one.
 */
export async function createSchemas(client: ClientBase, schema: string | undefined): Promise<string> {
  const { rows } = await client.query<Rights>(
    `select current_user as role, current_database() as database, coalesce($2, current_schema()) as schema,
      $2::text is not null or coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreateTables",
      has_database_privilege(current_database(), 'create') as "mayCreateSchemas",
      array(select name from unnest($1::text[]) name where to_regnamespace(name) is null) as missing,
      array(
        select nspname::text
        from pg_namespace
        where nspname = any($1::text[]) and not has_schema_privilege(oid, 'create')) as forbidden`,
    [schema === undefined ? schemaNames : [schema], schema ?? null],
  );
  const [rights] = rows;
  if (!rights?.schema || !isSufficient(rights)) throw new SetupError(describeMissingRights(rights, schema));
  for (const name of rights.missing) await client.query(`create schema if not exists ${client.escapeIdentifier(name)}`);
  return rights.schema;
}

const isSufficient = ({ mayCreateTables, mayCreateSchemas, missing, forbidden }: Rights): boolean =>
  mayCreateTables && forbidden.length === 0 && (missing.length === 0 || mayCreateSchemas);

function describeMissingRights(rights: Rights | undefined, schema: string | undefined): string {
  const role = `"${(rights?.role ?? '').replaceAll('"', '""')}"`;
  const own = rights?.mayCreateTables ? [] : [role];
  const missing = rights?.mayCreateSchemas ? [] : (rights?.missing ?? []);
  const statements = [
    ...[...own, ...missing].map((name) => `create schema if not exists ${name} authorization ${role};`),
    ...(rights?.forbidden ?? []).map((name) => `alter schema ${name} owner to ${role};`),
  ];
  const alternative =
    schema === undefined && missing.length > 0 ? ', or set DATABASE_SCHEMA to one schema that it owns' : '';
  return `The catalog needs schemas that the role ${role} may not create or use. Let an administrator of the database ${rights?.database ?? ''} run these statements${alternative}:\n${statements.join('\n')}`;
}

/** A migration whose SQL names functions or tables of other schemas: `create function ${this.odsql}fold`. */
export abstract class SchemaMigration extends Migration {
  /** The schema of a catalog with one schema. */
  schema: string | undefined;

  get odsql(): string {
    return namePrefix('odsql', this.schema);
  }

  get totals(): string {
    return namePrefix('totals', this.schema);
  }

  get pgboss(): string {
    return namePrefix('pgboss', this.schema);
  }
}

/** A migration for a catalog with one schema, or with all of them. The statements that create schemas are left out. */
export const forSchema = ({ name, class: Complete }: NamedMigration, schema: string | undefined): NamedMigration => ({
  name,
  class: class extends Migration {
    override async up(): Promise<void> {
      const migration = new Complete(this.driver, this.config);
      if (migration instanceof SchemaMigration) migration.schema = schema;
      await migration.up();
      for (const statement of migration.getQueries()) if (!createsSchema(statement)) this.addSql(statement);
    }
  },
});

const createsSchema = (statement: unknown): boolean =>
  typeof statement === 'string' && statement.startsWith('create schema if not exists ');
