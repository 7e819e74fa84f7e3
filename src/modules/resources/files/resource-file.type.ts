import { Field, ID, ObjectType } from 'type-graphql';
import { GraphQLSafeInt } from 'graphql-scalars';
import { unreachableIdDescription } from '#api/node.type.ts';
import { ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { DateTime } from '#api/types/scalars.ts';

@ObjectType({ description: 'A file uploaded to a dataset, for its resources to read.' })
export class ResourceFile {
  @Field(() => ID, { description: unreachableIdDescription })
  id!: string;

  @Field(() => ID, {
    description: 'The name, unique in the dataset: another upload with the same name replaces the bytes.',
  })
  uid!: string;

  @Field(() => String, { description: 'The filename.' })
  filename!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The media type, as sent or derived from the filename; null when unknown.',
  })
  mimetype!: string | null;

  @Field(() => GraphQLSafeInt, { description: 'The size of the file in bytes.' })
  bytes!: number;

  @Field(() => String, { description: 'The SHA-256 of the bytes, in hexadecimal.' })
  sha256!: string;

  @Field(() => DateTime, { description: 'When a file with this name was first uploaded.' })
  createdAt!: string;
}

@ObjectType({ description: 'A page of a list of files.' })
export class ResourceFileConnection extends ConnectionTypeOf(ResourceFile, 'ResourceFile') {}
