import { Directive, Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { GraphQLSafeInt } from 'graphql-scalars';
import { DeletionPayload, Node } from '#api/node.type.ts';
import { ChangedObject, ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { DateTime } from '#api/types/scalars.ts';
import { DatasetPartPayload, DeletedPartPayload } from '#datasets/index.ts';

/** What an alternative export is. */
export const alternativeExportTypes = { uploaded_file: 'uploaded_file', url: 'url' } as const;
export type AlternativeExportType = keyof typeof alternativeExportTypes;
registerEnumType(alternativeExportTypes, {
  name: 'AlternativeExportType',
  description: 'What an alternative export is.',
  valuesConfig: {
    uploaded_file: { description: 'A file of the catalog.' },
    url: { description: 'An address elsewhere, which the catalog hands on and never reads.' },
  },
});

@Directive('@cost(weight: "0.001")')
@ObjectType({
  implements: Node,
  description: 'The data of a dataset in another form: an uploaded file or an address, offered next to the exports.',
})
export class AlternativeExport extends Node {
  @Field(() => ID, { description: 'Identifies the alternative export.' })
  uid!: string;

  @Field(() => String, { description: 'What it is called where it is offered.' })
  title!: string;

  @Field(() => String, { description: 'What it contains; may be empty.' })
  description!: string;

  @Field(() => alternativeExportTypes, { description: 'Whether it is a file or an address.' })
  type!: AlternativeExportType;

  @Field(() => String, { nullable: true, description: 'The address elsewhere; null for a file.' })
  url!: string | null;

  @Field(() => String, { nullable: true, description: 'The name of the file; null for an address.' })
  filename!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The media type of the file; null when unknown and for an address.',
  })
  mimetype!: string | null;

  @Field(() => GraphQLSafeInt, { nullable: true, description: 'The size of the file in bytes; null for an address.' })
  bytes!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'The SHA-256 of the file, in hexadecimal; null for an address.',
  })
  sha256!: string | null;

  @Field(() => DateTime, { description: 'When it was added.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt!: string;

  @Field(() => String, {
    description: 'Where it is downloaded, by all who see the data; redirects to the address elsewhere.',
  })
  downloadUrl!: string;
}

@ObjectType({ description: 'A page of a list of alternative exports.' })
export class AlternativeExportConnection extends ConnectionTypeOf(AlternativeExport, 'AlternativeExport') {}

@ObjectType({ description: 'An alternative export after a change, and its dataset.' })
export class AlternativeExportPayload extends DatasetPartPayload {
  @ChangedObject(
    AlternativeExportConnection,
    'alternativeExports',
    'The alternative export; null when you may no longer read it.',
  )
  alternativeExport!: AlternativeExport | null;
}

@ObjectType({ implements: DeletionPayload, description: 'The deleted alternative export and its dataset.' })
export class DeleteAlternativeExportPayload extends DeletedPartPayload {}
