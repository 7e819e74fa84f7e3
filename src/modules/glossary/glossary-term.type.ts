import { Field, ID, ObjectType } from 'type-graphql';
import { Node } from '../../api/node/node.type.ts';
import { ConnectionOf } from '../../api/reading/connection.type.ts';

@ObjectType({ implements: Node, description: "A word of the portal's glossary and what it means." })
export class GlossaryTerm extends Node {
  @Field(() => ID, { description: 'Identifies the term.' })
  uid!: string;

  @Field(() => String, { description: 'The word.' })
  name!: string;

  @Field(() => [String], { description: 'Other words for the same.' })
  aliases!: readonly string[];

  @Field(() => String, { description: 'What it means; may be empty.' })
  description!: string;
}

@ObjectType({ description: 'A page of a list of terms.' })
export class GlossaryTermConnection extends ConnectionOf(GlossaryTerm, 'GlossaryTerm') {}

@ObjectType({ description: 'A term after a change.' })
export class GlossaryTermPayload {
  @Field(() => GlossaryTerm, { nullable: true, description: 'The term; null when it was deleted in the meantime.' })
  glossaryTerm!: GlossaryTerm | null;
}

@ObjectType({ description: 'A term that is gone.' })
export class DeleteGlossaryTermPayload {
  @Field(() => ID, { description: 'The global `id` that it had, by which a cache drops it.' })
  id!: string;

  @Field(() => ID, { description: 'The uid that it had.' })
  uid!: string;
}
