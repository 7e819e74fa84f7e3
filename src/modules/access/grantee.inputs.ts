import { Directive, Field, ID, InputType } from 'type-graphql';

@Directive('@oneOf')
@InputType({ description: 'Who receives the rights of a ruleset: exactly one of these.' })
export class GranteeInput {
  @Field(() => String, { nullable: true, description: 'The username of a user.' })
  username?: string | undefined;

  @Field(() => ID, { nullable: true, description: 'The uid of a group.' })
  groupUid?: string | undefined;
}

/** The grantee of an input: a username or the uid of a group, the other is null; and the field that has it. */
export interface NamedGrantee {
  readonly username: string | null;
  readonly groupUid: string | null;
  readonly field: string;
}

/** The user or group that an input names. */
export const namedGrantee = ({ username, groupUid }: GranteeInput): NamedGrantee => ({
  username: username ?? null,
  groupUid: groupUid ?? null,
  field: username === undefined ? 'grantee.groupUid' : 'grantee.username',
});
