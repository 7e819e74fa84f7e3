import { Field, InputType, Int, registerEnumType } from 'type-graphql';

/** The order of the values of a facet. */
export enum FacetSort {
  count = 'count',
  count_desc = 'count_desc',
  alphanum = 'alphanum',
  alphanum_desc = 'alphanum_desc',
  num = 'num',
  num_desc = 'num_desc',
}
registerEnumType(FacetSort, {
  name: 'FacetSort',
  description: 'The order of the values of a facet; ties are ordered by value.',
  valuesConfig: {
    count: { description: 'The rarest value first.' },
    count_desc: { description: 'The most frequent value first.' },
    alphanum: { description: 'By the text of the value, the first in the alphabet first.' },
    alphanum_desc: { description: 'By the text of the value, the last first.' },
    num: { description: 'By the value as a number, the smallest first.' },
    num_desc: { description: 'By the value as a number, the largest first.' },
  },
});

@InputType({
  description:
    'A facet, and how its values are counted. For records, omitted options are those of the metadata and annotations of the field; for the catalog, `isDisjunctive` is that of the field.',
})
export class FacetInput {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether items need only one of several refined values. The counts of such a facet ignore its own refinement. Default: that of the field.',
  })
  isDisjunctive?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether values are paths, which are shown level by level. Default: whether a separator is given, or a field of records is annotated as hierarchical.',
  })
  isHierarchical?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: 'What separates the levels of a path. Default: that of the annotation, else `/`.',
  })
  separator?: string | null;

  @Field(() => FacetSort, {
    nullable: true,
    description: 'The order of the values. Default: that of the field, else `count_desc`.',
  })
  sort?: `${FacetSort}` | null;

  @Field(() => Int, { nullable: true, description: 'The maximum number of values, 1 to 20000. Default: 100.' })
  limit?: number | null;
}

@InputType({
  description:
    'A value of a facet. In `refine`, items must have all values given for one field, or any of them where the facet is disjunctive; in `exclude`, items must have none of the values.',
})
export class RefineInput {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => String, {
    description:
      'The value: numbers by their text; a date as `2024`, `2024/02` or `2024/02/29`; the path of a hierarchy, with everything below it.',
  })
  value!: string;
}
