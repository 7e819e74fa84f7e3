import { sql, type Sql, sqlJoin, sqlName, sqlText } from '#kernel/sql.ts';
import { type DatabaseClient, firstRow } from '#platform/database/database-client.ts';
import type { UserHook } from '#api/context.ts';

/** A foreign key, with the action of PostgreSQL when the referenced row is deleted: a (no action), c (cascade), n (set null), r (restrict). */
export interface ForeignKey {
  readonly table: string;
  readonly columns: readonly string[];
  readonly referenced: string;
  readonly referencedColumns: readonly string[];
  readonly onDelete: string;
}

/** A stored column; a generated one is not stored. */
export interface OwnedColumn {
  readonly name: string;
  readonly type: string;
}

/** A table whose rows are deleted with a root row. */
export interface OwnedTable {
  readonly name: string;
  readonly columns: readonly OwnedColumn[];
  /** The condition that selects these rows, over the alias `t`. */
  readonly condition: Sql;
  /** Whether rows of other tables are deleted with these. */
  readonly ownsRows: boolean;
  /** The foreign keys of the table. */
  readonly foreignKeys: readonly ForeignKey[];
}

/** A row whose deletion deletes others: that of a dataset or a form. */
export interface RootRow {
  readonly table: 'dataset' | 'form';
  readonly keyColumn: 'uid' | 'slug';
  readonly key: string;
}

/** Rulesets belong to their dataset without a foreign key (docs/decisions/datasets.md). */
const rulesetsOfDataset: ForeignKey = {
  table: 'ruleset',
  columns: ['dataset_uid'],
  referenced: 'dataset',
  referencedColumns: ['uid'],
  onDelete: 'c',
};

/** Tables that are derived from others, and written again after a restoration. */
const derivedTables: ReadonlySet<string> = new Set(['catalog_entry']);

/** The tables whose rows are deleted with a row, in order of reference, read from the foreign keys so that none is forgotten. */
export async function ownedTables(db: DatabaseClient, root: RootRow): Promise<readonly OwnedTable[]> {
  const [foreignKeys, columns] = await Promise.all([readForeignKeys(db), readColumns(db)]);
  const allKeys = [...foreignKeys, rulesetsOfDataset];
  const owning = allKeys.filter(({ table, onDelete }) => onDelete === 'c' && !derivedTables.has(table));
  const conditionOf = (table: string): Sql =>
    table === root.table
      ? sql`t.${sqlName(root.keyColumn)} = ${root.key}`
      : sqlJoin(
          owning
            .filter((key) => key.table === table && isOwned(key.referenced))
            .map(
              (key) =>
                sql`
                  (${names(key.columns)}) in (select ${names(key.referencedColumns)}
                    from ${sqlName(key.referenced)} t
                    where ${conditionOf(key.referenced)})`,
            ),
          ' or ',
        );
  const owned = new Set(inOrder(root.table, owning));
  const isOwned = (table: string) => owned.has(table);
  const order = inOrder(root.table, allKeys).filter(isOwned);
  return order.map((name) => ({
    name,
    columns: columns.get(name) ?? [],
    condition: conditionOf(name),
    ownsRows: owning.some(({ referenced }) => referenced === name),
    foreignKeys: foreignKeys.filter(({ table }) => table === name),
  }));
}

/** The root and all tables that refer to it, also through others, each after those that it refers to. */
function inOrder(root: string, keys: readonly ForeignKey[]): readonly string[] {
  const visited = new Set<string>();
  const visit = (table: string): readonly string[] => {
    if (visited.has(table)) return [];
    visited.add(table);
    const below = keys.filter((key) => key.referenced === table).map((key) => key.table);
    return [...below.flatMap(visit), table];
  };
  return visit(root).toReversed();
}

const names = (columns: readonly string[]): Sql =>
  sqlJoin(
    columns.map((column) => sql`t.${sqlName(column)}`),
    ', ',
  );

/** The foreign keys of the tables of the service. */
const readForeignKeys = (db: DatabaseClient): Promise<ForeignKey[]> =>
  db.rows<ForeignKey>(sql`
    select owner.relname::text as table, ${columnNames('conrelid', 'conkey')} as columns,
      referenced.relname::text as referenced, ${columnNames('confrelid', 'confkey')} as "referencedColumns",
        confdeltype::text as "onDelete"
    from pg_constraint c
    join pg_class owner on owner.oid = conrelid
    join pg_class referenced on referenced.oid = confrelid
    where contype = 'f' and connamespace = current_schema()::regnamespace order by owner.relname, conname`);

const columnNames = (table: string, keys: string): Sql =>
  sqlText(`(select array_agg(a.attname::text order by k.place) from unnest(c.${keys}) with ordinality k(number, place)
    join pg_attribute a on a.attrelid = c.${table} and a.attnum = k.number)`);

/** The stored columns of all tables of the service. */
async function readColumns(db: DatabaseClient): Promise<ReadonlyMap<string, readonly OwnedColumn[]>> {
  const rows = await db.rows<{ table: string; columns: OwnedColumn[] }>(sql`
    select c.relname::text as table,
      jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
        order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' group by c.relname`);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

/** The number of rows that one statement moves: it takes seconds, also where a form has a million submissions. */
const batchSize = 10_000;

/** What a statement did. A row that another transaction changed while the statement waited for it is picked, and not moved. */
interface Batch {
  readonly picked: number;
  readonly moved: number;
}

/**
 * Runs a statement until no row is left. The statement locks at most as many rows as it is given, moves them, and returns how many it `picked` and `moved`.
 * The next statement moves a row that was picked only: by then it is locked.
 */
export async function moveInBatches(db: DatabaseClient, move: (batchSize: Sql) => Sql): Promise<void> {
  const statement = move(sqlText(String(batchSize)));
  let batch: Batch | undefined;
  do batch = await firstRow<Batch>(db, statement);
  while (batch && (batch.picked === batchSize || batch.moved < batch.picked));
}

/**
 * Does to kept rows what the foreign keys do to stored ones when a user is deleted: rows of the user are removed, and other references to
 * the user are cleared. Otherwise a later user with the same name would get the rulesets of this one with a restoration.
 */
export const forgetUser: UserHook = async ({ db }, username) => {
  const keys = (await readForeignKeys(db)).filter(({ referenced }) => referenced === 'user_account');
  const columnsOf = (action: string) =>
    sql`jsonb_to_recordset(${JSON.stringify(
      keys.flatMap(({ table, columns, onDelete }) =>
        onDelete === action ? columns.map((column) => ({ table, column })) : [],
      ),
    )}::jsonb) as k("table" text, "column" text)`;
  await db.rows(
    sql`
      delete from deleted_row r
      using ${columnsOf('c')}
      where r.table_name = k."table" and r.values ->> k."column" = ${username}`,
  );
  await db.rows(sql`
    update deleted_row r
    set values = r.values || cleared.values
    from (
      select r.id, jsonb_object_agg(k."column", null) as values
      from deleted_row r
      join ${columnsOf('n')} on r.table_name = k."table" and r.values ->> k."column" = ${username}
      group by r.id) cleared
    where r.id = cleared.id`);
};
