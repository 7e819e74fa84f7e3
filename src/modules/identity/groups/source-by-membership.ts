import { columnOf, source } from '../../../api/reading/declare/source.ts';
import type { Column, Expression, TypeSource } from '../../../api/reading/declare/type-source.ts';
import type { Session } from '../../../api/session/session.ts';
import { sql, sqlName, sqlText, type Sql } from '../../../kernel/sql.ts';

const member = sqlText('member');

/** The source of users or groups that reads them through the rows of `membership`, for the members of a group and the groups of a user. */
export function sourceByMembership<T extends object>(
  to: TypeSource<T>,
  column: 'username' | 'group_uid',
): TypeSource<T> {
  const joined = (membership: Sql) =>
    sql`from ${sqlName(to.table)} member where member.${sqlName(to.key)} = ${membership}.${sqlName(column)}`;
  const read =
    (field: Column): Expression =>
    (membership, session) =>
      sql`(select ${columnOf(field, member, session)} ${joined(membership)})`;
  return source<T>({
    type: to.type,
    table: 'membership',
    key: column,
    columns: Object.fromEntries(Object.entries(to.columns).map(([field, from]) => [field, read(from)])) as Record<
      keyof T & string,
      Column
    >,
    order: { by: [{ column, type: 'text' }] },
    visible: (session: Session, membership: Sql) =>
      sql`exists (select 1 ${joined(membership)} and ${to.visible(session, member)})`,
  });
}
