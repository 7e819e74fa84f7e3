import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A stored file that is the value of a field in records.' })
export class RecordFile {
  @Field(() => ID, { description: 'Identifies the file: the SHA-256 of its bytes, in hexadecimal.' })
  sha256!: string;

  @Field(() => String, {
    description: 'The name of the file in the source, with its folders when it comes from an archive.',
  })
  filename!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The media type, derived from the name of the file; null when unknown.',
  })
  mimetype!: string | null;

  @Field(() => GraphQLSafeInt, { description: 'The size of the file in bytes.' })
  bytes!: number;
}
