import { Field, ID, InputType, Int } from 'type-graphql';
import { expectedRevision } from '#api/types/change.inputs.ts';

@InputType({ description: 'The term to add to the glossary.' })
export class CreateGlossaryTermInput {
  @Field(() => String, { description: 'The name of the term: 1 to 200 characters on one line.' })
  name!: string;

  @Field(() => [String], {
    nullable: true,
    defaultValue: [],
    description: 'Synonyms: at most 20, each once, with the rules of the name.',
  })
  aliases?: string[] | null;

  @Field(() => String, { nullable: true, defaultValue: '', description: 'The definition, 5,000 characters at most.' })
  description?: string | null;
}

@InputType({ description: 'A change of a term; an omitted field keeps its value.' })
export class UpdateGlossaryTermInput {
  @Field(() => ID, { description: "The term's uid." })
  uid!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The new name: 1 to 200 characters on one line; cannot be cleared.',
  })
  name?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'All synonyms: at most 20, each once, with the rules of the name; null for none.',
  })
  aliases?: string[] | null;

  @Field(() => String, { nullable: true, description: 'The definition, 5,000 characters at most; null for none.' })
  description?: string | null;

  @Field(() => Int, expectedRevision)
  expectedRevision?: number | null;
}

@InputType({ description: 'The term to delete.' })
export class DeleteGlossaryTermInput {
  @Field(() => ID, { description: "The term's uid." })
  uid!: string;
}
