import type { Platform } from '#api/platform.ts';
import type { Session } from '#api/session.ts';
import type { Language } from '#engine/odsql/scope.ts';
import type { SqlField, SqlScope } from '#engine/odsql/sql/scope.ts';
import { fail } from '#kernel/fail.ts';
import { sql, type Sql, sqlName, sqlText } from '#kernel/sql.ts';
import { searchedProperties, visibleFeatures } from './catalog-entry.ts';
import { mayHaveWords, relevanceOfWords } from './search-words.ts';
import { showsAllFields, visibleFields } from '#access/index.ts';
import { metadataText, metadataTexts, namesFields, publishedRecordCount, visibleMetadata } from '#datasets/index.ts';
import {
  type ChoiceLabels,
  type MetadataTemplate,
  type TemplateField,
  type Templates,
  templates as standardTemplates,
} from '#metadata/index.ts';

/** Alternative names of fields. */
const fieldAliases: Readonly<Record<string, string>> = { datasetid: 'dataset_id' };

/** How often a query may name metadata whose values are computed for every dataset and each time. */
const maxComputed = 20;

/** The fields of the entry `e` that queries can name; a query may leave out the prefix of `default.title` or `dcat.creator`. */
export function catalogScope(
  { app, session }: { readonly app: Pick<Platform, 'clock'>; readonly session: Session },
  { timezone, language }: { readonly timezone: string; readonly language: Language },
  templates: Templates = standardTemplates,
): SqlScope {
  const fields = catalogFields(session, templates);
  const byName = new Map<string, SqlField>([
    ...fields.map((field) => [field.name.replace(/^dcat\./, ''), field] as const),
    ...fields.map((field) => [field.name, field] as const),
  ]);
  let computed = 0;
  const find = (name: string): SqlField | undefined => {
    const field =
      byName.get(fieldAliases[name] ?? name) ??
      (name.startsWith('default.') ? byName.get(name.slice('default.'.length)) : templateField(templates, name));
    if (field && isComputedFromFields(field) && ++computed > maxComputed)
      fail('QUERY_TOO_COMPLEX', {
        found: computed,
        measure: 'uses of metadata that name fields of the records',
        limit: maxComputed,
        advice: 'Compare them with fewer values.',
      });
    return field;
  };
  return {
    fields,
    searched: [...searchedProperties.flatMap((place) => byName.get(place) ?? []), namesOfFields(session)],
    find,
    timezone,
    language,
    now: app.clock.now(),
    position: sql`e.dataset_id`,
    words: {
      isRanked: true,
      relevance: (words) => relevanceOfWords(sql`e`, words),
      candidates: (words) => mayHaveWords(sql`e`, words),
    },
  };
}

const e = sqlText('e');
const d = sqlText('d');

/** A value that the entry `e` lacks, read from its dataset `d`. */
const ofDataset = (value: Sql): Sql => sql`(select ${value} from dataset d where d.uid = e.uid)`;

const textField = (name: string, value: Sql, isMultivalued = false): SqlField => ({
  name,
  type: 'text',
  isMultivalued,
  value,
});
const instantField = (name: string): SqlField => ({
  name,
  type: 'datetime',
  isMultivalued: false,
  value: sql`e.${sqlName(name)}`,
});
const dayField = (name: string, column: string): SqlField => ({
  name,
  type: 'date',
  isMultivalued: false,
  value: sql`e.${sqlName(column)}`,
});

/** The names and labels of the fields that the caller sees, which searches read. */
const namesOfFields = (session: Session): SqlField =>
  textField(
    'fields',
    ofDataset(sql`array(select name from jsonb_array_elements(
      case
        when ${showsAllFields(session, e)} then coalesce(d.published_fields, '[]')
        else ${visibleFields(session, d, sql`d.published_fields`)} end) field,
      unnest(array[field ->> 'name', field ->> 'label']) name)`),
    true,
  );

/** The number of records of the publication; null where the caller does not see all of them. */
const recordsCount = (session: Session): SqlField => ({
  name: 'records_count',
  type: 'int',
  isMultivalued: false,
  value: ofDataset(publishedRecordCount(d, session)),
});

/** The fields that an entry has columns for, and the fields that depend on the caller. */
const entryFields = (session: Session): readonly SqlField[] => {
  return [
    textField('dataset_id', sql`e.dataset_id`),
    textField('dataset_uid', sql`e.uid::text collate "C"`),
    textField('has_records', sql`e.has_records::text collate "C"`),
    textField('features', visibleFeatures(session, e), true),
    textField('title', sql`e.title`),
    textField('description', ofDataset(metadataText(d, 'default', 'description'))),
    textField('theme', sql`e.theme`, true),
    textField('keyword', sql`e.keyword`, true),
    textField('license', sql`e.license`),
    textField('language', sql`e.language`),
    textField('publisher', sql`e.publisher`),
    textField('territory', sql`e.territory`, true),
    instantField('modified'),
    instantField('data_processed'),
    instantField('metadata_processed'),
    recordsCount(session),
    textField('dcat.creator', sql`e.dcat_creator`),
    textField('dcat.contributor', sql`e.dcat_contributor`),
    textField('dcat.accrualperiodicity', sql`e.dcat_accrualperiodicity`),
    dayField('dcat.issued', 'dcat_issued'),
    dayField('dcat.created', 'dcat_created'),
  ];
};

