import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType({ description: 'A stored file that is the value of a field in records.' })
export class RecordFile {
  @Field(() => ID, { description: 'Identifies the file: the SHA-256 of its bytes, in hexadecimal.' })
  sha256!: string;

  @Field(() => String, { description: 'Its name in the source; in an archive with its folders.' })
  filename!: string;

  @Field(() => String, { nullable: true, description: 'The media type that its name stands for; null when unknown.' })
  mimetype!: string | null;

  @Field(() => GraphQLSafeInt, { description: 'Its size in bytes.' })
  bytes!: number;
}
