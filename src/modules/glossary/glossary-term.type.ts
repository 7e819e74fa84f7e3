import { Field, ID, Int, ObjectType } from 'type-graphql';
import { DeletedObjectPayload, DeletionPayload, Node } from '#api/node.type.ts';
import { ChangedObject, ConnectionTypeOf } from '#api/reading/connection.type.ts';

@ObjectType({ implements: Node, description: 'A term of the glossary and its definition.' })
export class GlossaryTerm extends Node {
  @Field(() => ID, { description: 'Identifies the term.' })
  uid!: string;

  @Field(() => String, { description: 'The name of the term.' })
  name!: string;

  @Field(() => [String], { description: 'Synonyms of the name.' })
  aliases!: readonly string[];

  @Field(() => String, { description: 'The definition; may be empty.' })
  description!: string;

  @Field(() => Int, { description: 'The number of the current state, from 1 on: each change raises it.' })
  revision!: number;
}

@ObjectType({ description: 'A page of a list of terms.' })
export class GlossaryTermConnection extends ConnectionTypeOf(GlossaryTerm, 'GlossaryTerm') {}

@ObjectType({ description: 'A term after a change.' })
export class GlossaryTermPayload {
  @ChangedObject(GlossaryTermConnection, 'glossaryTerms', 'The term; null when it was deleted in the meantime.')
  glossaryTerm!: GlossaryTerm | null;
}

@ObjectType({ implements: DeletionPayload, description: 'The deleted term.' })
export class DeleteGlossaryTermPayload extends DeletedObjectPayload {}
