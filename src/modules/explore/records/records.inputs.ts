import { ArgsType, Field, ID, Int } from 'type-graphql';
import type { Language } from '#engine/odsql/scope.ts';
import { queryLanguages, RefineInput } from '#api/types/odsql.inputs.ts';
import { RecordFilter } from '../inputs/record-filter.inputs.ts';
import { RecordOrder } from '../inputs/record-order.inputs.ts';

const timezoneDescription =
  'The time zone (IANA) in which times are written and divided into days, and in which times without a zone are read. Plain dates never shift.';
const langDescription = 'The language of names of days and months. Default: the language of the dataset, else English.';

const selectDescription =
  'The items of `values`, as in an ODSQL select clause: `name`, `population / area as density`. Default: all fields.';

/** The arguments of `record`: which record, and what is returned of it. */
@ArgsType()
export class RecordArgs {
  @Field(() => ID, { description: 'The identifier of the record, 40 hexadecimal digits.' })
  recordId!: string;

  @Field(() => [String], { nullable: true, description: selectDescription })
  select?: string[] | null;

  @Field(() => String, { defaultValue: 'UTC', description: timezoneDescription })
  timezone!: string;

  @Field(() => queryLanguages, { nullable: true, description: langDescription })
  lang?: Language | null;
}

/** The arguments that select the records of a query. */
@ArgsType()
export class RecordSelectionArgs {
  @Field(() => RecordFilter, { nullable: true, description: 'A typed filter.' })
  filter?: RecordFilter | null;

  @Field(() => String, { nullable: true, description: 'A condition in ODSQL, in addition to the filter.' })
  where?: string | null;

  @Field(() => [RefineInput], { nullable: true, description: 'Values of facets that the records must have.' })
  refine?: RefineInput[] | null;

  @Field(() => [RefineInput], { nullable: true, description: 'Values of facets that the records must not have.' })
  exclude?: RefineInput[] | null;

  @Field(() => String, { defaultValue: 'UTC', description: timezoneDescription })
  timezone!: string;

  @Field(() => queryLanguages, { nullable: true, description: langDescription })
  lang?: Language | null;
}

/** The arguments of `records`: which records, and which page of them. */
@ArgsType()
export class RecordPageArgs extends RecordSelectionArgs {
  @Field(() => [String], {
    nullable: true,
    description: selectDescription,
  })
  select?: string[] | null;

  @Field(() => [RecordOrder], {
    nullable: true,
    description:
      'The keys of the order. Default: by relevance where words are searched, else in the order of publication, which also breaks ties.',
  })
  orderBy?: RecordOrder[] | null;

  @Field(() => Int, { defaultValue: 20, description: 'The maximum number of records, 0 to 1000.' })
  first!: number;

  @Field(() => String, { nullable: true, description: 'Start after the record with this cursor.' })
  after?: string | null;

  @Field(() => Int, {
    defaultValue: 0,
    description: 'The number of records to skip; together with `first` at most 10000. Cursors reach all records.',
  })
  offset!: number;
}
