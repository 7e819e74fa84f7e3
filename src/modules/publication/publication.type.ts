import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { Node } from '#api/node.type.ts';
import { DateTime, JsonMap } from '#api/types/scalars.ts';
import type { JsonObject } from '#kernel/json.ts';
import { DatasetStatusEnum, type DatasetStatus } from '#datasets/index.ts';
import type { RecordsError as RecordsErrorRow } from './progress.ts';
import type { FinishedRun, PublicationOutcome } from './publication-history.ts';
import type { RunKind } from './publication-run.entity.ts';
import { GraphQLSafeInt } from 'graphql-scalars';
import type { StepProposal } from '#engine/schema/propose-steps.ts';
import type { FieldType, LimitType } from '#engine/records/record.ts';
import { FieldAnnotation, fieldTypes } from '#api/types/field.type.ts';

@ObjectType({ description: 'An error of a record, which is published without the value.' })
class RecordsError implements RecordsErrorRow {
  @Field(() => ID, { description: 'The position of the record among the written ones, from 0.' })
  recordId!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The technical name of the field; null where it is not one field.',
  })
  fieldUid!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: "The processor that failed; null where the field's type does not fit.",
  })
  processorUid!: string | null;

  @Field(() => String, { description: 'A message for people that says what is wrong.' })
  message!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The record as JSON, the field of the error first, cut after 300 characters: as it was read where a processor failed, else as the processors left it. Null where it was not kept.',
  })
  recordText?: string;
}

/** What publications do, as the graph's enum. */
const publicationKinds: { readonly [Kind in RunKind]: Kind } = {
  ...{ publish: 'publish', publish_metadata: 'publish_metadata', unpublish: 'unpublish' },
};
registerEnumType(publicationKinds, {
  name: 'PublicationKind',
  description: 'What a publication does.',
  valuesConfig: {
    publish: { description: 'Publishes records and metadata.' },
    publish_metadata: { description: 'Publishes metadata.' },
    unpublish: { description: 'Takes the dataset from its readers.' },
  },
});

/** How publications end, as the graph's enum. */
const publicationOutcomes: { readonly [Outcome in PublicationOutcome]: Outcome } = {
  ...{ done: 'done', limit_reached: 'limit_reached', aborted: 'aborted', failed: 'failed' },
};
registerEnumType(publicationOutcomes, {
  name: 'PublicationOutcome',
  description: 'How a publication ended.',
  valuesConfig: {
    done: { description: 'Readers see its result.' },
    limit_reached: { description: 'Readers see the records up to a limit.' },
    aborted: {
      description: 'A user ended it; readers see the records up to there, or what they saw before if there were none.',
    },
    failed: { description: 'It failed; readers see what they saw before.' },
  },
});

@ObjectType({ description: 'A publication that has ended.' })
export class FinishedPublication implements FinishedRun {
  @Field(() => publicationKinds, { description: 'What it was to do.' })
  kind!: RunKind;

  @Field(() => publicationOutcomes, { description: 'How it ended.' })
  outcome!: PublicationOutcome;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the user who requested it; null for a schedule whose creator is gone.',
  })
  requestedBy!: string | null;

  @Field(() => Boolean, { description: 'Whether a schedule requested it.' })
  isScheduled!: boolean;

  @Field(() => DateTime, { description: 'When it was requested.' })
  requestedAt!: string;

  @Field(() => DateTime, { description: 'When it ended.' })
  endedAt!: string;

  @Field(() => String, { nullable: true, description: 'The message of its end, cut after 300 characters.' })
  message!: string | null;

  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'The number of records that it wrote; null unless it published records.',
  })
  rowsWritten!: number | null;

  @Field(() => GraphQLSafeInt, { description: 'The number of errors of records.' })
  recordErrors!: number;
}

@ObjectType({ implements: Node, description: "The state of a dataset's publication." })
export class PublicationStatus extends Node {
  @Field(() => DatasetStatusEnum, { description: 'The state.' })
  status!: DatasetStatus;

  @Field(() => DatasetStatusEnum, {
    nullable: true,
    description: 'The previous state; null before the first publication.',
  })
  previous!: DatasetStatus | null;

  @Field(() => DatasetStatusEnum, {
    nullable: true,
    description: 'The next state if nothing fails; null when no publication is pending.',
  })
  next!: DatasetStatus | null;

  @Field(() => DateTime, { description: 'When the state began.' })
  changedAt!: string;

  @Field(() => Boolean, { description: 'Whether the dataset is published.' })
  isPublished!: boolean;

  @Field(() => String, { nullable: true, description: 'A message for a person, such as the reason of an error.' })
  message!: string | null;

  @Field(() => [RecordsError], {
    description: 'The first 100 errors of records in the last publication; `params.record_errors` counts all.',
  })
  recordsErrors!: readonly RecordsError[];

  @Field(() => [FinishedPublication], {
    description: 'The last publications that ended, at most 20, the latest first.',
  })
  history!: readonly FinishedPublication[];

  @Field(() => JsonMap, {
    description:
      'Details of the state. While records are written, and after errors: `rows_read`, `rows_written`, `record_errors`, `bytes_read`, `percent` (of all sources, each counting the same; only if the current source reports its size), and `lost_values`: by field, the number of values that do not fit its type. Counters restart when a later value widens a type.',
  })
  params!: JsonObject;
}

