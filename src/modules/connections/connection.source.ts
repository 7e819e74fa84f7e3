import { ID } from 'type-graphql';
import { root } from '#api/reading/declare-fields.ts';
import { equalTo, listCriteria, oneOf, timeRange, titleWords } from '#api/reading/declare-list.ts';
import { titleMatches } from '#api/reading/title-search.ts';
import { source, typeNameSql, byCreation } from '#api/reading/declare-source.ts';
import type { ColumnExpression } from '#api/reading/type-source.ts';
import { sql, type Sql, sqlText } from '#kernel/sql.ts';
import { authTypeNames, DatasourceConnectionSettings } from './connection.type.ts';
import { connectionTypeNames, connectionTypes } from './kinds/connected-kinds.ts';
import type { ConnectionSettings } from './stored-secrets.ts';
import { userRelation } from '#identity/index.ts';
import { caller, requireCaller, requirePermission, type Session } from '#api/session.ts';

const setting =
  (name: keyof ConnectionSettings): ColumnExpression =>
  (connection) =>
    sql`${connection}.settings -> ${sqlText(`'${name}'`)}`;

/** The stored authentication with the name of its type in the graph; null where there is none. */
const auth: ColumnExpression = (
  connection,
) => sql`case jsonb_typeof(${connection}.settings -> 'auth') when 'object' then
  ${connection}.settings -> 'auth' || jsonb_build_object('__typename',
    ${typeNameSql(sql`${connection}.settings -> 'auth' ->> 'type'`, authTypeNames)}) end`;

const countGrantees =
  (table: 'connection_user' | 'connection_group'): ColumnExpression =>
  (connection) =>
    sql`(select count(*)::int from ${sqlText(table)} shared where shared.connection_uid = ${connection}.uid)`;

/** The number of datasets that use a connection. `distinct`, because several resources of one dataset may use it. */
const countDatasets = (connection: Sql): Sql =>
  sql`(select count(distinct r.dataset_uid)::int from resource r where r.connection_uid = ${connection}.uid)`;

/** A connection of any kind as a row, with the name of its GraphQL type and the fields of all kinds. */
type ConnectionRow = DatasourceConnectionSettings & { readonly __typename: string } & {
  readonly [Name in keyof ConnectionSettings]-?: unknown;
};

/** Saved connections in order of creation, visible to callers who may use or manage them. */
export const connections = source<DatasourceConnectionSettings, ConnectionRow>(DatasourceConnectionSettings, {
  table: 'connection',
  key: 'uid',
  columns: {
    __typename: (connection) => typeNameSql(sql`${connection}.type`, connectionTypeNames),
    canReuse: (connection, session) => connectionRights.reuse(session, connection),
    canManage: (connection, session) => connectionRights.manage(session, connection),
    datasetCount: countDatasets,
    userCount: countGrantees('connection_user'),
    groupCount: countGrantees('connection_group'),
    url: setting('url'),
    headers: setting('headers'),
    auth,
    connectionString: setting('connectionString'),
  },
  order: byCreation,
  visible: (session, connection) => connectionRights.see(session, connection),
});

userRelation(connections, 'createdBy', 'Who created the connection; null when that user was deleted.');

/** How saved connections are found. They are few, so that only the order of creation has an index. */
const connectionList = listCriteria({
  source: connections,
  name: 'DatasourceConnection',
  items: 'connections',
  filter: {
    url: titleWords((words, connection) => titleMatches(sql`${connection}.settings ->> 'url'`, words), 'URL'),
    type: oneOf('type', () => [connectionTypes], 'The connection reaches a datasource of one of these kinds.'),
    isReusable: equalTo('is_reusable', () => Boolean, 'Only connections that other resources may use, or only others.'),
    createdBy: equalTo('created_by', () => String, 'The username of the creator.'),
    createdAt: timeRange('created_at', 'When the connection was created.'),
    updatedAt: timeRange('updated_at', 'When the connection was last changed.'),
  },
  orders: {
    CREATED_AT: { column: 'created_at', type: 'timestamptz', description: 'When the connection was created.' },
    UPDATED_AT: { column: 'updated_at', type: 'timestamptz', description: 'When the connection was last changed.' },
    TYPE: { column: 'type', type: 'text', description: 'The kind of datasource.' },
    DATASET_COUNT: {
      column: 'dataset_count',
      type: 'integer',
      valueOfKey: countDatasets,
      description: 'How many datasets use the connection.',
    },
  },
});

/** The root fields that read saved connections. */
export const connectionRoots = [
  root({
    field: 'datasourceConnections',
    source: connections,
    returns: 'page',
    authorize: requireCaller,
    list: connectionList,
    description:
      'The saved connections that you may use or manage, by default in order of creation. Needs a key, else null with an error.',
  }),
  root({
    field: 'datasourceConnection',
    source: connections,
    returns: 'one',
    authorize: requireCaller,
    description:
      'The saved connection with this uid; null when you may neither use nor manage such a connection. Needs a key, else null with an error.',
    keys: { uid: [ID, 'The uid of the connection.'] },
  }),
];

/** Whether the caller may read, change, delete and share all saved connections. */
const canManageConnections = (session: Session): boolean => session.permissions.has('manage_connection');

/** Returns the result of `next`; fails UNAUTHORIZED, or PERMISSION_DENIED without `manage_connection`. */
export function requireManageConnections<T>(session: Session, next: () => T): T {
  requirePermission(session, 'manage_connection');
  return next();
}

/** The rights on a connection, as SQL conditions on the alias of its table. */
export const connectionRights = Object.freeze({
  /**
   * The right to use the connection in resources that do not use it yet. The connection must be reusable, and the caller
   * must manage connections, have created the connection, or have it shared with them or one of their groups.
   */
  reuse: (session: Session, connection: Sql): Sql =>
    sql`
      (${connection}.is_reusable
        and ${canManageConnections(session) ? sqlText('true') : isOwnOrSharedWithCaller(connection)})`,
  /** The right to change, delete and share a saved connection; an inline one changes with its resource. */
  manage: (session: Session, connection: Sql): Sql =>
    canManageConnections(session) ? sql`${connection}.dataset_uid is null` : sqlText('false'),
  /** The right to read the connection. Only saved connections qualify. */
  see: (session: Session, connection: Sql): Sql =>
    sql`
      (${connection}.dataset_uid is null
        and (${canManageConnections(session) ? sqlText('true') : connectionRights.reuse(session, connection)}))`,
});

/** Condition: the caller created the connection, or it is shared with the caller or one of their groups. */
const isOwnOrSharedWithCaller = (
  connection: Sql,
): Sql => sql`(${connection}.created_by is not distinct from ${caller.username} and ${caller.username} is not null
  or ${connection}.uid in (select shared.connection_uid
    from connection_user shared
    where shared.username = ${caller.username})
  or ${connection}.uid in (select shared.connection_uid
    from connection_group shared
    where shared.group_uid = any(${caller.groups})))`;
