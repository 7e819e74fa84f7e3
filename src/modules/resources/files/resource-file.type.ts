import { Field, ID, ObjectType } from 'type-graphql';
import { GraphQLSafeInt } from 'graphql-scalars';
import { partIdDescription } from '../../../api/node/node.type.ts';
import { ConnectionOf } from '../../../api/reading/connection.type.ts';
import { DateTime } from '../../../api/types/scalars.ts';

@ObjectType({ description: 'A file that was uploaded to a dataset, for its resources to read.' })
export class ResourceFile {
  @Field(() => ID, { description: partIdDescription })
  id!: string;

  @Field(() => ID, {
    description: 'Its name, unique in the dataset: a second upload of the name replaces the content.',
  })
  uid!: string;

  @Field(() => String, { description: 'The name to save it under.' })
  filename!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The media type, as it was sent or by the name; null when neither tells.',
  })
  mimetype!: string | null;

  @Field(() => GraphQLSafeInt, { description: 'Its size in bytes.' })
  bytes!: number;

  @Field(() => String, { description: 'The SHA-256 of the content, in hexadecimal.' })
  sha256!: string;

  @Field(() => DateTime, { description: 'When a file of this name was first uploaded.' })
  createdAt!: string;
}

@ObjectType({ description: 'A page of a list of files.' })
export class ResourceFileConnection extends ConnectionOf(ResourceFile, 'ResourceFile') {}
