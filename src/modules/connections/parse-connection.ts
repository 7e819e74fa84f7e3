import { isDeepStrictEqual } from 'node:util';
import type { RequestContext } from '#api/context.ts';
import { fail, failFields, requiredMessage } from '#kernel/fail.ts';
import { newUid } from '#kernel/ids.ts';
import { toPlainJson } from '#kernel/json.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { datasetRights } from '#access/index.ts';
import {
  type ConnectionSettings,
  decryptConnections,
  type DecryptedConnection,
  insertConnection,
  noSecrets,
  SecretCollector,
  type StoredSecrets,
  writeSettings,
} from './stored-secrets.ts';
import { connectionRights } from './connection-rights.ts';
import { type ConnectionInput, givenAuth, type GivenSettings } from './connection-settings.inputs.ts';
import type { ConnectionDeclaration } from './kinds/connected-kind.ts';
import { parseAuth } from './parse-settings.ts';

/** The resource that uses a connection: its dataset, its kind, and its current connection. */
interface ConnectionUse {
  readonly datasetUid: string;
  readonly kind: { readonly type: string; readonly connection: ConnectionDeclaration };
  /** The uid of the current connection of the resource; undefined when it has none. */
  readonly currentUid: string | undefined;
}

/** A connection for a resource. */
export interface ParsedConnection {
  readonly connection: DecryptedConnection;
  /** What must be stored: nothing, its secrets, or the whole connection. */
  readonly change: 'none' | 'secrets' | 'new';
}

const connectionPath = 'connection';

/**
 * The connection that an input of a resource describes. The input names a saved connection that the caller may use, or a connection of the
 * dataset, or contains the settings of an inline connection. An inline connection is new unless its settings equal those of the current
 * connection. Fails INVALID_INPUT when a setting is invalid or there is no such connection, and PERMISSION_DENIED when the caller may not
 * use it.
 */
export async function parseConnection(
  ctx: RequestContext,
  input: ConnectionInput | null | undefined,
  use: ConnectionUse,
): Promise<ParsedConnection> {
  if (!input) return failFields({ [connectionPath]: [requiredMessage] });
  if (input.uid != null) return { connection: await findReferencedConnection(ctx, input.uid, use), change: 'none' };
  return parseInlineConnection(ctx, input, use);
}

async function findReferencedConnection(
  ctx: RequestContext,
  uid: string,
  { datasetUid, kind: { type } }: ConnectionUse,
): Promise<DecryptedConnection> {
  const found = (await decrypt(ctx, [uid])).get(uid);
  if (!found || (found.datasetUid !== null && found.datasetUid !== datasetUid))
    return failFields({ [`${connectionPath}.uid`]: ['There is no connection with this uid.'] });
  await requireMayUseConnections(ctx, [uid], datasetUid);
  if (found.type !== type)
    failFields({
      [`${connectionPath}.uid`]: [`This connection is of the type ${found.type}; choose one of the type ${type}.`],
    });
  return found;
}

async function parseInlineConnection(
  ctx: RequestContext,
  input: ConnectionInput,
  { datasetUid, kind, currentUid }: ConnectionUse,
): Promise<ParsedConnection> {
  const current = currentUid === undefined ? undefined : (await decrypt(ctx, [currentUid])).get(currentUid);
  // the secrets of a saved connection are not copied into an inline one
  const previous = current?.datasetUid === datasetUid && current.type === kind.type ? current : undefined;
  const { auth, ...settings } = input;
  const parsed = toPlainJson(
    parseConnectionSettings(
      ctx,
      { ...settings, auth: givenAuth(auth) },
      { kind, stored: previous?.secrets ?? noSecrets, path: `${connectionPath}.` },
    ),
  );
  if (!previous || !isDeepStrictEqual(parsed.settings, previous.settings))
    return { connection: { uid: newUid('connection'), type: kind.type, datasetUid, ...parsed }, change: 'new' };
  // versions hold no secrets, so the versions that refer to the connection stay valid when only its secrets change
  return {
    connection: { ...previous, ...parsed },
    change: isDeepStrictEqual(parsed.secrets, previous.secrets) ? 'none' : 'secrets',
  };
}

const decrypt = ({ db, app: { secrets } }: RequestContext, uids: readonly string[]) =>
  decryptConnections({ db, secrets }, uids);

/** Stores the part of a parsed connection that changed. */
export async function storeConnection(tx: RequestContext, { connection, change }: ParsedConnection): Promise<void> {
  if (change === 'new') await insertConnection(tx, connection, { isReusable: false });
  if (change === 'secrets') await writeSettings(tx, connection, { isReusable: false });
}

/** Fails PERMISSION_DENIED for connections that an editor may use neither as saved nor as the dataset's. Deleted ones are ignored. */
export async function requireMayUseConnections(
  { db, session }: RequestContext,
  uids: readonly string[],
  datasetUid: string,
): Promise<void> {
  const [c, d] = [sqlText('c'), sqlText('d')];
  const refused = await firstRow(
    db,
    sql`
    select 1
    from connection c
    where c.uid = any(${uids}::text[])
      and (c.dataset_uid is null or c.dataset_uid = ${datasetUid})
      and not ${connectionRights.reuse(session, c)}
      and not exists (select 1 from dataset d where d.uid = ${datasetUid} and ${datasetRights.edit(session, d)}
        and (c.dataset_uid = d.uid
          or exists (select 1 from resource r where r.dataset_uid = d.uid and r.connection_uid = c.uid)))`,
  );
  if (refused) fail('PERMISSION_DENIED', { permission: 'can_reuse on its connection' });
}

/** A connection as it is stored: readable settings, and separately its secrets. */
interface ParsedSettings {
  readonly settings: ConnectionSettings;
  readonly secrets: StoredSecrets;
}

/** What is needed to parse settings. */
interface SettingsParseContext {
  readonly kind: { readonly connection: ConnectionDeclaration };
  /** The stored secrets of the connection, which replace omitted secrets of the input. */
  readonly stored: StoredSecrets;
  /** The prefix of field names in errors: `connection.`, or empty. */
  readonly path: string;
}

/** Validates the settings of an input by the rules of the kind, and separates the secrets from them. Fails INVALID_INPUT. */
export function parseConnectionSettings(
  { app }: RequestContext,
  input: GivenSettings,
  { kind: { connection }, stored, path }: SettingsParseContext,
): ParsedSettings {
  const { allowServerCredentials } = app.config;
  const secrets = new SecretCollector(stored);
  const auth = (origin = '') =>
    parseAuth(input.auth, {
      ...connection.auth,
      origin,
      field: `${path}auth`,
      collector: secrets,
      allowServerCredentials,
    });
  const settings = connection.parse(input, { path, secrets, auth });
  return { settings, secrets: secrets.secrets };
}
