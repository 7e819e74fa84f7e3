import { failOnFields } from '#kernel/fail.ts';
import { isJsonObject, type JsonObject } from '#kernel/json.ts';

/** The names of ways of authentication and of their first fields, which are members of `auth` alone. */
const authNames = [
  'basic_auth',
  'oauth2',
  'oidc',
  'aws_signature_v4',
  'iam_role',
  'shared_key',
  'username',
  'password',
];

/**
 * Fails INVALID_INPUT for a connection with credentials outside of `auth`. Unknown keys of a body are ignored, but a connection without its
 * credentials would log in as anonymous.
 */
export function refuseMisplacedAuth(path: string, body: JsonObject): void {
  const { datasource } = body;
  if (path.startsWith('/datasource_connections/')) refuseIn(body, '');
  if (isJsonObject(datasource) && isJsonObject(datasource['connection']))
    refuseIn(datasource['connection'], 'datasource.connection.');
}

function refuseIn(connection: JsonObject, prefix: string): void {
  const misplaced = authNames.filter((name) => connection[name] !== undefined);
  failOnFields(
    Object.fromEntries(
      misplaced.map((name) => [prefix + name, ['Send credentials in auth, as {"type": "basic_auth", …}.']]),
    ),
  );
}
