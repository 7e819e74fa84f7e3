import type { RequestContext } from '#api/context.ts';
import { failFields } from '#kernel/fail.ts';
import { findMissingGrantees } from './write-rulesets.ts';

/** The user or the group of a ruleset. */
export type Grantee =
  { readonly user: string; readonly group?: never } | { readonly group: string; readonly user?: never };

/** The username or the group's uid. */
export const keyOfGrantee = (grantee: Grantee): string => grantee.user ?? grantee.group;

/** Fails INVALID_INPUT at the field of the grantee. The reason receives a name such as `user ada`. */
export const failAtGrantee = (grantee: Grantee, reason: (name: string) => string): never =>
  grantee.user === undefined
    ? failFields({ 'group.uid': [reason(`group ${grantee.group}`)] })
    : failFields({ 'user.username': [reason(`user ${grantee.user}`)] });

/** Whether the user or the group exists; locks it until the transaction ends. */
export async function isGrantee(tx: RequestContext, { user, group }: Grantee): Promise<boolean> {
  const missing = await findMissingGrantees(tx, {
    users: user === undefined ? [] : [user],
    groups: group === undefined ? [] : [group],
  });
  return missing.length === 0;
}

/** The error for a grantee who does not exist. */
export const unknownGrantee = (name: string): string => `There is no ${name}.`;
