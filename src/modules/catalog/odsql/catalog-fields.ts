import type { Session } from '../../../api/session/session.ts';
import type { SqlField } from '../../../engine/odsql/sql/scope.ts';
import { sql, sqlName, sqlText, type Sql } from '../../../kernel/sql.ts';
import { showsAllFields, visibleFields } from '../../access/index.ts';
import { metadataText, metadataTexts, publishedRecordCount } from '../../datasets/index.ts';
import { templates, type FieldTypeName } from '../../metadata/index.ts';
import { visibleFeatures } from '../entry/visible-features.ts';

const e = sqlText('e');
const d = sqlText('d');

/** A value that the entry `e` does not have, over its dataset `d`. */
const ofDataset = (value: Sql): Sql => sql`(select ${value} from dataset d where d.uid = e.uid)`;

const text = (name: string, value: Sql, isMultivalued = false): SqlField => ({
  name,
  type: 'text',
  isMultivalued,
  value,
});
const instant = (name: string): SqlField => ({
  name,
  type: 'datetime',
  isMultivalued: false,
  value: sql`e.${sqlName(name)}`,
});
const day = (name: string, column: string): SqlField => ({
  name,
  type: 'date',
  isMultivalued: false,
  value: sql`e.${sqlName(column)}`,
});

/** The names and labels of the fields that the caller sees, which searches read. */
export const namesOfFields = (session: Session): SqlField =>
  text(
    'fields',
    ofDataset(sql`array(select name from jsonb_array_elements(
      case when ${showsAllFields(session, e)} then coalesce(d.published_fields, '[]') else ${visibleFields(session, d, sql`d.published_fields`)} end) field,
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

/** The fields that have columns of an entry, and those that depend on the caller. */
const entryFields = (session: Session): readonly SqlField[] => {
  return [
    text('dataset_id', sql`e.dataset_id`),
    text('dataset_uid', sql`e.uid::text collate "C"`),
    text('has_records', sql`e.has_records::text collate "C"`),
    text('features', visibleFeatures(session, e), true),
    text('title', sql`e.title`),
    text('description', ofDataset(metadataText(d, 'default', 'description'))),
    text('theme', sql`e.theme`, true),
    text('keyword', sql`e.keyword`, true),
    text('license', sql`e.license`),
    text('language', sql`e.language`),
    text('publisher', sql`e.publisher`),
    text('territory', sql`e.territory`, true),
    instant('modified'),
    instant('data_processed'),
    instant('metadata_processed'),
    recordsCount(session),
    text('dcat.creator', sql`e.dcat_creator`),
    text('dcat.contributor', sql`e.dcat_contributor`),
    text('dcat.accrualperiodicity', sql`e.dcat_accrualperiodicity`),
    day('dcat.issued', 'dcat_issued'),
    day('dcat.created', 'dcat_created'),
  ];
};

/** Templates that only editors see. */
const hidden = ['internal', 'admin'];
const isShown = (template: string): boolean => templates.has(template) && !hidden.includes(template);

/** A metadata field by its type; undefined for a structured one. */
function metadataField(name: string, template: string, field: string, type: FieldTypeName): SqlField | undefined {
  if (['facets', 'field_languages', 'field_boosts', 'any'].includes(type)) return undefined;
  if (type === 'list') return text(name, ofDataset(metadataTexts(d, template, field)), true);
  if (type === 'boolean')
    return text(name, ofDataset(sql`(d.published_metadata #>> ${[template, field, 'value']}::text[])`));
  return text(name, ofDataset(metadataText(d, template, field)));
}

/** The fields of `*`: those of entries, then the other metadata fields in the order of their templates. */
export function catalogFields(session: Session): readonly SqlField[] {
  const known = entryFields(session);
  const names = new Set(known.map(({ name }) => name));
  const others = [...templates.values()]
    .filter(({ name }) => isShown(name))
    .flatMap((template) =>
      template.fields.flatMap(({ name, type }) => {
        const full = template.name === 'default' ? name : `${template.name}.${name}`;
        return names.has(full) ? [] : (metadataField(full, template.name, name, type) ?? []);
      }),
    );
  return [...known, ...others];
}

/** A field of a template that accepts any; the name stays a parameter. */
export function openField(name: string): SqlField | undefined {
  const [, template = '', field = ''] = /^([^.]+)\.(.+)$/.exec(name) ?? [];
  if (!isShown(template) || templates.get(template)?.isOpen !== true) return undefined;
  return text(name, ofDataset(sql`(d.published_metadata #>> ${[template, field, 'value']}::text[]) collate "C"`));
}
