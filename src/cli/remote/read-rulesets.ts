import type { z } from 'zod';
import type { JsonObject } from '#kernel/json.ts';
import type { Move } from './move.ts';
import { remoteGroupRuleset, remoteUserRuleset } from './remote-objects.ts';

type Granted = Omit<z.output<typeof remoteUserRuleset>, 'user'>;

/** The name that a user of another portal has here. */
export const usernameHere = ({ users }: Pick<Move, 'users'>, username: string): string =>
  users.get(username) ?? username;

/**
 * Reads the rulesets of groups and of users below a path. Those of groups and users that are not here are left out, and reported as parts of an
 * item.
 */
export async function readRulesets(
  move: Pick<Move, 'remote' | 'counterparts' | 'report' | 'users'>,
  { path, of }: { readonly path: string; readonly of: string },
  write: (granted: Granted) => JsonObject,
): Promise<JsonObject[]> {
  const { remote, counterparts, report } = move;
  const ofGroups = await remote.all(`${path}/security/groups/`, remoteGroupRuleset);
  const ofUsers = await remote.all(`${path}/security/users/`, remoteUserRuleset);
  const groups = ofGroups.flatMap(({ group, ...granted }) => {
    if (counterparts.groups?.has(group.uid) !== false) return [{ group: group.uid, ...write(granted) }];
    report.leave(of, `the ruleset of the group ${group.uid}: there is no such group here`);
    return [];
  });
  const users = ofUsers.flatMap(({ user, ...granted }) => {
    const username = usernameHere(move, user.username);
    if (counterparts.users?.has(username) !== false) return [{ user: username, ...write(granted) }];
    report.leave(of, `the ruleset of the user ${username}: there is no such user here. Invite them, and import again`);
    return [];
  });
  return [...groups, ...users];
}
