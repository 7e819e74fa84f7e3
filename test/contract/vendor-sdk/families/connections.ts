import {
  byType,
  flag,
  folder,
  list,
  model,
  nonEmptyText,
  number,
  nullable,
  oneOf,
  rulesets,
  text,
  time,
  type Family,
} from '../rules.ts';

const headers = list(model({ 'name*': text, 'value*': text }));
const basic = model({ 'username*': text, password: text });
/** The addresses and the grant are required; the secret is one. */
const oauth2 = model({
  'client_id*': text,
  client_secret: text,
  'scope*': text,
  'token_endpoint*': text,
  'grant_type*': oneOf('password', 'authorization_code', 'client_credentials'),
});
/** Not that of the public description, whose application is the vendor's own: docs/contract/vendor-sdk.md. */
const oidc = model({ 'client_id*': text });
const keyPair = model({ 'access_key_id*': text, secret_access_key: text, 'region*': text });
const role = model({ 'region*': text, role_arn: text, external_id: text, is_valid: flag });
const sharedKey = model({ 'account_name*': text, shared_key: text });

export const connection = {
  allOf: [
    model({
      uid: nonEmptyText,
      'type*': nonEmptyText,
      is_reusable: flag,
      can_reuse: flag,
      can_manage: flag,
      dataset_count: number,
      user_count: number,
      group_count: number,
      created_at: time,
      updated_at: time,
    }),
    byType({
      http: model({ 'url*': nonEmptyText, headers, auth: byType({ basic_auth: basic, oauth2, oidc }) }),
      ftp: model({ 'url*': nonEmptyText, auth: byType({ basic_auth: basic }) }),
      sharepoint: model({ auth: byType({ oidc }) }),
      google_drive: model({ auth: byType({ oidc }) }),
      amazon_s3: model({ headers, auth: byType({ aws_signature_v4: keyPair, iam_role: role }) }),
      azure_blob_storage: model({ headers, auth: byType({ shared_key: sharedKey }) }),
      // no type of the public description: docs/contract/vendor-sdk.md
      snowflake_odbc: model({ connection_string: nullable(text) }),
    }),
  ],
};

const path = '/datasource_connections/';

export const connections: Family = {
  ...folder(path, 'connection_uid', connection, {
    sends: () => ({
      // the models of the types send read-only properties back
      can_reuse: true,
      dataset_count: 59,
      created_at: '2026-01-15T14:30:00+00:00',
      type: 'http',
      is_reusable: true,
      url: 'https://my-server.example.org/',
      auth: {
        type: 'oauth2',
        client_id: 'catalog',
        client_secret: 'secret',
        scope: '',
        token_endpoint: 'https://login.example.org/token',
        grant_type: 'client_credentials',
      },
    }),
  }),
  ...rulesets(`${path}{connection_uid}/security/`, { created: 200, permission: oneOf('manage_connection') }),
};
