import {
  flag,
  folder,
  group as groupUid,
  list,
  model,
  number,
  oneOf,
  openObject,
  pageOf,
  resultsOf,
  text,
  time,
  user as author,
  type Family,
} from '../rules.ts';

const permissions = list(
  oneOf(
    'edit_domain',
    'create_page',
    'edit_page',
    'manage_page',
    'explore_restricted_page',
    'create_dataset',
    'edit_dataset',
    'publish_dataset',
    'manage_dataset',
    'explore_restricted_dataset',
    'edit_reuse',
    'manage_subdomains',
    'explore_monitoring',
    'edit_theme',
    'edit_form',
    'submit_private_form',
  ),
);

const limits = {
  explore_limits: model({
    api_calls: model({ 'limit*': number, 'unit*': oneOf('year', 'month', 'day', 'hour', 'minute', 'second') }),
  }),
  management_limits: openObject,
};

const user = model({
  username: text,
  display_name: text,
  first_name: text,
  last_name: text,
  is_active: flag,
  'email*': text,
  is_ods: flag,
  account_type: oneOf('global', 'linked', 'local'),
  permissions,
  joined_at: time,
  last_seen_at: time,
  last_login_at: time,
  expires_at: time,
  ...limits,
  gravatar_url: text,
  // the client refuses an empty list, which fits both of its models: docs/contract/vendor-sdk.md
  groups: list(groupUid),
  identity_providers: list(model({ uid: text })),
});

const group = model({
  'uid*': text,
  'title*': text,
  description: text,
  user_count: number,
  permissions,
  ...limits,
  created_at: time,
  updated_at: time,
  created_by: author,
  updated_by: author,
});

const key = model({
  uid: text,
  label: text,
  key: text,
  permissions,
  created_at: time,
  user: author,
  revocation_status: model({ revoked_at: time, revocation_reason: text }),
  is_revoked: flag,
});

const keys = '/apikeys/';
const users = '/users/';
const members = '/groups/{group_uid}/users/';
const ofKey: Family[string]['sends'] = () => ({ label: 'Nightly', permissions: ['edit_dataset'] });

export const people: Family = {
  [`GET ${keys}`]: { status: 200, answer: pageOf(key) },
  [`POST ${keys}`]: { status: 201, answer: key, sends: ofKey },
  [`GET ${keys}{apikey_uid}/`]: { status: 200, answer: key },
  [`PUT ${keys}{apikey_uid}/`]: { status: 200, answer: key, sends: ofKey },
  [`POST ${keys}{apikey_uid}/revoke/`]: { status: 200, answer: key, sends: () => ({}) },
  [`POST ${keys}search_key/`]: {
    status: 200,
    answer: model({ found: flag, result: key }),
    sends: () => ({ key: 'test-administrator-key' }),
  },
  [`GET ${users}`]: { status: 200, answer: pageOf(user) },
  [`GET ${users}{username}/`]: { status: 200, answer: user },
  [`PUT ${users}{username}/`]: {
    status: 200,
    answer: user,
    sends: ({ user: name, group: uid }) => ({
      email: `${name}@example.org`,
      permissions: ['edit_form'],
      groups: [{ uid }],
    }),
  },
  [`DELETE ${users}{username}/`]: { status: 204 },
  [`GET ${users}export/`]: { status: 200, answer: text },
  [`POST ${users}invite/`]: {
    status: 200,
    answer: resultsOf(user),
    sends: ({ user: name }) => [{ email: `${name}@invited.example.org` }],
  },
  // one object, not a list
  [`POST ${users}provision/`]: {
    status: 200,
    answer: resultsOf(user),
    sends: ({ user: name, provider }) => ({
      email: `${name}@provisioned.example.org`,
      identity_provider: { uid: provider },
      identity_provider_attributes: {},
    }),
  },
  ...folder('/groups/', 'group_uid', group, {
    sends: ({ group: name }) => ({ title: `Of ${name}`, created_by: {}, updated_by: {} }),
  }),
  [`GET ${members}`]: { status: 200, answer: pageOf(user) },
  [`POST ${members}`]: { status: 201, answer: user, sends: ({ user: username }) => ({ username }) },
  [`POST ${members}batch/`]: {
    status: 200,
    answer: resultsOf(user),
    sends: ({ user: username }) => [{ username }],
  },
  [`DELETE ${members}{username}/`]: { status: 204 },
};
