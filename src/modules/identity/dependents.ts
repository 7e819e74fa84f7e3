import type { RequestContext } from '#api/context.ts';
import { fail } from '#kernel/fail.ts';
import { sql, type Sql, sqlJoin, sqlName, sqlText } from '#kernel/sql.ts';
import { requireAdministrator } from './valid-key.ts';

/** Rows that refer to a user or a group, and whether its deletion deletes them. */
export interface Dependents {
  readonly kind: string;
  readonly objectCount: number;
  readonly isDeleted: boolean;
}

/** A foreign key that refers to a table. */
interface Reference {
  readonly table: string;
  readonly column: string;
  readonly isDeleted: boolean;
}

/** How many rows of a table are counted at most. */
const maxCount = 10_000;

/**
 * What refers to a row of a table by its key, with what the foreign keys say about its deletion: a table that a module adds is found without being
 * named here. Rows of one kind that refer by several columns count for each.
 */
export async function findDependents(
  { db }: RequestContext,
  table: 'user_account' | 'user_group',
  key: string,
): Promise<readonly Dependents[]> {
  const references = await db.rows<Reference>(sql`
    select c.relname as "table", a.attname as "column", k.confdeltype = 'c' as "isDeleted"
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid = ${sqlText(`'${table}'`)}::regclass
    order by 1, 2`);
  if (references.length === 0) return [];
  const found = await db.rows<Dependents>(
    sqlJoin(
      references.map((reference) => countOf(reference, key)),
      ' union all ',
    ),
  );
  const totals = new Map<string, Dependents>();
  for (const { kind, objectCount, isDeleted } of found) {
    const name = `${kind} ${String(isDeleted)}`;
    totals.set(name, {
      kind,
      objectCount: Math.min((totals.get(name)?.objectCount ?? 0) + objectCount, maxCount),
      isDeleted,
    });
  }
  return [...totals.values()].filter(({ objectCount }) => objectCount > 0);
}

/** The key of each table that dependents refer to. */
const keys = { user_account: 'username', user_group: 'uid' } as const;

/** What would become of what refers to a user or a group with its deletion. Nothing is changed. Fails PERMISSION_DENIED without `administer`, and NOT_FOUND. */
export async function previewDeletion(
  ctx: RequestContext,
  table: keyof typeof keys,
  key: string,
): Promise<readonly Dependents[]> {
  requireAdministrator(ctx.session);
  const found = await ctx.db.rows(sql`select 1 from ${sqlName(table)} where ${sqlName(keys[table])} = ${key}`);
  return found.length === 0 ? fail('NOT_FOUND') : findDependents(ctx, table, key);
}

const countOf = ({ table, column, isDeleted }: Reference, key: string): Sql => sql`
  select ${kindOf(table)}::text as kind, count(*)::int as "objectCount", ${isDeleted}::boolean as "isDeleted"
  from (select 1 from ${sqlName(table)} where ${sqlName(column)} = ${key} limit ${maxCount}::int) found`;

/** The kind of the rows of a table: `page_ruleset` → `PageRuleset`. */
const kindOf = (table: string): string =>
  table.replace(/(?:^|_)([a-z])/g, (_all, letter: string) => letter.toUpperCase());
