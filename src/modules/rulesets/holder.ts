import type { RequestContext } from '../../api/context.ts';
import { failFields } from '../../kernel/fail.ts';
import { missingHolders } from '../access/index.ts';

/** Whose a ruleset is: one user's, or that of a group. */
export type Holder =
  { readonly user: string; readonly group?: never } | { readonly group: string; readonly user?: never };

/** The username or the group's uid. */
export const nameOf = (holder: Holder): string => holder.user ?? holder.group;

/** Fails INVALID_INPUT at the field that names the holder; the reason may speak of them as `user ada`. */
export const failHolder = (holder: Holder, reason: (name: string) => string): never =>
  holder.user === undefined
    ? failFields({ 'group.uid': [reason(`group ${holder.group}`)] })
    : failFields({ 'user.username': [reason(`user ${holder.user}`)] });

/** Goes on when there is such a user or group, who stays until the transaction ends; fails INVALID_INPUT otherwise. */
export async function requireHolder(tx: RequestContext, holder: Holder): Promise<void> {
  const missing = await missingHolders(tx, { users: [holder.user ?? []].flat(), groups: [holder.group ?? []].flat() });
  if (missing.length > 0) failHolder(holder, (name) => `There is no ${name}.`);
}
