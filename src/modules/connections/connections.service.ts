import type { AuditedChange } from '#api/record-change.ts';
import type { RequestContext } from '#api/context.ts';
import { requireCaller } from '#api/session.ts';
import { checkAllAsync } from '#kernel/check-all.ts';
import { fail, failFields, requiredMessage } from '#kernel/fail.ts';
import { newUid } from '#kernel/ids.ts';
import { sql, type Sql, sqlText } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { violatedForeignKey } from '#platform/database/errors.ts';
import { findMissingGrantees } from '#access/index.ts';
import { withAuditEntry, withCurrentRights } from '#identity/index.ts';
import { parseConnectionSettings } from './parse-connection.ts';
import {
  decryptConnections,
  type DecryptedConnection,
  insertConnection,
  noSecrets,
  writeSettings,
} from './stored-secrets.ts';
import { connectionRights, requireManageConnections } from './connection-rights.ts';
import {
  type CreateDatasourceConnectionInput,
  type DeleteDatasourceConnectionInput,
  givenConnection,
  type ShareDatasourceConnectionInput,
  type UpdateDatasourceConnectionInput,
} from './connection.inputs.ts';

/** Saves a connection and returns its uid. Fails UNAUTHORIZED, PERMISSION_DENIED and INVALID_INPUT. */
export const createConnection = (ctx: RequestContext, created: CreateDatasourceConnectionInput): Promise<string> =>
  requireManageConnections(ctx.session, () => {
    const { settings: ofKind, ...rest } = created;
    return withAuditEntry(ctx, auditedAs('createDatasourceConnection', ofKind ? created : rest), async (tx) => {
      const { kind, settings, path } = givenConnection(created) ?? failFields({ settings: [requiredMessage] });
      const uid = newUid('connection');
      const parsed = parseConnectionSettings(tx, settings, { kind, stored: noSecrets, path });
      const isReusable = created.isReusable ?? true;
      await insertConnection(tx, { uid, type: kind.type, datasetUid: null, ...parsed }, { isReusable });
      return uid;
    });
  });

export const auditedAs = (action: string, input: object): AuditedChange => ({
  action,
  type: 'DatasourceConnection',
  input,
});

/** A saved connection that is locked for a change. */
interface LockedConnection extends DecryptedConnection {
  readonly isReusable: boolean;
}

/**
 * Every change of a saved connection and of its rulesets goes through this function. It locks the connection, runs `apply`, records
 * the change in the audit log, and returns the uid. Fails UNAUTHORIZED without a key, NOT_FOUND
 * for a connection that the caller may not read, and PERMISSION_DENIED without the right to manage it.
 */
export const changeConnection = (
  ctx: RequestContext,
  action: string,
  { uid, input }: { readonly uid: string; readonly input: object },
  apply: (tx: RequestContext, connection: LockedConnection) => Promise<unknown>,
): Promise<string> =>
  withAuditEntry(ctx, auditedAs(action, input), async (waiting) => {
    requireCaller(waiting.session);
    await findConnection(waiting, uid, sqlText('for update of c'));
    // the rights may have changed during the wait
    const tx = await withCurrentRights(waiting);
    const { canManage, isReusable } = await findConnection(tx, uid, sqlText(''));
    const connection = (await decryptConnections({ db: tx.db, secrets: tx.app.secrets }, [uid])).get(uid);
    if (!connection) fail('NOT_FOUND');
    if (!canManage) fail('PERMISSION_DENIED', { permission: 'manage_connection' });
    await apply(tx, { ...connection, isReusable });
    return uid;
  });

/** Reads the rights on a connection with a locking clause. Fails NOT_FOUND when the caller may not read it. */
export async function findConnection(
  { db, session }: RequestContext,
  uid: string,
  lock: Sql,
): Promise<{ readonly isReusable: boolean; readonly canManage: boolean }> {
  const c = sqlText('c');
  const found = await firstRow<{ isReusable: boolean; canManage: boolean }>(
    db,
    sql`
    select c.is_reusable as "isReusable", ${connectionRights.manage(session, c)} as "canManage"
    from connection c
    where c.uid = ${uid} and ${connectionRights.see(session, c)} ${lock}`,
  );
  return found ?? fail('NOT_FOUND');
}

