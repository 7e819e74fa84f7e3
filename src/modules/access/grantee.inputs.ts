import { Directive, Field, ID, InputType } from 'type-graphql';
import { failFields } from '#kernel/fail.ts';

@Directive('@oneOf')
@InputType({ description: 'Who receives the rights of a ruleset: exactly one of these.' })
export class GranteeInput {
  @Field(() => String, { nullable: true, description: 'The username of a user.' })
  username?: string | undefined;

  @Field(() => ID, { nullable: true, description: 'The uid of a group.' })
  groupUid?: string | undefined;
}

/** The options of the fields that named a grantee before `grantee`. */
export const formerUsername = {
  nullable: true,
  description: 'The username of the user; exclusive with a group.',
  deprecationReason: 'Use `grantee: {username: …}`.',
} as const;
export const formerGroupUid = {
  nullable: true,
  description: 'The uid of the group; exclusive with a user.',
  deprecationReason: 'Use `grantee: {groupUid: …}`.',
} as const;

/** The fields of an input that name a user or a group. */
export interface NamesGrantee {
  readonly grantee?: GranteeInput | null;
  readonly username?: string | null;
  readonly groupUid?: string | null;
}

/** The grantee of an input: a username or the uid of a group, the other is null; and the field that has it. */
export interface NamedGrantee {
  readonly username: string | null;
  readonly groupUid: string | null;
  readonly field: string;
}

/** The user or group that an input names. Fails INVALID_INPUT unless it names exactly one. */
export function granteeOf({ grantee, ...former }: NamesGrantee): NamedGrantee {
  const isFormer = former.username != null || former.groupUid != null;
  if (grantee && isFormer) failFields({ grantee: ['Give grantee without username and groupUid.'] });
  const { username = null, groupUid = null } = grantee ?? former;
  if ((username === null) === (groupUid === null)) failFields({ grantee: ['Name either a user or a group.'] });
  const field = username === null ? 'groupUid' : 'username';
  return { username, groupUid, field: grantee ? `grantee.${field}` : field };
}
