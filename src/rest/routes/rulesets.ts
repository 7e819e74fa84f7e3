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
} from '../generated/operations.ts';
import { created, empty, one, page } from '../responders/responders.ts';
import type { RestInput } from '../rest-input.ts';
import { route } from '../route.ts';
import { pageVariables } from '../wire-values.ts';

/** What a body says of any ruleset. */
const changeOf = ({ path, body, expectedRevision }: RestInput) => ({
  datasetUid: path['dataset_uid'],
  permissions: body['permissions'],
  security: body['security'],
  expectedRevision,
});

/** The same where the body replaces what was: what it leaves out takes its default. */
const replacementOf = (input: RestInput) => {
  const { permissions = null, security = null, ...change } = changeOf(input);
  return { ...change, permissions, security };
};

const retrieveUser = route({
  method: 'GET',
  path: '/datasets/{dataset_uid}/security/users/{username}/',
  operation: RetrieveUserRulesetDocument,
  variables: ({ path }) => ({ dataset_uid: path['dataset_uid'], username: path['username'] }),
  respond: one(
    ({ dataset }) => dataset?.userRuleset,
    ({ dataset }) => dataset?.revision,
  ),
});

const retrieveGroup = route({
  method: 'GET',
  path: '/datasets/{dataset_uid}/security/groups/{group_uid}/',
  operation: RetrieveGroupRulesetDocument,
  variables: ({ path }) => ({ dataset_uid: path['dataset_uid'], group_uid: path['group_uid'] }),
  respond: one(
    ({ dataset }) => dataset?.groupRuleset,
    ({ dataset }) => dataset?.revision,
  ),
});

/** The rulesets of a dataset (docs/contract/rest.md 2). */
export const rulesetRoutes = [
  route({
    method: 'GET',
    path: '/datasets/{dataset_uid}/security/users/',
    operation: ListUserRulesetsDocument,
    variables: (input) => ({ dataset_uid: input.path['dataset_uid'], ...pageVariables(input) }),
    respond: page(({ dataset }) => dataset?.userRulesets, { revisionOf: ({ dataset }) => dataset?.revision }),
  }),
  route({
    method: 'POST',
    path: '/datasets/{dataset_uid}/security/users/',
    operation: CreateUserRulesetDocument,
    needs: 'mayManage',
    variables: (input) => ({ input: { ...changeOf(input), user: input.body['user'] } }),
    respond: created(
      ({ createUserRuleset }) => createUserRuleset.userRuleset,
      ({ createUserRuleset }) => createUserRuleset.dataset?.revision,
    ),
  }),
  retrieveUser,
  route({
    method: 'PUT',
    path: '/datasets/{dataset_uid}/security/users/{username}/',
    operation: UpdateUserRulesetDocument,
    needs: 'mayManage',
    part: retrieveUser,
    variables: (input) => ({
      input: { ...replacementOf(input), username: input.path['username'], user: input.body['user'] ?? null },
    }),
    respond: one(
      ({ updateUserRuleset }) => updateUserRuleset.userRuleset,
      ({ updateUserRuleset }) => updateUserRuleset.dataset?.revision,
    ),
  }),
  route({
    method: 'DELETE',
    path: '/datasets/{dataset_uid}/security/users/{username}/',
    operation: DeleteUserRulesetDocument,
    needs: 'mayManage',
    part: retrieveUser,
    variables: ({ path, expectedRevision }) => ({
      input: { datasetUid: path['dataset_uid'], username: path['username'], expectedRevision },
    }),
    respond: empty(({ deleteUserRuleset }) => deleteUserRuleset.dataset?.revision),
  }),
  route({
    method: 'GET',
    path: '/datasets/{dataset_uid}/security/groups/',
    operation: ListGroupRulesetsDocument,
    variables: (input) => ({ dataset_uid: input.path['dataset_uid'], ...pageVariables(input) }),
    respond: page(({ dataset }) => dataset?.groupRulesets, { revisionOf: ({ dataset }) => dataset?.revision }),
  }),
  route({
    method: 'POST',
    path: '/datasets/{dataset_uid}/security/groups/',
    operation: CreateGroupRulesetDocument,
    needs: 'mayManage',
    variables: (input) => ({ input: { ...changeOf(input), group: input.body['group'] } }),
    respond: created(
      ({ createGroupRuleset }) => createGroupRuleset.groupRuleset,
      ({ createGroupRuleset }) => createGroupRuleset.dataset?.revision,
    ),
  }),
  retrieveGroup,
  route({
    method: 'PUT',
    path: '/datasets/{dataset_uid}/security/groups/{group_uid}/',
    operation: UpdateGroupRulesetDocument,
    needs: 'mayManage',
    part: retrieveGroup,
    variables: (input) => ({
      input: { ...replacementOf(input), groupUid: input.path['group_uid'], group: input.body['group'] ?? null },
    }),
    respond: one(
      ({ updateGroupRuleset }) => updateGroupRuleset.groupRuleset,
      ({ updateGroupRuleset }) => updateGroupRuleset.dataset?.revision,
    ),
  }),
  route({
    method: 'DELETE',
    path: '/datasets/{dataset_uid}/security/groups/{group_uid}/',
    operation: DeleteGroupRulesetDocument,
    needs: 'mayManage',
    part: retrieveGroup,
    variables: ({ path, expectedRevision }) => ({
      input: { datasetUid: path['dataset_uid'], groupUid: path['group_uid'], expectedRevision },
    }),
    respond: empty(({ deleteGroupRuleset }) => deleteGroupRuleset.dataset?.revision),
  }),
];
