import { fail } from '#kernel/fail.ts';
import {
  CreatePageGroupRulesetDocument,
  CreatePageUserRulesetDocument,
  DeletePageGroupRulesetDocument,
  DeletePageUserRulesetDocument,
  FindCodeEditorPageConfigurationDocument,
  FindStudioPageConfigurationDocument,
  ListCodeEditorPageConfigurationGroupRulesetsDocument,
  ListCodeEditorPageConfigurationUserRulesetsDocument,
  ListStudioPageConfigurationGroupRulesetsDocument,
  ListStudioPageConfigurationUserRulesetsDocument,
  RetrieveCodeEditorPageConfigurationGroupRulesetDocument,
  RetrieveCodeEditorPageConfigurationUserRulesetDocument,
  RetrieveStudioPageConfigurationGroupRulesetDocument,
  RetrieveStudioPageConfigurationUserRulesetDocument,
  UpdatePageGroupRulesetDocument,
  UpdatePageUserRulesetDocument,
} from '#rest/generated/operations.ts';
import { fromBody, fromPath, fromReplacingBody } from '#rest/request/request-value.ts';
import { noContent, object, page } from '#rest/responders/responders.ts';
import { type Route, route } from '#rest/route.ts';
import { ofCodeEditorPage, ofStudioPage } from './pages.ts';
import { groupGrantees, rulesetsOf, userGrantees } from './rulesets-of.ts';

interface Manageable {
  readonly canManage: boolean;
}

/** Fails PERMISSION_DENIED for a caller who may edit the page, but does not decide who sees it. */
const requireManage = (found: Manageable | null): void => {
  if (found && !found.canManage) fail('PERMISSION_DENIED', { permission: 'manage_page' });
};
const checkCodeEditorPage = {
  check: (data: { codeEditorPageConfiguration: Manageable | null }): void => {
    requireManage(data.codeEditorPageConfiguration);
  },
};
const checkStudioPage = {
  check: (data: { studioPageConfiguration: Manageable | null }): void => {
    requireManage(data.studioPageConfiguration);
  },
};

/** The page whose rulesets they are: how the graph's queries and mutations name it. */
const codeEditorPage = {
  path: '/code_editor_pages/{page_slug}/',
  variables: { slug: fromPath('page_slug') },
  input: { uid: fromPath('page_slug') },
  target: route(FindCodeEditorPageConfigurationDocument, {
    method: 'GET',
    path: '/code_editor_pages/{page_slug}/',
    variables: { slug: fromPath('page_slug') },
    respond: object('codeEditorPageConfiguration', checkCodeEditorPage),
  }),
};
const studioPage = {
  path: '/studio_pages/{studio_page_uid}/',
  variables: { uid: fromPath('studio_page_uid') },
  input: { uid: fromPath('studio_page_uid') },
  target: route(FindStudioPageConfigurationDocument, {
    method: 'GET',
    path: '/studio_pages/{studio_page_uid}/',
    variables: { uid: fromPath('studio_page_uid') },
    respond: object('studioPageConfiguration', checkStudioPage),
  }),
};

const codeUsers = rulesetsOf(codeEditorPage, userGrantees);
const codeGroups = rulesetsOf(codeEditorPage, groupGrantees);
const studioUsers = rulesetsOf(studioPage, userGrantees);
const studioGroups = rulesetsOf(studioPage, groupGrantees);

const permissions = fromBody('permissions');
const replacingPermissions = fromReplacingBody('permissions');

/** The changes of the rulesets of users, which are the same for both kinds of pages; `wrap` names the page as the graph does. */
const changesOfUsers = (name: string, of: typeof codeUsers | typeof studioUsers, retrieve: Route): readonly Route[] => [
  route(CreatePageUserRulesetDocument, {
    ...of.create,
    operationId: `Create${name}UserRuleset`,
    variables: { input: { ...of.added, user: fromBody('user'), permissions } },
    respond: object('createPageUserRuleset.userRuleset'),
  }),
  route(UpdatePageUserRulesetDocument, {
    ...of.change('PUT', retrieve),
    operationId: `Update${name}UserRuleset`,
    variables: { input: { ...of.changed, permissions: replacingPermissions } },
    respond: object('updatePageUserRuleset.userRuleset'),
  }),
  route(DeletePageUserRulesetDocument, {
    ...of.change('DELETE', retrieve),
    operationId: `Delete${name}UserRuleset`,
    respond: noContent(),
  }),
];

