import {
  CreateGroupRulesetDocument,
  CreateUserRulesetDocument,
  DeleteGroupRulesetDocument,
  DeleteUserRulesetDocument,
  ListGroupRulesetsDocument,
  ListUserRulesetsDocument,
  RetrieveGroupRulesetDocument,
  RetrieveUserRulesetDocument,
  UpdateGroupRulesetDocument,
  UpdateUserRulesetDocument,
} from '#rest/generated/operations.ts';
import { expectedRevision, fromBody, fromPath, fromReplacingBody, pageVariables } from '#rest/request/request-value.ts';
import { createdObject, noContent, object, page } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';

/** Where the fields of a new ruleset come from. */
const newRuleset = {
  datasetUid: fromPath('dataset_uid'),
  permissions: fromBody('permissions'),
  security: fromBody('security'),
  expectedRevision,
};

/** Like `newRuleset`, for a body that replaces a ruleset: omitted properties take their defaults. */
const replacingRuleset = {
  ...newRuleset,
  permissions: fromReplacingBody('permissions'),
  security: fromReplacingBody('security'),
};

const retrieveUserRuleset = route(RetrieveUserRulesetDocument, {
  method: 'GET',
  path: '/datasets/{dataset_uid}/security/users/{username}/',
  variables: { dataset_uid: fromPath('dataset_uid'), username: fromPath('username') },
  respond: object('dataset.userRuleset', { etag: 'dataset.revision' }),
});

const retrieveGroupRuleset = route(RetrieveGroupRulesetDocument, {
  method: 'GET',
  path: '/datasets/{dataset_uid}/security/groups/{group_uid}/',
  variables: { dataset_uid: fromPath('dataset_uid'), group_uid: fromPath('group_uid') },
  respond: object('dataset.groupRuleset', { etag: 'dataset.revision' }),
});

/** The rulesets of a dataset (docs/contract/rest.md 2). */
export const rulesetRoutes = [
  route(ListUserRulesetsDocument, {
    method: 'GET',
    path: '/datasets/{dataset_uid}/security/users/',
    variables: { dataset_uid: fromPath('dataset_uid'), ...pageVariables },
    respond: page('dataset.userRulesets', { etag: 'dataset.revision' }),
  }),
  route(CreateUserRulesetDocument, {
    method: 'POST',
    path: '/datasets/{dataset_uid}/security/users/',
    needs: { rights: ['mayManage'] },
    variables: { input: { ...newRuleset, user: fromBody('user') } },
    respond: createdObject('createUserRuleset.userRuleset', { etag: 'createUserRuleset.dataset.revision' }),
  }),
  retrieveUserRuleset,
  route(UpdateUserRulesetDocument, {
    method: 'PUT',
    path: '/datasets/{dataset_uid}/security/users/{username}/',
    needs: { rights: ['mayManage'], target: retrieveUserRuleset },
    variables: {
      input: { ...replacingRuleset, username: fromPath('username'), user: fromReplacingBody('user') },
    },
    respond: object('updateUserRuleset.userRuleset', { etag: 'updateUserRuleset.dataset.revision' }),
  }),
  route(DeleteUserRulesetDocument, {
    method: 'DELETE',
    path: '/datasets/{dataset_uid}/security/users/{username}/',
    needs: { rights: ['mayManage'], target: retrieveUserRuleset },
    variables: {
      input: { datasetUid: fromPath('dataset_uid'), username: fromPath('username'), expectedRevision },
    },
    respond: noContent('deleteUserRuleset.dataset.revision'),
  }),
  route(ListGroupRulesetsDocument, {
    method: 'GET',
    path: '/datasets/{dataset_uid}/security/groups/',
    variables: { dataset_uid: fromPath('dataset_uid'), ...pageVariables },
    respond: page('dataset.groupRulesets', { etag: 'dataset.revision' }),
  }),
  route(CreateGroupRulesetDocument, {
    method: 'POST',
    path: '/datasets/{dataset_uid}/security/groups/',
    needs: { rights: ['mayManage'] },
    variables: { input: { ...newRuleset, group: fromBody('group') } },
    respond: createdObject('createGroupRuleset.groupRuleset', { etag: 'createGroupRuleset.dataset.revision' }),
  }),
  retrieveGroupRuleset,
  route(UpdateGroupRulesetDocument, {
    method: 'PUT',
    path: '/datasets/{dataset_uid}/security/groups/{group_uid}/',
    needs: { rights: ['mayManage'], target: retrieveGroupRuleset },
    variables: {
      input: { ...replacingRuleset, groupUid: fromPath('group_uid'), group: fromReplacingBody('group') },
    },
    respond: object('updateGroupRuleset.groupRuleset', { etag: 'updateGroupRuleset.dataset.revision' }),
  }),
  route(DeleteGroupRulesetDocument, {
    method: 'DELETE',
    path: '/datasets/{dataset_uid}/security/groups/{group_uid}/',
    needs: { rights: ['mayManage'], target: retrieveGroupRuleset },
    variables: {
      input: { datasetUid: fromPath('dataset_uid'), groupUid: fromPath('group_uid'), expectedRevision },
    },
    respond: noContent('deleteGroupRuleset.dataset.revision'),
  }),
];
