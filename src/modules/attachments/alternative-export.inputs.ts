import { Field, ID, InputType, Int } from 'type-graphql';
import { DatasetPartInput, expectedRevision } from '#api/types/change.inputs.ts';
import { ReceivedFile, Upload } from '#api/types/scalars.ts';
import { type AlternativeExportType, alternativeExportTypes } from './alternative-export.type.ts';

@InputType({ description: 'A new alternative export: a file or an address. A dataset has 100 at most.' })
export class CreateAlternativeExportInput extends DatasetPartInput {
  @Field(() => String, { description: 'What it is called, on one line of 250 characters at most.' })
  title!: string;

  @Field(() => String, {
    nullable: true,
    description: 'What it contains, 10,000 characters at most; empty by default.',
  })
  description?: string | null;

  @Field(() => alternativeExportTypes, { description: 'Whether `file` or `url` is given.' })
  type!: AlternativeExportType;

  @Field(() => Upload, { nullable: true, description: 'The file, for the type `uploaded_file`.' })
  file?: ReceivedFile | null;

  @Field(() => String, {
    nullable: true,
    description: 'The address, for the type `url`: http or https, without a name or password.',
  })
  url?: string | null;

  @Field(() => Int, expectedRevision)
  expectedRevision?: number | null;
}

@InputType({ description: 'A change of an alternative export; missing fields are kept.' })
export class UpdateAlternativeExportInput extends DatasetPartInput {
  @Field(() => ID, { description: "The alternative export's uid." })
  uid!: string;

  @Field(() => String, { nullable: true, description: 'The new title; null is not allowed.' })
  title?: string | null;

  @Field(() => String, { nullable: true, description: 'The new description; null clears it.' })
  description?: string | null;

  @Field(() => alternativeExportTypes, {
    nullable: true,
    description: 'The type, which does not change; null is not allowed.',
  })
  type?: AlternativeExportType | null;

  @Field(() => String, { nullable: true, description: 'The new address; null keeps it. A file has none.' })
  url?: string | null;

  @Field(() => Int, expectedRevision)
  expectedRevision?: number | null;
}

@InputType({ description: 'The alternative export to delete.' })
export class DeleteAlternativeExportInput extends DatasetPartInput {
  @Field(() => ID, { description: "The alternative export's uid." })
  uid!: string;

  @Field(() => Int, expectedRevision)
  expectedRevision?: number | null;
}