/** The same for the rulesets of groups. */
const changesOfGroups = (
  name: string,
  of: typeof codeGroups | typeof studioGroups,
  retrieve: Route,
): readonly Route[] => [
  route(CreatePageGroupRulesetDocument, {
    ...of.create,
    operationId: `Create${name}GroupRuleset`,
    variables: { input: { ...of.added, group: fromBody('group'), permissions } },
    respond: object('createPageGroupRuleset.groupRuleset'),
  }),
  route(UpdatePageGroupRulesetDocument, {
    ...of.change('PUT', retrieve),
    operationId: `Update${name}GroupRuleset`,
    variables: { input: { ...of.changed, permissions: replacingPermissions } },
    respond: object('updatePageGroupRuleset.groupRuleset'),
  }),
  route(DeletePageGroupRulesetDocument, {
    ...of.change('DELETE', retrieve),
    operationId: `Delete${name}GroupRuleset`,
    respond: noContent(),
  }),
];

const codeUserRuleset = route(RetrieveCodeEditorPageConfigurationUserRulesetDocument, {
  ...codeUsers.retrieve,
  operationId: 'RetrieveCodeEditorPageUserRuleset',
  respond: object('codeEditorPageConfiguration.userRuleset', checkCodeEditorPage),
});
const codeGroupRuleset = route(RetrieveCodeEditorPageConfigurationGroupRulesetDocument, {
  ...codeGroups.retrieve,
  operationId: 'RetrieveCodeEditorPageGroupRuleset',
  respond: object('codeEditorPageConfiguration.groupRuleset', checkCodeEditorPage),
});
const studioUserRuleset = route(RetrieveStudioPageConfigurationUserRulesetDocument, {
  ...studioUsers.retrieve,
  operationId: 'RetrieveStudioPageUserRuleset',
  respond: object('studioPageConfiguration.userRuleset', checkStudioPage),
});
const studioGroupRuleset = route(RetrieveStudioPageConfigurationGroupRulesetDocument, {
  ...studioGroups.retrieve,
  operationId: 'RetrieveStudioPageGroupRuleset',
  respond: object('studioPageConfiguration.groupRuleset', checkStudioPage),
});

/** The rulesets of users and groups on pages (docs/contract/administration.md 4). */
export const pageRulesetRoutes = [
  route(ListCodeEditorPageConfigurationUserRulesetsDocument, {
    ...codeUsers.list,
    operationId: 'ListCodeEditorPageUserRulesets',
    respond: page('codeEditorPageConfiguration.userRulesets', checkCodeEditorPage),
  }),
  codeUserRuleset,
  ...changesOfUsers('CodeEditorPage', codeUsers, codeUserRuleset).map(ofCodeEditorPage),
  route(ListCodeEditorPageConfigurationGroupRulesetsDocument, {
    ...codeGroups.list,
    operationId: 'ListCodeEditorPageGroupRulesets',
    respond: page('codeEditorPageConfiguration.groupRulesets', checkCodeEditorPage),
  }),
  codeGroupRuleset,
  ...changesOfGroups('CodeEditorPage', codeGroups, codeGroupRuleset).map(ofCodeEditorPage),
  route(ListStudioPageConfigurationUserRulesetsDocument, {
    ...studioUsers.list,
    operationId: 'ListStudioPageUserRulesets',
    respond: page('studioPageConfiguration.userRulesets', checkStudioPage),
  }),
  studioUserRuleset,
  ...changesOfUsers('StudioPage', studioUsers, studioUserRuleset).map(ofStudioPage),
  route(ListStudioPageConfigurationGroupRulesetsDocument, {
    ...studioGroups.list,
    operationId: 'ListStudioPageGroupRulesets',
    respond: page('studioPageConfiguration.groupRulesets', checkStudioPage),
  }),
  studioGroupRuleset,
  ...changesOfGroups('StudioPage', studioGroups, studioGroupRuleset).map(ofStudioPage),
];
