import { registerEnumType } from 'type-graphql';
import { domainPermissions, type Permission } from '#api/session/permissions.ts';

/** What each right for the whole domain allows (docs/contract/rest.md 1, Who may do what). */
const descriptions: Readonly<Record<Permission, string>> = {
  explore_restricted_dataset: 'See restricted datasets in the catalog.',
  explore_restricted_page: 'See restricted pages.',
  edit_dataset: 'Change datasets: metadata, resources, processing.',
  publish_dataset: 'Publish and unpublish datasets; needs `edit_dataset` too.',
  manage_dataset: 'Change the security of datasets; needs `edit_dataset` too.',
  manage_connection: 'Manage saved connections.',
  edit_page: 'Change pages.',
  manage_page: 'Change the rights on pages.',
  submit_private_form: 'Submit restricted forms.',
  moderate_form: 'Accept or reject the submissions of forms.',
  edit_form: 'Change forms.',
  create_dataset: 'Create datasets.',
  administer: 'Everything, including users, groups and keys. Stands for all other rights.',
};

/** The GraphQL enum `Permission`; its values are those of the specification. */
export const PermissionEnum = Object.freeze(
  Object.fromEntries(domainPermissions.map((permission) => [permission, permission])),
);

registerEnumType(PermissionEnum, {
  name: 'Permission',
  description: 'A right for the whole domain.',
  valuesConfig: Object.fromEntries(
    domainPermissions.map((permission) => [permission, { description: descriptions[permission] }]),
  ),
});
