import { Field, ID, InputType } from 'type-graphql';

@InputType({ description: 'The session to end.' })
export class EndSessionInput {
  @Field(() => ID, { description: "The session's uid." })
  uid!: string;
}

@InputType({ description: 'The session that remains.' })
export class EndOtherSessionsInput {
  @Field(() => ID, { description: 'The uid of the session that remains, such as that of the session in use.' })
  uid!: string;
}
