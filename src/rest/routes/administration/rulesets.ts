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
import { fromBody, fromPath, fromReplacingBody } from '#rest/request/request-value.ts';
import { createdObject, noContent, object, page } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';
import { partOfDataset, tagged } from './part-of-dataset.ts';

const username = fromPath('username');
const ofUser = partOfDataset('security/users', { variables: { username }, input: { username }, right: 'canManage' });

const groupUid = fromPath('group_uid');
const ofGroup = partOfDataset('security/groups', {
  variables: { group_uid: groupUid },
  input: { groupUid },
  right: 'canManage',
});

/** Where the fields of a new ruleset come from. */
const newRuleset = { permissions: fromBody('permissions'), security: fromBody('security') };

/** Like `newRuleset`, for a body that replaces a ruleset: omitted properties take their defaults. */
const replacingRuleset = { permissions: fromReplacingBody('permissions'), security: fromReplacingBody('security') };

const retrieveOfUser = route(RetrieveUserRulesetDocument, {
  ...ofUser.retrieve(),
  respond: object('dataset.userRuleset', tagged),
});

const retrieveOfGroup = route(RetrieveGroupRulesetDocument, {
  ...ofGroup.retrieve(),
  respond: object('dataset.groupRuleset', tagged),
});

/** The rulesets of a dataset (docs/contract/rest.md 2). */
export const rulesetRoutes = [
  route(ListUserRulesetsDocument, { ...ofUser.list, respond: page('dataset.userRulesets', tagged) }),
  route(CreateUserRulesetDocument, {
    ...ofUser.create,
    variables: { input: { ...ofUser.added, ...newRuleset, user: fromBody('user') } },
    respond: createdObject('createUserRuleset.userRuleset', tagged),
  }),
  retrieveOfUser,
  route(UpdateUserRulesetDocument, {
    ...ofUser.change('PUT', retrieveOfUser),
    variables: { input: { ...ofUser.changed, ...replacingRuleset, user: fromReplacingBody('user') } },
    respond: object('updateUserRuleset.userRuleset', tagged),
  }),
  route(DeleteUserRulesetDocument, {
    ...ofUser.change('DELETE', retrieveOfUser),
    respond: noContent('deleteUserRuleset.dataset.revision'),
  }),
  route(ListGroupRulesetsDocument, { ...ofGroup.list, respond: page('dataset.groupRulesets', tagged) }),
  route(CreateGroupRulesetDocument, {
    ...ofGroup.create,
    variables: { input: { ...ofGroup.added, ...newRuleset, group: fromBody('group') } },
    respond: createdObject('createGroupRuleset.groupRuleset', tagged),
  }),
  retrieveOfGroup,
  route(UpdateGroupRulesetDocument, {
    ...ofGroup.change('PUT', retrieveOfGroup),
    variables: { input: { ...ofGroup.changed, ...replacingRuleset, group: fromReplacingBody('group') } },
    respond: object('updateGroupRuleset.groupRuleset', tagged),
  }),
  route(DeleteGroupRulesetDocument, {
    ...ofGroup.change('DELETE', retrieveOfGroup),
    respond: noContent('deleteGroupRuleset.dataset.revision'),
  }),
];
