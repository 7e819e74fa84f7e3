import pg from 'pg';

const ownSchemas = "nspname !~ '^pg_' and nspname <> 'information_schema'";
/** Where the rows of all tables come among the parts of a dump. */
const rowsOfTables = 'rows';

/** The queries of the statements that make a database, in the order in which another one can run them. */
const parts = [
  `select 'create schema if not exists ' || quote_ident(nspname) as sql from pg_namespace where ${ownSchemas} order by nspname`,
  `select format('create type %s as enum (%s)', t.oid::regtype, string_agg(quote_literal(enumlabel), ', ' order by enumsortorder)) as sql
   from pg_type t join pg_enum on enumtypid = t.oid join pg_namespace n on n.oid = typnamespace where ${ownSchemas} group by t.oid order by 1`,
  `select format('create type %s as (%s)', c.oid::regclass, string_agg(quote_ident(attname) || ' ' || format_type(atttypid, atttypmod), ', ' order by attnum)) as sql
   from pg_class c join pg_attribute on attrelid = c.oid and attnum > 0 join pg_namespace n on n.oid = relnamespace
   where relkind = 'c' and ${ownSchemas} group by c.oid order by 1`,
  `select format('create sequence %s as %s increment %s', c.oid::regclass, seqtypid::regtype, seqincrement) as sql
   from pg_class c join pg_sequence on seqrelid = c.oid join pg_namespace n on n.oid = relnamespace where ${ownSchemas} order by 1`,
  `select pg_get_functiondef(p.oid) as sql from pg_proc p join pg_namespace n on n.oid = pronamespace
   where ${ownSchemas} and prorettype <> 'trigger'::regtype and not exists (
     select from pg_type t join pg_class c on c.oid = typrelid where relkind <> 'c' and t.oid = any(proargtypes::oid[] || prorettype))
   order by p.oid`,
  `select format('create table %s (%s)%s%s', c.oid::regclass,
     (select string_agg(format('%I %s%s%s%s', attname, format_type(atttypid, atttypmod),
        case when attcollation <> typcollation then ' collate ' || attcollation::regcollation::text else '' end,
        case when attgenerated = 's' then format(' generated always as (%s) stored', pg_get_expr(adbin, adrelid))
             else ' default ' || pg_get_expr(adbin, adrelid) end,
        case when attnotnull then ' not null' else '' end), ', ' order by attnum)
      from pg_attribute join pg_type t on t.oid = atttypid left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = c.oid and attnum > 0 and not attisdropped),
     ' partition by ' || pg_get_partkeydef(c.oid), ' with (' || array_to_string(reloptions, ', ') || ')') as sql
   from pg_class c join pg_namespace n on n.oid = relnamespace where relkind in ('r', 'p') and ${ownSchemas} order by relkind = 'r', c.oid`,
  `select format('alter sequence %s owned by %s.%I', objid::regclass, refobjid::regclass, attname) as sql from pg_depend
   join pg_class c on c.oid = objid and relkind = 'S' join pg_namespace n on n.oid = relnamespace
   join pg_attribute on attrelid = refobjid and attnum = refobjsubid where deptype = 'a' and ${ownSchemas} order by 1`,
  `select format('alter table %s attach partition %s %s', inhparent::regclass, c.oid::regclass, pg_get_expr(relpartbound, c.oid)) as sql
   from pg_inherits join pg_class c on c.oid = inhrelid and relkind = 'r' join pg_namespace n on n.oid = relnamespace where ${ownSchemas} order by 1`,
  `select pg_get_functiondef(p.oid) as sql from pg_proc p join pg_namespace n on n.oid = pronamespace
   where ${ownSchemas} and (prorettype = 'trigger'::regtype or exists (
     select from pg_type t join pg_class c on c.oid = typrelid where relkind <> 'c' and t.oid = any(proargtypes::oid[] || prorettype)))
   order by p.oid`,
  rowsOfTables,
  `select format('select setval(%L, %s)', schemaname || '.' || sequencename, last_value) as sql from pg_sequences
   where last_value is not null order by 1`,
  `select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(o.oid)) as sql
   from pg_constraint o join pg_class c on c.oid = conrelid join pg_namespace n on n.oid = relnamespace
   where contype in ('p', 'u', 'c', 'f', 'x') and conparentid = 0 and conislocal and ${ownSchemas}
   order by array_position(array['p', 'u', 'x', 'c', 'f'], contype::text), relkind = 'r', o.oid`,
  `select pg_get_indexdef(i.indexrelid) as sql from pg_index i join pg_class c on c.oid = i.indrelid
   join pg_class x on x.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
   where ${ownSchemas} and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u', 'x'))
   and not exists (select from pg_inherits where inhrelid = i.indexrelid) order by i.indexrelid`,
  `select format('create view %s as %s', c.oid::regclass, pg_get_viewdef(c.oid)) as sql
   from pg_class c join pg_namespace n on n.oid = relnamespace where relkind = 'v' and ${ownSchemas} order by c.oid`,
  `select pg_get_triggerdef(t.oid) as sql from pg_trigger t join pg_class c on c.oid = tgrelid join pg_namespace n on n.oid = relnamespace
   where not tgisinternal and tgparentid = 0 and ${ownSchemas} order by t.oid`,
];

const tables = `select c.oid::regclass::text as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
  from pg_class c join pg_namespace n on n.oid = relnamespace join pg_attribute on attrelid = c.oid and attnum > 0
  where relkind = 'r' and not attisdropped and attgenerated = '' and ${ownSchemas} group by c.oid order by c.oid`;

/** The rows of a table as an insert; undefined for an empty table. */
async function insertOf(client: pg.Client, name: string, columns: string): Promise<string | undefined> {
  const { rows } = await client.query<{ row: string }>(
    `select row_to_json(t)::text as row from (select ${columns} from ${name}) t order by 1`,
  );
  if (rows.length === 0) return undefined;
  const list = pg.escapeLiteral(`[${rows.map(({ row }) => row).join(',\n')}]`);
  return `insert into ${name} (${columns}) select ${columns} from json_populate_recordset(null::${name}, ${list})`;
}

/**
 * Writes the statements that make the database again: its schemas, types, tables, functions and rows. The embedded server comes without
 * `pg_dump`.
 */
export async function dumpDatabase(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("begin isolation level repeatable read read only; set local search_path to ''");
    const statements = ["set search_path to ''", 'set check_function_bodies to off'];
    for (const part of parts) {
      if (part === rowsOfTables) {
        const { rows } = await client.query<{ name: string; columns: string }>(tables);
        for (const { name, columns } of rows) {
          const insert = await insertOf(client, name, columns);
          if (insert !== undefined) statements.push(insert);
        }
      } else {
        statements.push(...(await client.query<{ sql: string }>(part)).rows.map(({ sql }) => sql));
      }
    }
    return statements.map((statement) => `${statement.trimEnd().replace(/;$/, '')};\n`).join('');
  } finally {
    await client.end();
  }
}