/** Templates that only editors see. */
const hiddenTemplates = ['internal', 'admin'];
const isShown = ({ name, type, isActive }: MetadataTemplate): boolean =>
  isActive && type !== 'admin' && !hiddenTemplates.includes(name);

/** The catalog field of a metadata field; undefined for a structured type. */
function metadataField(
  session: Session,
  template: string,
  { name: field, type, isTranslated = false }: TemplateField,
  name: string,
): SqlField | undefined {
  if (['facets', 'field_languages', 'field_boosts', 'any', 'geo_shape'].includes(type)) return undefined;
  if (type === 'int' || type === 'double') return numberField(template, field, type, name);
  if (isTranslated || type === 'multitext') return textField(name, ofDataset(allTexts(template, field)), true);
  if (namesFields(template, field)) {
    const value = (type === 'list' ? metadataTexts : metadataText)(sqlText('shown'), template, field);
    const shown = sql`select ${visibleMetadata(d, session)} as published_metadata`;
    return textField(name, ofDataset(sql`(select ${value} from (${shown}) shown)`), type === 'list');
  }
  if (type === 'list' || type === 'enumlist' || type === 'uri_enumlist')
    return textField(name, ofDataset(metadataTexts(d, template, field)), true);
  if (type === 'boolean')
    return textField(name, ofDataset(sql`(d.published_metadata #>> ${[template, field, 'value']}::text[])`));
  return textField(name, ofDataset(metadataText(d, template, field)));
}

/** A number in the metadata of a dataset. */
const numberField = (template: string, field: string, type: 'int' | 'double', name: string): SqlField => ({
  name,
  type,
  isMultivalued: false,
  value: ofDataset(
    sql`(select case when jsonb_typeof(number.value) = 'number' then number.value::${sqlText(
      type === 'int' ? 'bigint' : 'double precision',
    )} end from (select d.published_metadata #> ${[template, field, 'value']}::text[] as value) number)`,
  ),
});

/** The texts in the metadata of a dataset, in a list or by language, each once. */
const allTexts = (template: string, field: string): Sql => sql`array(
  select distinct item #>> '{}'
  from jsonb_path_query(d.published_metadata #> ${[template, field, 'value']}::text[], '$.** ? (@.type() == "string")') item)`;

/** Whether a field is metadata that may name fields of the records: its value is computed from the fields that the caller sees. */
function isComputedFromFields({ name }: SqlField): boolean {
  const [template = '', field = ''] = name.split('.');
  return namesFields(template, field);
}

/** The fields of `*`: those of entries, then the other metadata fields in the order of their templates. */
function catalogFields(session: Session, templates: Templates): readonly SqlField[] {
  const hasDcat = templates.get('dcat')?.isActive === true;
  const known = entryFields(session).filter(({ name }) => hasDcat || !name.startsWith('dcat.'));
  const names = new Set(known.map(({ name }) => name));
  const others = [...templates.values()].filter(isShown).flatMap((template) =>
    template.fields.flatMap((field) => {
      const full = template.name === 'default' ? field.name : `${template.name}.${field.name}`;
      return names.has(full) ? [] : (metadataField(session, template.name, field, full) ?? []);
    }),
  );
  return [...known, ...others];
}

/** A field of a template that accepts any field name. The name is a parameter of the statement, never part of its text. */
function templateField(templates: Templates, name: string): SqlField | undefined {
  const [, template = '', field = ''] = /^([^.]+)\.(.+)$/.exec(name) ?? [];
  const found = templates.get(template);
  if (!found?.isOpen || !isShown(found)) return undefined;
  return textField(name, ofDataset(sql`(d.published_metadata #>> ${[template, field, 'value']}::text[]) collate "C"`));
}

/** A metadata field of the portal's own templates by which the catalog can be filtered. */
export interface FilterField extends Pick<TemplateField, 'label'> {
  /** Its name in queries, `template.field`. */
  readonly name: string;
  readonly labels: ChoiceLabels | null;
}

/** The fields of the portal's own templates by which the catalog can be filtered, in their order. */
export const filterFields = (templates: Templates): readonly FilterField[] =>
  shownCustomTemplates(templates).flatMap((template) =>
    template.fields
      .filter(({ isFilter, type }) => isFilter && type !== 'geo_shape')
      .map(({ name, label, labels = null }) => ({ name: `${template.name}.${name}`, label, labels })),
  );

/** The portal's own templates whose values the catalog shows. */
export const shownCustomTemplates = (templates: Templates): readonly MetadataTemplate[] =>
  [...templates.values()].filter((template) => template.isCustom && isShown(template));
