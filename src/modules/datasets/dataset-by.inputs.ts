import { Directive, Field, ID, InputType } from 'type-graphql';
import { failFields } from '#kernel/fail.ts';

@Directive('@oneOf')
@InputType({ description: 'What identifies a dataset: exactly one of these.' })
export class DatasetBy {
  @Field(() => ID, { nullable: true, description: 'The uid of the dataset.' })
  uid?: string | undefined;

  @Field(() => String, { nullable: true, description: 'The identifier of the dataset, or its uid.' })
  datasetId?: string | undefined;
}

/** The options of the arguments that identified a dataset before `by`. */
export const formerUid = {
  nullable: true,
  description: 'The uid of the dataset.',
  deprecationReason: 'Use `by: {uid: …}`.',
} as const;
export const formerDatasetId = {
  nullable: true,
  description: 'The identifier of the dataset, or its uid.',
  deprecationReason: 'Use `by: {datasetId: …}`.',
} as const;

/** The values that identify a dataset, as its root fields read them. */
type Reference = Readonly<Record<'uid' | 'datasetId', string | undefined>>;

/** The members of `by`, or the arguments in their place. Fails INVALID_INPUT for both. */
export function datasetReference(by: DatasetBy | null | undefined, former: DatasetBy): Reference {
  if (!by) return { uid: former.uid, datasetId: former.datasetId };
  return former.uid == null && former.datasetId == null
    ? { uid: by.uid, datasetId: by.datasetId }
    : failFields({ by: ['Give by without uid and datasetId.'] });
}
