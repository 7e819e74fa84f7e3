import type { Client } from 'pg';
import { inNamedSchemas } from '../database/one-schema.ts';
import { jobTables } from '../jobs/job-tables.ts';
import { isIndexOf, requireRecordsTable } from './records-table.ts';

/** A table as the catalog of PostgreSQL describes it. */
export interface TableDefinition {
  /** Null for the schema where unqualified names are created, which may have another name where the backup is restored. */
  readonly schema: 'records' | 'totals' | null;
  readonly name: string;
  /** The stored columns, quoted. */
  readonly columns: readonly string[];
  readonly create: string | null;
  readonly indexes: readonly string[];
}

/** Generations that readers see, or will see when a deleted dataset is restored. A run that is under way writes another one after a restoration. */
const readGenerations = `select 'g' || g.id from generation g
  where g.replaced_at = 'infinity' or exists (select from dataset d where d.generation = g.id)`;

/** A column of a new table. */
const columnDefinition = `concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
  case when a.attstorage <> t.typstorage then 'storage ' || case a.attstorage when 'e' then 'external' when 'm' then 'main' when 'p' then 'plain' else 'extended' end end,
  case when a.attcollation <> t.typcollation then (select 'collate ' || quote_ident(n.nspname) || '.' || quote_ident(l.collname)
    from pg_collation l join pg_namespace n on n.oid = l.collnamespace where l.oid = a.attcollation) end,
  case when a.attgenerated = 's' then 'generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored' else 'default ' || pg_get_expr(d.adbin, d.adrelid) end,
  case when a.attnotnull then 'not null' end)`;

/** The tables of the service, each with its identifier, and its schema and name as in a catalog without DATABASE_SCHEMA. */
const tablesIn = (schema: string | undefined): string =>
  schema === undefined
    ? `select c.oid, nullif(n.nspname, current_schema()) as schema, c.relname as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in (current_schema(), 'records', 'totals') and ${isTable}`
    : `select c.oid, split[1] as schema, coalesce(split[2], c.relname) as name
      from pg_class c left join lateral regexp_match(c.relname, '^(records|totals)_(.*)$') split on true
      where c.relnamespace = current_schema()::regnamespace and c.relname <> all('{${jobTables.join(',')}}') and ${isTable}`;

const isTable = `c.relkind = 'r' and c.relpersistence = 'p' and not c.relispartition and c.relname <> 'migration'`;

/**
 * The tables with the data of the service. Those of the schema `records` are made while the service runs, so they have the statements that
 * create them. A backup does not depend on the schemas of the catalog: it describes the tables of all as those of one without DATABASE_SCHEMA.
 */
export async function readTables(client: Client, schema: string | undefined): Promise<readonly TableDefinition[]> {
  const { rows } = await client.query<TableDefinition>(`
    select c.schema, c.name,
      (select array_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      case when c.schema = 'records' then (
        select format('create table %I.%I (', c.schema, c.name) || string_agg(${columnDefinition}, ', ' order by a.attnum) || ')'
          || coalesce(string_agg(case when a.attstattarget >= 0 then format('; alter table %I.%I alter column %I set statistics %s', c.schema, c.name, a.attname, a.attstattarget) end, ''), '')
        from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) end as create,
      case when c.schema = 'records' then array(select def from (select pg_get_indexdef(i.indexrelid) as def from pg_index i where i.indrelid = c.oid and i.indisvalid) d where def is not null order by 1)
        else '{}' end as indexes
    from (${tablesIn(schema)}) c
    where c.schema is distinct from 'records' or c.name in (${readGenerations})
    order by 1 nulls first, 2`);
  return rows.map((row) => {
    const table = schema === undefined ? row : withNamedSchemas(row, schema);
    if (table.create === null) return table;
    // An index that an administrator added is left out.
    const indexes = table.indexes.filter((index) => isIndexOf(table.name, index));
    requireRecordsTable({ ...table, create: table.create, indexes });
    return { ...table, indexes };
  });
}

const withNamedSchemas = (table: TableDefinition, schema: string): TableDefinition => ({
  ...table,
  create: table.create && inNamedSchemas(table.create, schema),
  indexes: table.indexes.map((index) => inNamedSchemas(index, schema)),
});
