import { isGroupUid, isUsername } from '../identity.rules.ts';

type Claims = Readonly<Record<string, unknown>>;

/** Leaves room for a suffix. */
const maxUsernameLength = 140;

/** The claims that may name a person, the best first. */
const nameClaims = ['preferred_username', 'email', 'sub'];

/**
 * A username for a new user, made of a claim. It names the user and identifies no one: where it is taken, the new user gets another.
 */
export function claimedUsername(claims: Claims): string {
  const names = nameClaims.map((name) => claims[name]).filter((name) => typeof name === 'string');
  return names.map(toUsername).find(isUsername) ?? 'user';
}

/** Replaces what a username may not have. */
const toUsername = (name: string): string =>
  name
    .slice(0, maxUsernameLength)
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._@+-]+/gu, '-')
    .slice(0, maxUsernameLength);

/** The uids of groups that a claim names, in a list or alone. Whether there are such groups is not checked. */
export const claimedGroups = (claims: Claims, claim: string | null): readonly string[] =>
  claim === null
    ? []
    : [claims[claim]].flat().filter((name): name is string => typeof name === 'string' && isGroupUid(name));
