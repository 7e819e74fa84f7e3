import { ForRest } from '../for-rest.ts';
import { Field, InputType, Int, registerEnumType } from 'type-graphql';
import type { Language, TimezoneName } from '#engine/odsql/scope.ts';
import { failFields } from '#kernel/fail.ts';
import { resolveTimezone } from '#engine/odsql/timezone.ts';

/** The languages of queries as the graph's enum. */
export const queryLanguages: { readonly [Code in Language]: Code } = {
  en: 'en',
  fr: 'fr',
  nl: 'nl',
  pt: 'pt',
  it: 'it',
  ar: 'ar',
  de: 'de',
  es: 'es',
  ca: 'ca',
  eu: 'eu',
  sv: 'sv',
};
registerEnumType(queryLanguages, {
  name: 'Language',
  description: 'A language of the names of days and months, and of labels (ISO 639-1).',
  valuesConfig: {
    en: { description: 'English.' },
    fr: { description: 'French.' },
    nl: { description: 'Dutch.' },
    pt: { description: 'Portuguese.' },
    it: { description: 'Italian.' },
    ar: { description: 'Arabic.' },
    de: { description: 'German.' },
    es: { description: 'Spanish.' },
    ca: { description: 'Catalan.' },
    eu: { description: 'Basque.' },
    sv: { description: 'Swedish.' },
  },
});

@InputType({
  description:
    'A query as text, in ODSQL, as the Explore API takes it (docs/contract/explore.md). An empty text is absent.',
})
export class OdsqlInput {
  @Field(() => String, {
    nullable: true,
    description: 'The columns. Default: `*`, or the keys of the groups.',
  })
  select?: string | null;

  @Field(() => [String], { nullable: true, description: 'Conditions, all of which a row must meet.' })
  where?: string[] | null;

  @Field(() => String, { nullable: true, description: 'The keys of groups: one row for each group.' })
  groupBy?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The order: `field desc, …`. Default: by relevance where `where` searches for text, else in the order of publication.',
  })
  orderBy?: string | null;

  @Field(() => [String], { nullable: true, description: 'Values of facets to ask for, as `field:value`.' })
  refine?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Values of facets to leave out, as `field:value`.' })
  exclude?: string[] | null;

  @ForRest()
  @Field(() => [String], {
    nullable: true,
    description:
      'The facets and their options, as `name` or `facet(name="field", disjunctive=true, sort="-count")`. Default: all fields annotated as facets.',
  })
  facet?: string[] | null;

  @Field(() => Int, {
    defaultValue: 10,
    description: 'The maximum number of rows: 0 to 100, with groupBy to 20000; -1 for the maximum; 0 only counts.',
  })
  limit!: number;

  @Field(() => Int, {
    defaultValue: 0,
    description: 'The number of rows to skip; with limit at most 10000, with groupBy 20000.',
  })
  offset!: number;

  @Field(() => String, {
    defaultValue: 'UTC',
    description: 'The time zone (IANA) of times that are written, read without a zone, or divided into days.',
  })
  timezone!: string;

  @Field(() => queryLanguages, {
    nullable: true,
    description: 'The language of names of days and months. Default: `en`.',
  })
  lang?: Language | null;
}

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
    "A facet, and how its values are counted. Default options: for records, those of the field's metadata and annotations; for the catalog, `isDisjunctive` of the field.",
})
export class FacetInput {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "Whether one of several refined values is enough; counts then ignore the facet's own refinement. Default: that of the field.",
  })
  isDisjunctive?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether values are paths, shown level by level. Default: where a separator is given, or the field is annotated as hierarchical.',
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

  @Field(() => Int, { nullable: true, defaultValue: 100, description: 'The maximum number of values, 1 to 20000.' })
  limit?: number | null;
}

@InputType({
  description:
    'A value of a facet. Refined items have all values given for a field, or any of them where the facet is disjunctive; excluded ones have none.',
})
export class RefineInput {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => String, {
    description:
      'The value: numbers as text; a date as `2024`, `2024/02` or `2024/02/29`; the path of a hierarchy, for everything below it.',
  })
  value!: string;
}

/** The part of the rows to read. */
export interface RowRange {
  readonly limit: number;
  readonly offset: number;
}

/** The maximum limit and the maximum sum of offset and limit, for records or datasets and for groups (docs/contract/explore.md 3). */
const limits = { plain: { maxLimit: 100, maxEnd: 10_000 }, groups: { maxLimit: 20_000, maxEnd: 20_000 } };

/** The range of rows to read; a limit of -1 is the maximum. Fails INVALID_INPUT. */
export function parseRowRange({ limit, offset }: Pick<OdsqlInput, 'limit' | 'offset'>, isGrouped: boolean): RowRange {
  const { maxLimit, maxEnd } = isGrouped ? limits.groups : limits.plain;
  if (limit < -1 || limit > maxLimit)
    failFields({ 'odsql.limit': [invalidMessage('limit', limit, `-1 <= limit <= ${String(maxLimit)}`)] });
  if (offset < 0) failFields({ 'odsql.offset': [invalidMessage('offset', offset, '0 <= offset')] });
  const effectiveLimit = limit === -1 ? Math.min(maxLimit, Math.max(0, maxEnd - offset)) : limit;
  if (offset + effectiveLimit > maxEnd)
    failFields({
      'odsql.offset': [invalidMessage('sum of offset + limit', offset + effectiveLimit, `<= ${String(maxEnd)}`)],
    });
  return { limit: effectiveLimit, offset };
}

/** The error message, in the words of the Explore API. */
const invalidMessage = (name: string, found: number, expected: string): string =>
  `Invalid value for ${name} API parameter: ${String(found)} was found but ${expected} is expected.`;

/** The time zone with this name. Fails INVALID_INPUT at `path` for an unknown name. */
export const checkTimezone = (timezone: string, path = 'timezone'): TimezoneName =>
  resolveTimezone(timezone) ?? failFields({ [path]: ['Give a time zone by its IANA name, such as Europe/Paris.'] });
