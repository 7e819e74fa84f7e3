import { names, type Shape } from './shapes.ts';

const limits = { api_calls: names('limit', 'unit') };
const author = names('username');

/** The keys of a user, as docs/contract/administration.md 7 lists them. */
const person: Shape = {
  ...names('username', 'display_name', 'first_name', 'last_name', 'email', 'is_active', 'is_ods', 'account_type'),
  ...names('permissions'),
  groups: names('uid'),
  ...names('joined_at', 'last_seen_at?', 'last_login_at?', 'expires_at'),
  explore_limits: { 'api_calls?': limits.api_calls },
  ...names('management_limits', 'gravatar_url'),
  identity_providers: names('uid'),
};

/** The keys of bodies with users and groups. */
export const peopleShapes = {
  person,
  group: {
    ...names('uid', 'title', 'description', 'user_count', 'permissions'),
    explore_limits: { 'api_calls?': limits.api_calls },
    ...names('management_limits', 'created_at', 'updated_at'),
    created_by: author,
    updated_by: author,
  },
  results: { '0': { status_code: null, data: person } },
};
