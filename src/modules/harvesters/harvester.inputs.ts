import { Field, ID, InputType, Int } from 'type-graphql';
import { DatasetPartChangeInput, expectedRevision } from '#api/types/change.inputs.ts';
import { JsonMap } from '#api/types/scalars.ts';
import type { JsonObject } from '#kernel/json.ts';

const optional = (description: string) => ({ nullable: true, description });

/** What a harvester is configured by, apart from its type. */
@InputType({ description: 'What a harvester is configured by.' })
abstract class HarvesterConfigurationInput {
  @Field(() => String, optional('The name: 1 to 200 characters on one line.'))
  name?: string | null;

  @Field(
    () => JsonMap,
    optional(
      'The settings of its type, by name; an omitted one keeps its value. A secret: null keeps the stored one, unless the host changes; an empty text clears it.',
    ),
  )
  settings?: JsonObject | null;

  @Field(() => Boolean, optional('Whether only users with a ruleset see the datasets that it makes. Default: false.'))
  isRestrictingDatasets?: boolean | null;

  @Field(() => Boolean, optional('Whether datasets are deleted that the source no longer has. Default: false.'))
  isDeletingMissingDatasets?: boolean | null;

  @Field(() => JsonMap, optional('The values that every dataset gets: template → field → value.'))
  forcedMetadata?: JsonObject | null;
}

@InputType({ description: 'The harvester to create.' })
export class CreateHarvesterInput extends HarvesterConfigurationInput {
  @Field(() => String, { nullable: true, description: 'The kind of portal, one of `harvesterTypes`. Required.' })
  type?: string | null;
}

@InputType({ description: 'A change of a harvester; an omitted field keeps its value.' })
export class UpdateHarvesterInput extends HarvesterConfigurationInput {
  @Field(() => ID, { description: 'The uid of the harvester.' })
  uid!: string;

  @Field(() => String, { nullable: true, description: 'The type, which cannot change.' })
  type?: string | null;

  @Field(() => Int, expectedRevision)
  expectedRevision?: number | null;
}

@InputType({ description: 'The source to preview: a saved harvester with what is changed in it, or a new one.' })
export class PreviewHarvesterInput extends HarvesterConfigurationInput {
  @Field(() => ID, { nullable: true, description: 'The uid of the saved harvester. Default: none.' })
  uid?: string | null;

  @Field(() => String, { nullable: true, description: 'The type. Default: that of the saved harvester.' })
  type?: string | null;
}

@InputType({ description: 'Names a harvester.' })
export class HarvesterActionInput {
  @Field(() => ID, { description: 'The uid of the harvester.' })
  uid!: string;
}

@InputType({ description: 'The harvester to start.' })
export class StartHarvesterInput extends HarvesterActionInput {
  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description: 'Whether the run may delete more than a third of the datasets, because the source no longer has them.',
  })
  isDeletionConfirmed?: boolean | null;
}

@InputType({ description: 'The harvester to delete.' })
export class DeleteHarvesterInput extends HarvesterActionInput {
  @Field(() => Boolean, {
    description: 'Whether the datasets that it has made are deleted; otherwise they stay as they are.',
  })
  hasDatasetsDeleted!: boolean;
}

@InputType({ description: 'A resource or an attachment that comes from the source.' })
export class HarvestedPartInput {
  @Field(() => ID, { description: 'The uid of the resource or attachment.' })
  uid!: string;

  @Field(() => String, { description: 'Its address at the source.' })
  remoteUrl!: string;
}

@InputType({ description: 'A dataset, and the remote one that a harvester shall keep it up to date with.' })
export class AttachHarvestedDatasetInput extends DatasetPartChangeInput {
  @Field(() => ID, { description: 'The uid of the harvester.' })
  harvesterUid!: string;

  @Field(() => String, { description: 'Identifies the dataset at the source.' })
  remoteId!: string;

  @Field(() => JsonMap, {
    description:
      'The values of the source: template → field → value. A value of the dataset that differs overrides that of the source.',
  })
  remoteMetadata!: JsonObject;

  @Field(() => [JsonMap], optional('The fields, as `remoteFields` of a dataset has them. Default: none.'))
  remoteFields?: JsonObject[] | null;

  @Field(() => [HarvestedPartInput], optional('The resources that come from the source. Default: none.'))
  resources?: HarvestedPartInput[] | null;

  @Field(() => [HarvestedPartInput], optional('The attachments that come from the source. Default: none.'))
  attachments?: HarvestedPartInput[] | null;
}

@InputType({ description: 'The schedule to add to a harvester, which may have one.' })
export class CreateHarvesterScheduleInput {
  @Field(() => ID, { description: 'The uid of the harvester.' })
  harvesterUid!: string;

  @Field(() => String, {
    description: 'The times, as five fields of cron: minute, hour, day of the month, month, day of the week.',
  })
  cronSchedule!: string;

  @Field(() => String, { description: 'The time zone of the times, by its IANA name, such as `Europe/Paris`.' })
  timezone!: string;
}

@InputType({ description: 'The new times of a schedule.' })
export class UpdateHarvesterScheduleInput extends CreateHarvesterScheduleInput {
  @Field(() => ID, { description: 'The uid of the schedule.' })
  uid!: string;
}

@InputType({ description: 'The schedule to delete.' })
export class DeleteHarvesterScheduleInput {
  @Field(() => ID, { description: 'The uid of the harvester.' })
  harvesterUid!: string;

  @Field(() => ID, { description: 'The uid of the schedule.' })
  uid!: string;
}
