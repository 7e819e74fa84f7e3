import { Field, ID, InputType } from 'type-graphql';

@InputType({ description: 'The account at a sign-in provider to link to a user.' })
export class LinkIdentityInput {
  @Field(() => String, { description: 'The name of the user.' })
  username!: string;

  @Field(() => ID, { description: 'The uid of the provider.' })
  provider!: string;

  @Field(() => String, { description: 'The claim `sub` of the tokens of the account: 1 to 255 ASCII characters.' })
  subject!: string;
}

@InputType({ description: 'The identity to remove.' })
export class UnlinkIdentityInput {
  @Field(() => ID, { description: "The identity's uid." })
  uid!: string;
}
