import { Field, ID, InputType } from 'type-graphql';

@InputType({ description: 'A term to be added to the glossary.' })
export class CreateGlossaryTermInput {
  @Field(() => String, { description: 'The word: 1 to 200 characters on one line.' })
  name!: string;

  @Field(() => [String], {
    nullable: true,
    description: 'Other words for the same: 20 at most, each once and as the name is; none by default.',
  })
  aliases?: string[] | null;

  @Field(() => String, { nullable: true, description: 'What it means, 5,000 characters at most; empty by default.' })
  description?: string | null;
}

@InputType({ description: 'A change of a term; what is left out is kept.' })
export class UpdateGlossaryTermInput {
  @Field(() => ID, { description: "The term's uid." })
  uid!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Another word: 1 to 200 characters on one line; cannot be cleared.',
  })
  name?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'All other words for the same: 20 at most, each once and as the name is; null for none.',
  })
  aliases?: string[] | null;

  @Field(() => String, { nullable: true, description: 'What it means, 5,000 characters at most; null for nothing.' })
  description?: string | null;
}

@InputType({ description: 'A term to be deleted.' })
export class DeleteGlossaryTermInput {
  @Field(() => ID, { description: "The term's uid." })
  uid!: string;
}
