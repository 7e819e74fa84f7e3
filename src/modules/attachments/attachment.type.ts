import { Directive, Field, ID, ObjectType } from 'type-graphql';
import { DeletionPayload, Node } from '#api/node.type.ts';
import { GraphQLSafeInt } from 'graphql-scalars';
import { ChangedObject, ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { DateTime } from '#api/types/scalars.ts';
import { DeletedPartPayload, DatasetPartPayload } from '#datasets/index.ts';

// REST lists have no pages of attachments, so their operations read up to 1,000 for each dataset, which has a few.
@Directive('@cost(weight: "0.001")')
@ObjectType({ implements: Node, description: 'A file exposed alongside a dataset, to help understand the data.' })
export class Attachment extends Node {
  @Field(() => ID, { description: 'Identifies the attachment.' })
  uid!: string;

  @Field(() => String, {
    description: 'The name of the file; several attachments may have the same.',
  })
  filename!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The media type, as sent or derived from the name; null when unknown.',
  })
  mimetype!: string | null;

  @Field(() => GraphQLSafeInt, { description: 'The size of the file in bytes.' })
  bytes!: number;

  @Field(() => String, { description: 'The SHA-256 of the bytes, in hexadecimal.' })
  sha256!: string;

  @Field(() => DateTime, { description: 'When the file was attached.' })
  createdAt!: string;

  @Field(() => String, {
    description: 'The address that downloads the file, for all who see the published dataset.',
  })
  url!: string;
}

@ObjectType({ description: 'A page of a list of attachments.' })
export class AttachmentConnection extends ConnectionTypeOf(Attachment, 'Attachment') {}

@ObjectType({ description: 'An attachment after a change, and its dataset.' })
export class AttachmentPayload extends DatasetPartPayload {
  @ChangedObject(AttachmentConnection, 'attachments', 'The attachment; null when you may no longer read it.')
  attachment!: Attachment | null;
}

@ObjectType({ implements: DeletionPayload, description: 'The deleted attachment and its dataset.' })
export class DeleteAttachmentPayload extends DeletedPartPayload {}