/** What a publication limits, as the graph's enum. */
export const publicationLimits: { readonly [Type in LimitType]: Type } = { records: 'records', fields: 'fields' };
registerEnumType(publicationLimits, {
  name: 'PublicationLimit',
  description: 'What is limited in a publication.',
  valuesConfig: {
    records: { description: 'The records of the dataset.' },
    fields: { description: 'The fields of the dataset.' },
  },
});

@ObjectType({ description: 'The number of values of a field that a publication left out.' })
export class LostValues {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => GraphQLSafeInt, { description: 'The number of values that do not fit the type of the field.' })
  count!: number;
}

@ObjectType({ description: 'A limit that a publication reached; the records up to there are published.' })
export class ReachedLimit {
  @Field(() => publicationLimits, { description: 'What was counted.' })
  type!: LimitType;

  @Field(() => GraphQLSafeInt, { description: 'The maximum number of them: MAX_RECORDS records, or 1,000 fields.' })
  maximum!: number;

  @Field(() => GraphQLSafeInt, { description: 'The number that was found.' })
  reached!: number;
}

@ObjectType({
  description:
    'A processor that would turn texts of a field into numbers or dates, because all among the first records look so. Add it with `appendProcessor`, or keep the texts by a field configuration of the type text.',
})
export class ProcessorProposal implements StepProposal {
  @Field(() => String, { description: 'The name of the field in the records.' })
  field!: string;

  @Field(() => String, { description: 'The type of the processor.' })
  type!: string;

  @Field(() => JsonMap, { description: 'The parameters of the processor.' })
  params!: Readonly<Record<string, string>>;

  @Field(() => String, { description: 'What the texts look like: a sentence.' })
  reason!: string;

  @Field(() => String, { description: 'A text of the field.' })
  exampleText!: string;

  @Field(() => String, { description: 'The same text after the processor.' })
  convertedText!: string;
}

/** The description of lists of proposals. */
const proposalsDescription =
  'Processors that would make numbers and dates of texts, such as `1.234,50` and `31.12.1999`. A field whose texts have two meanings has two, the likelier first.';

@ObjectType({
  description: 'What a publication counts; restarts when a later value widens a type.',
})
export class PublicationProgress {
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'Records read from the sources; null unless records are written.',
  })
  rowsRead!: number | null;

  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'The number of records written; null unless records are written.',
  })
  rowsWritten!: number | null;

  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'Bytes read from the sources; null unless records are written.',
  })
  bytesRead!: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'How much of all sources has been read, 0 to 100, each counting the same. Null unless records are written, and where the current source does not report its size.',
  })
  percent!: number | null;

  @Field(() => GraphQLSafeInt, {
    description: 'Errors of records in this publication, else in the last one.',
  })
  recordErrors!: number;

  @Field(() => [LostValues], {
    description: 'The fields with values that the last publication left out, most first, at most 100.',
  })
  lostValues!: readonly LostValues[];

  @Field(() => ReachedLimit, { nullable: true, description: 'The limit that ended the last publication.' })
  reachedLimit!: ReachedLimit | null;

  @Field(() => [ProcessorProposal], { description: `${proposalsDescription} Of the last publication, 100 at most.` })
  proposals!: readonly ProcessorProposal[];
}

@ObjectType({ description: 'A field of the records of a preview.' })
class PreviewField {
  @Field(() => String, { description: 'The key of the field in the records.' })
  name!: string;

  @Field(() => String, { description: 'The label.' })
  label!: string;

  @Field(() => fieldTypes, { description: 'The configured type, else the narrowest type that all values fit.' })
  type!: FieldType;

  @Field(() => String, { description: 'The description; empty when there is none.' })
  description!: string;

  @Field(() => String, { description: 'The name of the field in the source.' })
  originalName!: string;

  @Field(() => [FieldAnnotation], { description: 'Remarks, such as a unit.' })
  annotations!: readonly FieldAnnotation[];
}

@ObjectType({
  description: 'The first records of a resource as they would be published: after processors and field configurations.',
})
export class ResourcePreview {
  @Field(() => [PreviewField], { description: 'The fields of the records, in order.' })
  fields!: readonly PreviewField[];

  @Field(() => [JsonMap], { description: 'The records by field name, 20 at most.' })
  records!: readonly JsonObject[];

  @Field(() => [RecordsError], {
    description: 'The errors of these records, at most 100. `processorUid` is the position of a processor to try.',
  })
  recordsErrors!: readonly RecordsError[];

  @Field(() => [ProcessorProposal], { description: proposalsDescription })
  proposals!: readonly ProcessorProposal[];
}

@ObjectType({ description: 'A stored row filter that matches no record, or a visible field that does not exist.' })
export class FilterWarning {
  @Field(() => String, {
    description:
      'Whose filter or visible field it is: `defaultSecurity`, `userRulesets.<username>` or `groupRulesets.<uid>`.',
  })
  path!: string;

  @Field(() => String, { description: 'The field that it names.' })
  field!: string;

  @Field(() => String, { description: 'A message for people that says what is wrong.' })
  message!: string;
}
