import { Field, ID, ObjectType } from 'type-graphql';
import { GraphQLSafeInt } from 'graphql-scalars';
import { Node } from '../../api/node/node.type.ts';
import { ConnectionOf } from '../../api/reading/connection.type.ts';
import { DateTime } from '../../api/types/scalars.ts';
import { DatasetPayload } from '../datasets/index.ts';

@ObjectType({ implements: Node, description: 'A file exposed alongside a dataset, to help understand the data.' })
export class Attachment extends Node {
  @Field(() => ID, { description: 'Identifies the attachment.' })
  uid!: string;

  @Field(() => String, { description: 'The name to save it under; another attachment may have the same.' })
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

  @Field(() => DateTime, { description: 'When it was attached.' })
  createdAt!: string;

  @Field(() => String, {
    description: 'Where those who see the published dataset download it: the path of an address of this service.',
  })
  downloadPath!: string;
}

@ObjectType({ description: 'A page of a list of attachments.' })
export class AttachmentConnection extends ConnectionOf(Attachment, 'Attachment') {}

@ObjectType({ description: 'An attachment after a change, and its dataset.' })
export class AttachmentPayload extends DatasetPayload {
  @Field(() => Attachment, {
    nullable: true,
    description: 'The attachment; null when the change took your right to read it.',
  })
  attachment!: Attachment | null;
}

@ObjectType({ description: 'An attachment that is gone, and its dataset.' })
export class DeleteAttachmentPayload extends DatasetPayload {
  @Field(() => ID, { description: 'The global `id` that it had, by which a cache drops it.' })
  id!: string;

  @Field(() => ID, { description: 'The uid that it had.' })
  uid!: string;
}
