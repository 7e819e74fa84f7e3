import { Field, ID, Int, ObjectType } from 'type-graphql';
import { DeletedObjectPayload, DeletionPayload, Node } from '#api/node.type.ts';
import { ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { DateTime } from '#api/types/scalars.ts';

@ObjectType({
  implements: Node,
  description: 'A browser in which the caller is signed in.',
})
export class SignInSession extends Node {
  @Field(() => ID, { description: 'Identifies the session; not a secret.' })
  uid!: string;

  @Field(() => DateTime, { description: 'When the person signed in.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When the session was last used, to the minute.' })
  lastSeenAt!: string;

  @Field(() => DateTime, { description: 'When the session ends, however much it is used.' })
  expiresAt!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'What the browser said it is when the person signed in, the first 300 characters; null where it said nothing.',
  })
  userAgent!: string | null;

  @Field(() => Boolean, { description: 'Whether the request came with this session.' })
  isCurrent!: boolean;
}

@ObjectType({ description: 'A page of a list of sessions.' })
export class SignInSessionConnection extends ConnectionTypeOf(SignInSession, 'SignInSession') {}

@ObjectType({ implements: DeletionPayload, description: 'The session that ended.' })
export class EndSessionPayload extends DeletedObjectPayload {}

@ObjectType({ description: 'The sessions that ended.' })
export class EndOtherSessionsPayload {
  @Field(() => [ID], { description: 'The uids of the sessions, in any order.' })
  endedUids!: readonly string[];

  @Field(() => Int, { description: 'The number of sessions that ended.' })
  endedCount!: number;
}
