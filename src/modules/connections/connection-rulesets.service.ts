import type { RequestContext } from '#api/context.ts';
import { checkAllAsync } from '#kernel/check-all.ts';
import { fail, failFields } from '#kernel/fail.ts';
import { sql, type Sql, sqlName } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { failAtGrantee, type Grantee, isGrantee, keyOfGrantee, unknownGrantee } from '#access/index.ts';
import type { ConnectionPermission } from './connection-ruleset.type.ts';
import { changeConnection } from './connections.service.ts';

/** A change of a ruleset. */
interface RulesetChange {
  readonly connectionUid: string;
  readonly permissions?: ConnectionPermission[] | null;
}

/** The table of the rulesets of users or groups, and the column with the grantee. */
const tableOf = ({ user }: Grantee): { readonly table: Sql; readonly column: Sql } =>
  user === undefined
    ? { table: sqlName('connection_group'), column: sqlName('group_uid') }
    : { table: sqlName('connection_user'), column: sqlName('username') };

/** Fails INVALID_INPUT when a permission is named twice. */
function checkPermissions(permissions: readonly ConnectionPermission[]): void {
  if (new Set(permissions).size < permissions.length) failFields({ permissions: ['Name each permission once.'] });
}

/**
 * Runs a change of the rulesets of a connection and returns the key of the grantee. Fails as `changeConnection` does. The payload shows the
 * ruleset also to a caller who has given up the right to manage the connection.
 */
async function changeRulesets(
  ctx: RequestContext,
  verb: 'create' | 'update' | 'delete',
  grantee: Grantee,
  input: RulesetChange,
  apply: (tx: RequestContext) => Promise<unknown>,
): Promise<string> {
  const action = `${verb}DatasourceConnection${grantee.user === undefined ? 'Group' : 'User'}Ruleset`;
  await changeConnection(ctx, action, { uid: input.connectionUid, input }, async (tx) => {
    await apply(tx);
    tx.state.changedUid = input.connectionUid;
  });
  return keyOfGrantee(grantee);
}

/** Shares a connection with a user or a group who has no ruleset on it. Fails INVALID_INPUT when they have, or do not exist. */
export const createConnectionRuleset = (ctx: RequestContext, grantee: Grantee, input: RulesetChange): Promise<string> =>
  changeRulesets(ctx, 'create', grantee, input, async (tx) => {
    const permissions = input.permissions ?? [];
    const { table, column } = tableOf(grantee);
    await checkAllAsync(
      () => {
        checkPermissions(permissions);
      },
      async () => {
        if (!(await isGrantee(tx, grantee))) failAtGrantee(grantee, unknownGrantee);
      },
    );
    const created = await firstRow(
      tx.db,
      sql`
      insert into ${table} (connection_uid, ${column}, permissions)
      values (${input.connectionUid}, ${keyOfGrantee(grantee)}, ${permissions}::text[])
      on conflict
      do nothing
      returning 1`,
    );
    if (!created) failAtGrantee(grantee, (name) => `The ${name} already has a ruleset on this connection.`);
  });

/** Changes the ruleset of a user or a group on a connection; omitted permissions are kept. Fails NOT_FOUND when they have none. */
export const updateConnectionRuleset = (ctx: RequestContext, grantee: Grantee, input: RulesetChange): Promise<string> =>
  changeRulesets(ctx, 'update', grantee, input, async (tx) => {
    const permissions = input.permissions === null ? [] : input.permissions;
    const { table, column } = tableOf(grantee);
    const changed = await firstRow(
      tx.db,
      sql`
      update ${table} set permissions = coalesce(${permissions ?? null}::text[], permissions)
      where connection_uid = ${input.connectionUid} and ${column} = ${keyOfGrantee(grantee)}
      returning 1`,
    );
    if (!changed) fail('NOT_FOUND');
    checkPermissions(permissions ?? []);
  });

/** Stops sharing a connection with a user or a group; resources that use it keep it. Fails NOT_FOUND when they have no ruleset on it. */
export const deleteConnectionRuleset = (ctx: RequestContext, grantee: Grantee, input: RulesetChange): Promise<string> =>
  changeRulesets(ctx, 'delete', grantee, input, async (tx) => {
    const { table, column } = tableOf(grantee);
    const deleted = await firstRow(
      tx.db,
      sql`
      delete from ${table} where connection_uid = ${input.connectionUid} and ${column} = ${keyOfGrantee(grantee)} returning 1`,
    );
    if (!deleted) fail('NOT_FOUND');
  });
