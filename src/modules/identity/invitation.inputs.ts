import { Field, InputType } from 'type-graphql';

@InputType({ description: 'The user to invite, again or for the first time.' })
export class CreateInvitationInput {
  @Field(() => String, { description: 'The name of the user.' })
  username!: string;

  @Field(() => String, {
    nullable: true,
    description: "The language of the mail, as an ISO 639-1 code. Default: the portal's default language.",
  })
  language?: string | null;
}

@InputType({ description: 'The user whose invitation is withdrawn.' })
export class WithdrawInvitationInput {
  @Field(() => String, { description: 'The name of the user.' })
  username!: string;
}
