import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DeletedObjectPayload, DeletionPayload, Node } from '#api/node.type.ts';
import { ChangedObject, ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { DateTime, JsonMap, JsonValue } from '#api/types/scalars.ts';
import type { Json, JsonObject } from '#kernel/json.ts';
import { type HarvesterStatus, harvesterStatus, type HarvestOutcome, harvestOutcomes } from './harvester.entity.ts';

const statuses: Readonly<Record<string, string>> = Object.fromEntries(
  harvesterStatus.states.map((state) => [state, state]),
);
registerEnumType(statuses, {
  name: 'HarvesterStatus',
  description: 'What a harvester does.',
  valuesConfig: {
    new: { description: 'It was never started.' },
    idle: { description: 'It waits for a start.' },
    queued: { description: 'A run waits for a worker.' },
    processing: { description: 'A run reads the other portal.' },
    aborting: { description: 'The run ends; datasets that were changed stay so.' },
    deleting: { description: 'Its datasets are being deleted, then it is.' },
  },
});

export const outcomeEnum: Readonly<Record<HarvestOutcome, string>> = harvestOutcomes;
registerEnumType(outcomeEnum, {
  name: 'HarvestOutcome',
  description: 'What a run made of a remote dataset.',
  valuesConfig: {
    created: { description: 'A dataset was made of it.' },
    updated: { description: 'The dataset was changed.' },
    unchanged: { description: 'It has not changed since the run before.' },
    failed: { description: 'It could not be read or stored; an earlier dataset stays as it was.' },
    missing: { description: 'The source no longer has it; the dataset stays.' },
    deleted: { description: 'The source no longer has it, and the dataset was deleted.' },
  },
});

@ObjectType({
  implements: Node,
  description: 'Reads the list of another portal into datasets of this one, which it keeps up to date.',
})
export class Harvester extends Node {
  @Field(() => ID, { description: 'Identifies the harvester: a slug of its first name.' })
  uid!: string;

  @Field(() => String, { description: 'The kind of portal, one of `harvesterTypes`.' })
  type!: string;

  @Field(() => String, { description: 'The name.' })
  name!: string;

  @Field(() => JsonMap, {
    description: 'The settings of its type, by name. A secret is null where one is stored, else empty.',
  })
  settings!: JsonObject;

  @Field(() => statuses, { description: 'What it does.' })
  status!: HarvesterStatus;

  @Field(() => Int, { description: 'The version of the form of its settings: 1.' })
  version!: number;

  @Field(() => Boolean, { description: 'Whether only users with a ruleset see the datasets that it makes.' })
  isRestrictingDatasets!: boolean;

  @Field(() => Boolean, { description: 'Whether datasets are deleted that the source no longer has.' })
  isDeletingMissingDatasets!: boolean;

  @Field(() => JsonMap, { description: 'The values that every dataset gets: template → field → value.' })
  forcedMetadata!: JsonObject;

  @Field(() => Int, { description: 'How many datasets the source has, by the current or last run.' })
  remoteDatasetCount!: number;

  @Field(() => Int, { description: 'How many remote datasets the current or last run has taken over.' })
  harvestedDatasetCount!: number;

  @Field(() => Int, { description: 'How many datasets it has made and still keeps up to date.' })
  attachedDatasetCount!: number;

  @Field(() => Int, { description: 'How many of these are published.' })
  publishedDatasetCount!: number;

  @Field(() => Int, { description: 'How many remote datasets the current or last run could not take over.' })
  resourceErrorCount!: number;

  @Field(() => Boolean, { description: 'Whether the current or last run could not read the source.' })
  hasError!: boolean;

  @Field(() => Int, {
    description:
      'How many datasets are gone from the source, and stay because they are more than a third; a start with `isDeletionConfirmed` deletes them.',
  })
  heldDeletionCount!: number;

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When its configuration was last changed.' })
  updatedAt!: string;

  @Field(() => Int, { description: 'The number of its current configuration, from 1 on: each change raises it.' })
  revision!: number;

  @Field(() => DateTime, { nullable: true, description: 'When a run last began; null before the first.' })
  lastStartedAt!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When a run last read the whole source; null before.' })
  lastSuccessAt!: string | null;
}

@ObjectType({ description: 'A page of a list of harvesters.' })
export class HarvesterConnection extends ConnectionTypeOf(Harvester, 'Harvester') {}

@ObjectType({ description: 'A harvester after a change.' })
export class HarvesterPayload {
  @ChangedObject(HarvesterConnection, 'harvesters', 'The harvester; null when it was deleted in the meantime.')
  harvester!: Harvester | null;
}

@ObjectType({ implements: DeletionPayload, description: 'The deleted harvester.' })
export class DeleteHarvesterPayload extends DeletedObjectPayload {}

@ObjectType({ description: 'What a run changed in a dataset.' })
export class HarvestedChange {
  @Field(() => String, {
    description:
      'The field of the metadata, as `template.field`; or `resources`, `attachments` or `fields`, whose values are addresses and names; or `datasetId` of a new dataset whose identifier at the source was taken here.',
  })
  field!: string;

  @Field(() => JsonValue, {
    nullable: true,
    description: 'The value before: a longer one as a text of 300 characters. Null without one.',
  })
  before!: Json;

  @Field(() => JsonValue, {
    nullable: true,
    description:
      'The value of the source after, likewise. Null when there is none; both are null where only the content of a part changed.',
  })
  after!: Json;
}

@ObjectType({ description: 'A resource or an attachment that a harvester has made.' })
export class HarvestedPart {
  @Field(() => ID, { description: 'The uid of the resource or attachment.' })
  uid!: string;

  @Field(() => String, { description: 'Its address at the source.' })
  remoteUrl!: string;
}

@ObjectType({ description: 'A remote dataset, and what the last run that met it made of it.' })
export class HarvestedDataset {
  @Field(() => String, { description: 'Identifies the dataset at the source.' })
  remoteId!: string;

  @Field(() => String, { description: 'Its title there; may be empty.' })
  title!: string;

  @Field(() => outcomeEnum, { description: 'What became of it.' })
  outcome!: HarvestOutcome;

  @Field(() => String, { nullable: true, description: 'Why it failed, or what is missing; null otherwise.' })
  error!: string | null;

  @Field(() => [HarvestedChange], {
    description:
      'What that run changed in an `updated` dataset, or gave a `created` one in place of what the source has: by field, the first 50 and at most 16 KB.',
  })
  changes!: readonly HarvestedChange[];

  @Field(() => Int, { description: 'How many changes there were, also beyond those in `changes`.' })
  changeCount!: number;

  @Field(() => [HarvestedPart], { description: 'The resources that come from the source, by address.' })
  resources!: readonly HarvestedPart[];

  @Field(() => [HarvestedPart], { description: 'The attachments that come from the source, by address.' })
  attachments!: readonly HarvestedPart[];

  @Field(() => DateTime, { description: 'When the run met it.' })
  harvestedAt!: string;

  @Field(() => Boolean, {
    description:
      'Whether that is the current or last run; false where its list lacked the dataset or broke before it, so that the outcome is that of an earlier one.',
  })
  isOfLastRun!: boolean;
}

@ObjectType({ description: 'A page of a list of remote datasets.' })
export class HarvestedDatasetConnection extends ConnectionTypeOf(HarvestedDataset, 'HarvestedDataset') {}

@ObjectType({ implements: Node, description: 'Starts a harvester at fixed times, with the rights of its creator.' })
export class HarvesterSchedule extends Node {
  @Field(() => ID, { description: 'Identifies the schedule.' })
  uid!: string;

  @Field(() => String, {
    description: 'The times, as five fields of cron: minute, hour, day of the month, month, day of the week.',
  })
  cronSchedule!: string;

  @Field(() => String, { description: 'The time zone of the times, by its IANA name.' })
  timezone!: string;

  @Field(() => DateTime, { description: 'When the schedule was created.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'The next start.' })
  nextRunAt!: string;
}

@ObjectType({ description: 'A page of a list of schedules of a harvester.' })
export class HarvesterScheduleConnection extends ConnectionTypeOf(HarvesterSchedule, 'HarvesterSchedule') {}

@ObjectType({ description: 'A schedule of a harvester after a change.' })
export class HarvesterSchedulePayload {
  @ChangedObject(HarvesterScheduleConnection, 'schedules', 'The schedule; null when it was deleted in the meantime.')
  schedule!: HarvesterSchedule | null;
}

@ObjectType({ implements: DeletionPayload, description: 'The deleted schedule.' })
export class DeleteHarvesterSchedulePayload extends DeletedObjectPayload {}

@ObjectType({ description: 'What went wrong in the current or last run.' })
export class HarvesterErrors {
  @Field(() => String, { nullable: true, description: 'Why the source could not be read; null when it was.' })
  harvester!: string | null;

  @Field(() => JsonMap, { description: 'The messages by the identifier of the remote dataset.' })
  resources!: JsonObject;
}

@ObjectType({ description: 'A dataset of the source.' })
export class PreviewedDataset {
  @Field(() => String, { description: 'Identifies the dataset at the source.' })
  remoteId!: string;

  @Field(() => String, { description: 'The title.' })
  title!: string;

  @Field(() => String, { description: 'The description; may be empty and contain HTML.' })
  description!: string;
}

@ObjectType({ description: 'The first datasets of a source.' })
export class HarvesterPreview {
  @Field(() => Int, { description: 'How many datasets the source has.' })
  totalCount!: number;

  @Field(() => [PreviewedDataset], { description: 'The first 20 that can be read.' })
  datasets!: PreviewedDataset[];

  @Field(() => [String], {
    description: 'At most 20 sentences on what cannot be read.',
  })
  problems!: string[];
}

@ObjectType({ description: 'A setting of a type of harvester.' })
export class HarvesterSettingType {
  @Field(() => String, { description: 'The name of the setting.' })
  name!: string;

  @Field(() => String, {
    description: 'The type of its value: `text`, `integer`, `boolean` or `mapping`, an object of texts.',
  })
  type!: string;

  @Field(() => Boolean, { description: 'Whether it must have a value.' })
  isMandatory!: boolean;

  @Field(() => Boolean, { description: 'Whether it is a secret, which no answer contains.' })
  isSecret!: boolean;

  @Field(() => String, { description: 'What it is for.' })
  description!: string;
}

@ObjectType({ description: 'A kind of portal that harvesters know.' })
export class HarvesterType {
  @Field(() => String, { description: 'The name of the type.' })
  type!: string;

  @Field(() => String, { description: 'What people call it.' })
  label!: string;

  @Field(() => String, { nullable: true, description: 'Why no run can read it; null when runs can.' })
  unavailableReason!: string | null;

  @Field(() => [HarvesterSettingType], { description: 'Its settings.' })
  settings!: HarvesterSettingType[];
}
