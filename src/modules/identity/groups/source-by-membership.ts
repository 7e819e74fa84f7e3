import { columnSql, source } from '#api/reading/declare/source.ts';
import type { Column, ColumnExpression, TypeSource } from '#api/reading/declare/type-source.ts';
import type { Session } from '#api/session/session.ts';
import { sql, sqlName, sqlText, type Sql } from '#kernel/sql.ts';

const member = sqlText('member');

/**
 * A source with the graph type and columns of `target`, users or groups, whose rows are memberships. `column` is the column of `membership`
 * that refers to the user or group. The relations to the members of a group and to the groups of a user use such a source.
 */
export function sourceByMembership<T extends object>(
  target: TypeSource<T>,
  column: 'username' | 'group_uid',
): TypeSource<T> {
  const fromMember = (membership: Sql) =>
    sql`from ${sqlName(target.table)} member where member.${sqlName(target.key)} = ${membership}.${sqlName(column)}`;
  const memberColumn =
    (targetColumn: Column): ColumnExpression =>
    (membership, session) =>
      sql`(select ${columnSql(targetColumn, member, session)} ${fromMember(membership)})`;
  return source<T>({
    type: target.type,
    table: 'membership',
    key: column,
    columns: Object.fromEntries(
      Object.entries(target.columns).map(([field, targetColumn]) => [field, memberColumn(targetColumn)]),
    ) as Record<keyof T & string, Column>,
    order: { by: [{ column, type: 'text' }] },
    visible: (session: Session, membership: Sql) =>
      sql`exists (select 1 ${fromMember(membership)} and ${target.visible(session, member)})`,
  });
}
