import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DateTime } from '#api/types/scalars.ts';
import { type InvitationMailStatus, invitationMailStatuses } from './identity.entity.ts';
import { UserPayload } from './identity.type.ts';

/** The GraphQL enum `InvitationMailStatus`. */
export const InvitationMailStatusEnum = Object.freeze(
  Object.fromEntries(invitationMailStatuses.map((status) => [status, status])),
);
registerEnumType(InvitationMailStatusEnum, {
  name: 'InvitationMailStatus',
  description: 'What became of the mail of an invitation.',
  valuesConfig: {
    NONE: { description: 'There is no mail: an administrator passes the link on.' },
    WAITING: { description: 'The mail waits for the mail server. It is tried again until the invitation expires.' },
    SENT: { description: 'The mail server has accepted the mail.' },
    FAILED: { description: 'The mail server refuses the mail or its address for good.' },
  },
});

@ObjectType({ description: 'An invitation of a user that was not redeemed yet. A new one takes its place.' })
export class Invitation {
  @Field(() => DateTime, { description: 'When the user was invited.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When the link ends, unless it is redeemed before.' })
  expiresAt!: string;

  @Field(() => InvitationMailStatusEnum, { description: 'What became of the mail.' })
  mailStatus!: InvitationMailStatus;

  @Field(() => Int, { description: 'How many times the mail was handed to the mail server, with or without success.' })
  mailAttempts!: number;

  @Field(() => String, { nullable: true, description: 'Why the last attempt failed. Null where none has.' })
  mailError!: string | null;
}

@ObjectType({ description: 'A user after an invitation.' })
export class InvitationPayload extends UserPayload {
  @Field(() => String, {
    nullable: true,
    description:
      'The link with which the user signs in once, for 7 days; pass it on to no one else. It is returned only here. Null where the service sends it by mail.',
  })
  invitationUrl!: string | null;
}
