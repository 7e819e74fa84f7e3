import type { RequestContext } from '../../api/context.ts';
import { failFields } from '../../kernel/fail.ts';
import { findMissingGrantees } from '../access/index.ts';

/** Whose a ruleset is: one user's, or that of a group. */
export type Grantee =
  { readonly user: string; readonly group?: never } | { readonly group: string; readonly user?: never };

/** The username or the group's uid. */
export const keyOfGrantee = (holder: Grantee): string => holder.user ?? holder.group;

/** Fails INVALID_INPUT at the field that names the holder; the reason may speak of them as `user ada`. */
export const failAtGrantee = (holder: Grantee, reason: (name: string) => string): never =>
  holder.user === undefined
    ? failFields({ 'group.uid': [reason(`group ${holder.group}`)] })
    : failFields({ 'user.username': [reason(`user ${holder.user}`)] });

/** Goes on when there is such a user or group, who stays until the transaction ends; fails INVALID_INPUT otherwise. */
export async function requireGrantee(tx: RequestContext, holder: Grantee): Promise<void> {
  const missing = await findMissingGrantees(tx, {
    users: [holder.user ?? []].flat(),
    groups: [holder.group ?? []].flat(),
  });
  if (missing.length > 0) failAtGrantee(holder, (name) => `There is no ${name}.`);
}
