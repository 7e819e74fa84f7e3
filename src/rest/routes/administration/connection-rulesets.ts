import { fail } from '#kernel/fail.ts';
import {
  CreateDatasourceConnectionGroupRulesetDocument,
  CreateDatasourceConnectionUserRulesetDocument,
  DeleteDatasourceConnectionGroupRulesetDocument,
  DeleteDatasourceConnectionUserRulesetDocument,
  ListDatasourceConnectionGroupRulesetsDocument,
  ListDatasourceConnectionUserRulesetsDocument,
  RetrieveDatasourceConnectionDocument,
  RetrieveDatasourceConnectionGroupRulesetDocument,
  RetrieveDatasourceConnectionUserRulesetDocument,
  UpdateDatasourceConnectionGroupRulesetDocument,
  UpdateDatasourceConnectionUserRulesetDocument,
} from '#rest/generated/operations.ts';
import { fromBody, fromPath, fromReplacingBody } from '#rest/request/request-value.ts';
import { noContent, object, page } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';
import { groupGrantees, rulesetsOf, userGrantees } from './rulesets-of.ts';

/** Fails PERMISSION_DENIED for a caller who may use the connection, but not manage it. */
const check = ({ datasourceConnection: found }: ManagedConnection): void => {
  if (found && !(found.canManage ?? found.can_manage)) fail('PERMISSION_DENIED', { permission: 'manage_connection' });
};

/** The fields that show whether the caller may manage a connection, by its name in the graph or in a body. */
interface ManagedConnection {
  readonly datasourceConnection: { readonly canManage?: boolean; readonly can_manage?: boolean } | null;
}

/** Reads a connection that the caller may manage: 404 where the caller may not read it, 403 where the caller may only use it. */
export const manageConnection = route(RetrieveDatasourceConnectionDocument, {
  method: 'GET',
  path: '/datasource_connections/{connection_uid}/',
  variables: { connection_uid: fromPath('connection_uid') },
  respond: object('datasourceConnection', { check }),
});

const connection = {
  path: manageConnection.path,
  variables: { connection_uid: fromPath('connection_uid') },
  input: { connectionUid: fromPath('connection_uid') },
  target: manageConnection,
};
const ofUser = rulesetsOf(connection, userGrantees);
const ofGroup = rulesetsOf(connection, groupGrantees);

const retrieveOfUser = route(RetrieveDatasourceConnectionUserRulesetDocument, {
  ...ofUser.retrieve,
  operationId: 'RetrieveConnectionUserRuleset',
  respond: object('datasourceConnection.userRuleset', { check }),
});

const retrieveOfGroup = route(RetrieveDatasourceConnectionGroupRulesetDocument, {
  ...ofGroup.retrieve,
  operationId: 'RetrieveConnectionGroupRuleset',
  respond: object('datasourceConnection.groupRuleset', { check }),
});

const permissions = fromBody('permissions');
const replacingPermissions = fromReplacingBody('permissions');

/** The rulesets of users and groups on saved connections (docs/contract/administration.md 3). */
export const connectionRulesetRoutes = [
  route(ListDatasourceConnectionUserRulesetsDocument, {
    ...ofUser.list,
    operationId: 'ListConnectionUserRulesets',
    respond: page('datasourceConnection.userRulesets', { check }),
  }),
  route(CreateDatasourceConnectionUserRulesetDocument, {
    ...ofUser.create,
    operationId: 'CreateConnectionUserRuleset',
    variables: { input: { ...ofUser.added, user: fromBody('user'), permissions } },
    respond: object('createDatasourceConnectionUserRuleset.userRuleset'),
  }),
  retrieveOfUser,
  route(UpdateDatasourceConnectionUserRulesetDocument, {
    ...ofUser.change('PUT', retrieveOfUser),
    operationId: 'UpdateConnectionUserRuleset',
    variables: { input: { ...ofUser.changed, permissions: replacingPermissions } },
    respond: object('updateDatasourceConnectionUserRuleset.userRuleset'),
  }),
  route(DeleteDatasourceConnectionUserRulesetDocument, {
    ...ofUser.change('DELETE', retrieveOfUser),
    operationId: 'DeleteConnectionUserRuleset',
    respond: noContent(),
  }),
  route(ListDatasourceConnectionGroupRulesetsDocument, {
    ...ofGroup.list,
    operationId: 'ListConnectionGroupRulesets',
    respond: page('datasourceConnection.groupRulesets', { check }),
  }),
  route(CreateDatasourceConnectionGroupRulesetDocument, {
    ...ofGroup.create,
    operationId: 'CreateConnectionGroupRuleset',
    variables: { input: { ...ofGroup.added, group: fromBody('group'), permissions } },
    respond: object('createDatasourceConnectionGroupRuleset.groupRuleset'),
  }),
  retrieveOfGroup,
  route(UpdateDatasourceConnectionGroupRulesetDocument, {
    ...ofGroup.change('PUT', retrieveOfGroup),
    operationId: 'UpdateConnectionGroupRuleset',
    variables: { input: { ...ofGroup.changed, permissions: replacingPermissions } },
    respond: object('updateDatasourceConnectionGroupRuleset.groupRuleset'),
  }),
  route(DeleteDatasourceConnectionGroupRulesetDocument, {
    ...ofGroup.change('DELETE', retrieveOfGroup),
    operationId: 'DeleteConnectionGroupRuleset',
    respond: noContent(),
  }),
];
