import { nodeId } from '#api/node/node.type.ts';
import { source, timestampColumn, typeNameSql } from '#api/reading/declare/source.ts';
import type { ColumnExpression } from '#api/reading/declare/type-source.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { authTypeNames } from './settings/connection-auth.type.ts';
import { connectionTypeNames } from './kinds/connected-kinds.ts';
import { connectionRights } from './connection-rights.ts';
import type { ConnectionSettings } from './settings/connection-settings.ts';
import type { DatasourceConnectionSettings } from './connection.type.ts';

const setting =
  (name: keyof ConnectionSettings): ColumnExpression =>
  (connection) =>
    sql`${connection}.settings -> ${sqlText(`'${name}'`)}`;

/** The stored authentication with the name of its type in the graph; null where there is none. */
const auth: ColumnExpression = (
  connection,
) => sql`case jsonb_typeof(${connection}.settings -> 'auth') when 'object' then
  ${connection}.settings -> 'auth' || jsonb_build_object('__typename', ${typeNameSql(sql`${connection}.settings -> 'auth' ->> 'type'`, authTypeNames)}) end`;

const countGrantees =
  (table: 'connection_user' | 'connection_group'): ColumnExpression =>
  (connection) =>
    sql`(select count(*)::int from ${sqlText(table)} shared where shared.connection_uid = ${connection}.uid)`;

/** A connection of any kind as a row, with the name of its GraphQL type and the fields of all kinds. */
export type ConnectionRow = DatasourceConnectionSettings & { readonly __typename: string } & {
  readonly [Name in keyof ConnectionSettings]-?: unknown;
};

/** Saved connections in order of creation, visible to callers who may use or manage them. */
export const connections = source<ConnectionRow>({
  type: 'DatasourceConnectionSettings',
  table: 'connection',
  key: 'uid',
  columns: {
    id: nodeId('DatasourceConnectionSettings', 'uid'),
    __typename: (connection) => typeNameSql(sql`${connection}.type`, connectionTypeNames),
    uid: 'uid',
    type: 'type',
    isReusable: 'is_reusable',
    canReuse: (connection, session) => connectionRights.reuse(session, connection),
    canManage: (connection, session) => connectionRights.manage(session, connection),
    // `distinct`, because several resources of one dataset may use the connection.
    datasetCount: (connection) =>
      sql`(select count(distinct r.dataset_uid)::int from resource r where r.connection_uid = ${connection}.uid)`,
    userCount: countGrantees('connection_user'),
    groupCount: countGrantees('connection_group'),
    createdAt: timestampColumn('created_at'),
    updatedAt: timestampColumn('updated_at'),
    url: setting('url'),
    headers: setting('headers'),
    auth,
    connectionString: setting('connectionString'),
  },
  order: {
    by: [
      { column: 'created_at', type: 'timestamptz' },
      { column: 'uid', type: 'text' },
    ],
  },
  visible: (session, connection) => connectionRights.see(session, connection),
});