/** Changes a saved connection; given settings replace the stored ones. Fails as `changeConnection` does, and INVALID_INPUT. */
export const updateConnection = (ctx: RequestContext, changes: UpdateDatasourceConnectionInput): Promise<string> =>
  changeConnection(ctx, 'updateDatasourceConnection', { uid: changes.uid, input: changes }, (tx, connection) => {
    const { uid, isReusable } = changes;
    const given = givenConnection(changes);
    if (given && given.kind.type !== connection.type)
      failFields({ [given.kindField]: [`This connection is of the type ${connection.type}, which cannot change.`] });
    const parsed = given
      ? parseConnectionSettings(tx, given.settings, { kind: given.kind, stored: connection.secrets, path: given.path })
      : connection;
    const newIsReusable = isReusable === undefined ? connection.isReusable : (isReusable ?? true);
    const { settings, secrets } = parsed;
    return writeSettings(tx, { uid, settings, secrets }, { isReusable: newIsReusable });
  });

/** Deletes a saved connection. Fails as `changeConnection` does, and with INVALID_INPUT while a resource uses the connection. */
export const deleteConnection = (ctx: RequestContext, input: DeleteDatasourceConnectionInput): Promise<string> =>
  changeConnection(ctx, 'deleteDatasourceConnection', { uid: input.uid, input }, ({ db }) =>
    db.rows(sql`delete from connection where uid = ${input.uid}`),
  ).catch((error: unknown) => {
    if (violatedForeignKey(error) !== undefined)
      failFields({
        uid: [
          'Resources use this connection. Give them another connection first, and purge deleted datasets that use it.',
        ],
      });
    throw error;
  });

/**
 * Shares a connection with users and groups. Fails as `changeConnection` does, and with INVALID_INPUT when a user or group does not exist.
 */
export const shareConnection = (ctx: RequestContext, input: ShareDatasourceConnectionInput): Promise<string> =>
  changeConnection(ctx, 'shareDatasourceConnection', { uid: input.uid, input }, async (tx) => {
    const { uid, usernames, groupUids } = input;
    await checkAllAsync(
      () => requireGrantees(tx, 'user', 'usernames', usernames ?? []),
      () => requireGrantees(tx, 'group', 'groupUids', groupUids ?? []),
    );
    await tx.db.rows(
      sql`
        insert into connection_user (connection_uid, username)
        select ${uid}::text, name
        from unnest(${usernames ?? []}::text[]) name
        on conflict
        do nothing`,
    );
    await tx.db.rows(
      sql`
        insert into connection_group (connection_uid, group_uid)
        select ${uid}::text, name
        from unnest(${groupUids ?? []}::text[]) name
        on conflict
        do nothing`,
    );
  });

/** Fails INVALID_INPUT at the field when one of the users or groups does not exist. */
async function requireGrantees(
  tx: RequestContext,
  kind: 'user' | 'group',
  field: string,
  names: readonly string[],
): Promise<void> {
  const missing = await findMissingGrantees(tx, {
    users: kind === 'user' ? names : [],
    groups: kind === 'group' ? names : [],
  });
  if (missing.length > 0) failFields({ [field]: missing.map((grantee) => `There is no ${grantee}.`) });
}

/** Stops sharing a connection with users and groups; resources that use it keep it. */
export const unshareConnection = (ctx: RequestContext, input: ShareDatasourceConnectionInput): Promise<string> =>
  changeConnection(ctx, 'unshareDatasourceConnection', { uid: input.uid, input }, async ({ db }) => {
    const { uid, usernames, groupUids } = input;
    await db.rows(
      sql`delete from connection_user where connection_uid = ${uid} and username = any(${usernames ?? []}::text[])`,
    );
    await db.rows(
      sql`delete from connection_group where connection_uid = ${uid} and group_uid = any(${groupUids ?? []}::text[])`,
    );
  });
