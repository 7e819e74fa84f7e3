import { ID } from 'type-graphql';
import { relation, root } from '#api/reading/declare-fields.ts';
import { equalTo, listCriteria, oneOf, timeRange, titleWords } from '#api/reading/declare-list.ts';
import { titleMatches } from '#api/reading/title-search.ts';
import { source, typeNameSql, byCreation, nodeId } from '#api/reading/declare-source.ts';
import type { ColumnExpression } from '#api/reading/type-source.ts';
import { sql, type Sql, sqlText } from '#kernel/sql.ts';
import { DatasourceConnectionGroupRuleset, DatasourceConnectionUserRuleset } from './connection-ruleset.type.ts';
import { authTypeNames, DatasourceConnectionSettings } from './connection.type.ts';
import { connectionTypeNames, connectionTypes } from './kinds/connected-kinds.ts';
import type { ConnectionSettings } from './stored-secrets.ts';
import { userRelation } from '#identity/index.ts';
import { requireCaller } from '#api/session.ts';
import { connectionRights } from './connection-rights.ts';

const setting =
  (name: keyof ConnectionSettings): ColumnExpression =>
  (connection) =>
    sql`${connection}.settings -> ${sqlText(`'${name}'`)}`;

/** The stored authentication with the name of its type in the graph and the grant of a token client, of which there is one; null where there is none. */
const auth: ColumnExpression = (
  connection,
) => sql`case jsonb_typeof(${connection}.settings -> 'auth') when 'object' then
  ${connection}.settings -> 'auth' || jsonb_build_object('grantType', 'client_credentials'::text, '__typename',
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

/** The rulesets of users on connections, by username; visible to callers who may manage the connection. */
export const connectionUserRulesets = source(DatasourceConnectionUserRuleset, {
  table: 'connection_user',
  key: 'username',
  columns: {
    id: nodeId(
      'DatasourceConnectionUserRuleset',
      (ruleset) => sql`(${ruleset}.connection_uid || '/' || ${ruleset}.username)`,
    ),
    user: (ruleset) => sql`jsonb_build_object('username', ${ruleset}.username)`,
  },
  order: { by: [{ column: 'username', type: 'text' }] },
  visible: connectionRights.seeRuleset,
});

/** The rulesets of groups on connections, by uid; visible in the same way. */
export const connectionGroupRulesets = source(DatasourceConnectionGroupRuleset, {
  table: 'connection_group',
  key: 'group_uid',
  columns: {
    id: nodeId(
      'DatasourceConnectionGroupRuleset',
      (ruleset) => sql`(${ruleset}.connection_uid || '/' || ${ruleset}.group_uid)`,
    ),
    group: (ruleset) => sql`jsonb_build_object('uid', ${ruleset}.group_uid)`,
  },
  order: { by: [{ column: 'group_uid', type: 'text' }] },
  visible: connectionRights.seeRuleset,
});

const ofConnection = { from: connections, on: ['uid', 'connection_uid'] } as const;
relation({
  ...ofConnection,
  to: connectionUserRulesets,
  field: 'userRulesets',
  returns: 'page',
  description: 'The users whom it is shared with, by username; empty without `canManage`.',
});
relation({
  ...ofConnection,
  to: connectionUserRulesets,
  field: 'userRuleset',
  returns: 'byArgument',
  argumentColumn: 'username',
  argument: 'username',
  description: 'The ruleset of one user. Null when there is none, and without `canManage`.',
  argumentDescription: 'The name of the user.',
});
relation({
  ...ofConnection,
  to: connectionGroupRulesets,
  field: 'groupRulesets',
  returns: 'page',
  description: 'The groups whom it is shared with, by uid; empty without `canManage`.',
});
relation({
  ...ofConnection,
  to: connectionGroupRulesets,
  field: 'groupRuleset',
  returns: 'byArgument',
  argumentColumn: 'group_uid',
  description: 'The ruleset of one group. Null when there is none, and without `canManage`.',
  argumentDescription: 'The uid of the group.',
});

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
