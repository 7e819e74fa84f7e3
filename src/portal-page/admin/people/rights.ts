import type { Right } from '../admin-context.ts';
import type { Choice, FormField } from '../editing/form-field.tsx';

const rights = [
  'administer',
  'create_dataset',
  'create_external_asset',
  'create_page',
  'edit_dataset',
  'edit_external_asset',
  'edit_form',
  'edit_page',
  'edit_reuse',
  'edit_theme',
  'explore_monitoring',
  'explore_restricted_dataset',
  'explore_restricted_external_asset',
  'explore_restricted_page',
  'manage_connection',
  'manage_dataset',
  'manage_glossary',
  'manage_page',
  'manage_showcase_requests',
  'manage_subdomains',
  'moderate_form',
  'publish_dataset',
  'submit_private_form',
] as const satisfies readonly Right[];

/** The rights in the whole domain, by the names that the API and the documentation have for them. */
export const rightsField: FormField = {
  name: 'permissions',
  label: 'rights',
  help: 'rightsHint',
  kind: 'options',
  choices: rights.map((right): Choice => [right, right]),
};

/** Rights in the order of the form. */
export const inFormOrder = (held: readonly Right[]): readonly Right[] => rights.filter((right) => held.includes(right));
