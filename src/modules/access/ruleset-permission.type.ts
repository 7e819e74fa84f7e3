import { registerEnumType } from 'type-graphql';
import { type RulesetPermission, rulesetPermissions } from '#api/session.ts';

/** What each right does on the dataset of a ruleset (docs/contract/objects.md, Users, groups, rulesets). */
const descriptions: Readonly<Record<RulesetPermission, string>> = {
  explore_restricted_dataset: 'See the dataset in the catalog while it is restricted. Every ruleset allows that.',
  explore_restricted_page: 'Stored, but without effect on a dataset.',
  edit_dataset: 'Change the dataset: metadata, resources, processing.',
  publish_dataset: 'Publish and unpublish the dataset.',
  manage_dataset: 'Change the security of the dataset; needs `edit_dataset` too.',
  manage_connection: 'Stored, but without effect on a dataset.',
  edit_page: 'Stored, but without effect on a dataset.',
  manage_page: 'Stored, but without effect on a dataset.',
  submit_private_form: 'Stored, but without effect on a dataset.',
  moderate_form: 'Stored, but without effect on a dataset.',
  edit_form: 'Stored, but without effect on a dataset.',
};

/** The GraphQL enum `RulesetPermission`; its values are those of docs/contract/specification.md 2.5. */
export const RulesetPermissionEnum = Object.freeze(
  Object.fromEntries(rulesetPermissions.map((permission) => [permission, permission])),
);

registerEnumType(RulesetPermissionEnum, {
  name: 'RulesetPermission',
  description: 'A right that a ruleset grants on its dataset.',
  valuesConfig: Object.fromEntries(
    rulesetPermissions.map((permission) => [permission, { description: descriptions[permission] }]),
  ),
});
