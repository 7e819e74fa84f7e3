/** The rights that a ruleset can grant on a dataset (docs/contract/specification.md 2.5, RulesetPermission). */
export const rulesetPermissions = [
  'explore_restricted_dataset',
  'explore_restricted_page',
  'edit_dataset',
  'publish_dataset',
  'manage_dataset',
  'manage_connection',
  'edit_page',
  'manage_page',
  'submit_private_form',
  'moderate_form',
  'edit_form',
] as const;

/**
 * The rights that a user, a group or a key can hold for the whole domain; `administer` implies all others
 * (docs/contract/rest.md, Who may do what).
 */
export const domainPermissions = [...rulesetPermissions, 'create_dataset', 'administer'] as const;

/** The rights that count on datasets. */
export const datasetPermissions = [
  'edit_dataset',
  'publish_dataset',
  'manage_dataset',
  'explore_restricted_dataset',
] as const satisfies readonly RulesetPermission[];

/** A right that a ruleset can grant. */
export type RulesetPermission = (typeof rulesetPermissions)[number];

/** A right for the whole domain. */
export type Permission = (typeof domainPermissions)[number];

/** The rights that the creator of a dataset holds on the dataset without a ruleset. */
export const creatorPermissions: readonly RulesetPermission[] = datasetPermissions;
