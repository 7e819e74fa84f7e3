import { computed } from '#api/reading/declare-fields.ts';
import { JsonMap } from '#api/types/scalars.ts';
import {
  catalogDatasets,
  type Dataset,
  type DatasetMetadata,
  datasets,
  type MetadataValue,
  type UsedTemplate,
} from '#datasets/index.ts';
import { toNodeId } from '#kernel/ids.ts';
import { toTypedValue } from '#api/types/typed-value.type.ts';
import { CatalogMetadata, MetadataFieldValue, StandardMetadata } from './metadata.type.ts';
import { toTemplateValues } from './define-template-type.ts';
import type { TemplateValues } from './metadata.rules.ts';
import {
  assetContentConfigurationTemplate,
  defaultTemplate,
  internalTemplate,
  templates,
} from './standard-templates.ts';
import { visualizationTemplate } from './visualization-template.ts';
import type { Json, JsonObject } from '#kernel/json.ts';
import { sql, type Sql, sqlRecord, sqlText } from '#kernel/sql.ts';
import type { MetadataTemplate } from './template.ts';
import { contractTypes, isContractType } from './describe-template.ts';

/** The properties of a dataset that the functions below read. */
interface DatasetWithMetadata {
  readonly uid: string;
  readonly metadata: DatasetMetadata;
  readonly usedTemplates: readonly UsedTemplate[];
}

/** The drafted values of the standard templates, by the graph's names. */
const toStandardMetadata = ({ uid, metadata }: Omit<DatasetWithMetadata, 'usedTemplates'>): StandardMetadata => ({
  id: toNodeId('StandardMetadata', uid),
  ...sharedTemplates(uid, metadata),
  internal: { id: toNodeId('InternalMetadata', uid), ...toTemplateValues(internalTemplate, metadata, uid) },
});

/** The published values of the standard templates. Their ids differ from those of the draft, because the values differ. */
const toCatalogMetadata = ({ uid, metadata }: Omit<DatasetWithMetadata, 'usedTemplates'>): CatalogMetadata => ({
  id: toNodeId('CatalogMetadata', uid),
  ...sharedTemplates(`published/${uid}`, metadata),
});

/** The templates that the draft and the publication both show. `key` makes the ids of their objects unique. */
const sharedTemplates = (key: string, metadata: DatasetMetadata): Omit<CatalogMetadata, 'id'> => ({
  default: { id: toNodeId('DefaultMetadata', key), ...toTemplateValues(defaultTemplate, metadata, key) },
  visualization: {
    id: toNodeId('VisualizationMetadata', key),
    ...toTemplateValues(visualizationTemplate, metadata, key),
  },
  assetContentConfiguration: {
    id: toNodeId('AssetContentConfiguration', key),
    ...toTemplateValues(assetContentConfigurationTemplate, metadata, key),
  },
});

/** The fields of one template; null for an unknown template. */
const templateOf = (
  { metadata, customTemplates }: Pick<Dataset, 'metadata' | 'customTemplates'>,
  template: string,
): TemplateValues | null =>
  templates.has(template) || customTemplates.includes(template) ? (metadata[template] ?? {}) : null;

/** The entry of one field; null when it is unset. */
function fieldOf(
  { uid, metadata, usedTemplates }: DatasetWithMetadata,
  template: string,
  field: string,
): MetadataFieldValue | null {
  const used = usedTemplates.find(({ name }) => name === template);
  if (!templates.has(template) && !used) return null;
  const fields = metadata[template] ?? {};
  const entry = Object.hasOwn(fields, field) ? fields[field] : undefined;
  return entry ? toFieldValue(uid, describedBy(template, used), field, entry) : null;
}

/** Which fields a list has. */
interface FieldListArgs {
  readonly template?: string | null;
  readonly isCustom?: boolean | null;
}

/** The drafted fields that have an entry. */
const fieldsOf = (dataset: DatasetWithMetadata, args: FieldListArgs): MetadataFieldValue[] =>
  listFields(dataset.uid, dataset, args);

/** The published fields. Their ids differ from those of the draft, because the values differ. */
const publishedFieldsOf = (dataset: DatasetWithMetadata, args: FieldListArgs): MetadataFieldValue[] =>
  listFields(`published/${dataset.uid}`, dataset, args);

/** The fields of the templates of every portal, then those of custom ones in their order. */
function listFields(
  key: string,
  { metadata, usedTemplates }: Omit<DatasetWithMetadata, 'uid'>,
  { template: only, isCustom }: FieldListArgs,
): MetadataFieldValue[] {
  const custom = usedTemplates.map(({ name }) => name);
  return [...Object.keys(metadata).filter((name) => !custom.includes(name)), ...custom]
    .filter((name) => (only ?? name) === name && (isCustom ?? custom.includes(name)) === custom.includes(name))
    .flatMap((name) => {
      const used = usedTemplates.find((each) => each.name === name);
      const template = describedBy(name, used);
      const entries = new Map(Object.entries(metadata[name] ?? {}));
      const names = new Set([...(used ? template.fields.keys() : []), ...entries.keys()]);
      return [...names].flatMap((field) => {
        const entry = entries.get(field);
        return entry ? toFieldValue(key, template, field, entry) : [];
      });
    });
}

/** How a template describes its fields. */
interface DescribedTemplate {
  readonly name: string;
  readonly title: string | null;
  readonly fields: ReadonlyMap<string, Pick<MetadataFieldValue, 'type' | 'label' | 'choiceLabels'>>;
}

const describedBy = (name: string, used: UsedTemplate | undefined): DescribedTemplate =>
  used
    ? {
        ...{ name, title: used.title },
        fields: new Map(
          used.fields.map(({ name: field, type, label, labels }) => [
            field,
            { type: isContractType(type) ? type : null, label, choiceLabels: labels },
          ]),
        ),
      }
    : (described.get(name) ?? { name, title: null, fields: new Map() });

const described: ReadonlyMap<string, DescribedTemplate> = new Map(
  [...templates.values()].map(({ name, title, fields }) => [
    name,
    {
      ...{ name, title },
      fields: new Map(
        fields.map(({ name: field, type, label }) => [field, { type: contractTypes[type], label, choiceLabels: null }]),
      ),
    },
  ]),
);

function toFieldValue(
  key: string,
  { name: template, title, fields }: DescribedTemplate,
  field: string,
  entry: MetadataValue,
): MetadataFieldValue {
  const { value, remote_value: remoteValue = null, override_remote_value: isRemoteValueOverridden = null } = entry;
  const { type = null, label = null, choiceLabels = null } = fields.get(field) ?? {};
  return {
    id: toNodeId('MetadataFieldValue', `${key}/${template}/${field}`),
    ...{ template, field, type, label, choiceLabels },
    templateTitle: title,
    value,
    typedValue: toTypedValue(value),
    remoteValue,
    typedRemoteValue: toTypedValue(remoteValue),
    isRemoteValueOverridden,
  };
}

computed({
  source: datasets,
  field: 'standardMetadata',
  type: () => StandardMetadata,
  description: 'The drafted metadata of the standard templates, every field with its type.',
  needs: ['uid', 'metadata'],
  value: toStandardMetadata,
});
computed({
  source: datasets,
  field: 'metadataTemplate',
  isForRest: true,
  type: () => JsonMap,
  nullable: true,
  description: 'One template of the drafted metadata: field → `{value}`. Null for an unknown template.',
  args: { name: { type: String, description: "The template's name." } },
  needs: ['metadata', 'customTemplates'],
  value: (dataset, { name }: { name: string }) => templateOf(dataset, name),
});
computed({
  source: datasets,
  field: 'metadataField',
  isForRest: true,
  type: () => MetadataFieldValue,
  nullable: true,
  description: 'One field of the drafted metadata. Null when it is unset.',
  args: {
    template: { type: String, description: "The template's name." },
    field: { type: String, description: "The field's name." },
  },
  needs: ['uid', 'metadata', 'usedTemplates'],
  value: (dataset, { template, field }: { template: string; field: string }) => fieldOf(dataset, template, field),
});

/** What the two lists of fields have in common. */
const fieldList = {
  field: 'metadataFields',
  type: () => [MetadataFieldValue],
  args: {
    template: { type: String, nullable: true, description: 'Only the fields of the template with this name.' },
    isCustom: {
      type: Boolean,
      nullable: true,
      description: 'Only the fields of templates that administrators of the portal defined, or only the others.',
    },
  },
} as const;
computed({
  ...fieldList,
  source: datasets,
  description:
    'The fields of the drafted metadata: `metadata` with types and labels. Those of custom templates are in their order.',
  needs: ['uid', 'metadata', 'usedTemplates'],
  value: fieldsOf,
});
computed({
  ...fieldList,
  source: catalogDatasets,
  description:
    'The fields of the published metadata: `metadata` with types and labels. Those of custom templates are in their order.',
  needs: ['uid', 'metadata', 'usedTemplates'],
  value: publishedFieldsOf,
});
computed({
  source: catalogDatasets,
  field: 'standardMetadata',
  type: () => CatalogMetadata,
  description: 'The published metadata of the standard templates, every field with its type.',
  needs: ['uid', 'metadata'],
  value: toCatalogMetadata,
});

/** The active templates without those that only editors see; with those of the type `extra` only if `withExtras` is true. */
const shownTemplates = (withExtras: boolean): MetadataTemplate[] =>
  [...templates.values()].filter(
    ({ name, type, isActive }) =>
      isActive && name !== 'internal' && type !== 'admin' && (withExtras || type !== 'extra'),
  );

/**
 * The values of the active templates, by template and field. Templates that only editors see are left out, and templates of the type
 * `extra` unless `withExtras` is true. Unset and empty values are null.
 */
export const metadataValues = (metadata: DatasetMetadata, withExtras: boolean): JsonObject =>
  Object.fromEntries(
    shownTemplates(withExtras).map(({ name, isOpen, fields }) => {
      const stored = metadata[name] ?? {};
      const names = isOpen ? Object.keys(stored) : fields.map((field) => field.name);
      return [name, Object.fromEntries(names.map((field) => [field, nullIfEmpty(stored[field]?.value)]))];
    }),
  );

const nullIfEmpty = (value: Json | undefined): Json =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0) ? null : value;

/** What `metadataValues` returns, as an SQL expression for each template over metadata in jsonb. */
export const metadataValuesSql = (metadata: Sql, withExtras: boolean): Readonly<Record<string, Sql>> =>
  Object.fromEntries(shownTemplates(withExtras).map((template) => [template.name, templateSql(metadata, template)]));

function templateSql(metadata: Sql, { name, isOpen, fields }: MetadataTemplate): Sql {
  const stored = sql`${metadata} -> ${sqlText(`'${name}'`)}`;
  if (isOpen)
    return sql`
      (select coalesce(jsonb_object_agg(key, ${nullIfEmptySql(sql`value -> 'value'`)}), '{}')
        from jsonb_each(${stored}))`;
  return sql`(select json_object_agg(name, ${nullIfEmptySql(sql`t.stored -> name -> 'value'`)})
    from (select ${stored} as stored) t, unnest(${fields.map((field) => field.name)}::text[]) name)`;
}

/**
 * The values of a dataset by template, a JSON object: `standard` and, after them, those of the portal's own templates. Inactive templates and
 * those for administrators are left out. `metadata` is an expression in jsonb. The portal has rows of templates or has none for a whole statement.
 */
export const metasSql = (metadata: Sql, standard: Readonly<Record<string, Sql>>): Sql => sql`(
  select case when not exists (select from metadata_template) then s.metas else (
    select json_object_agg(shown.name, shown.fields order by shown.place) from (
      select listed.ordinality as place, listed.key as name, listed.value as fields
      from json_each(s.metas) with ordinality listed
      where listed.key not in (select m.name from metadata_template m where not m.is_active)
      union all
      select 1000 + row_number() over (order by m.created_at, m.name), m.name, (
        select coalesce(json_object_agg(field.value ->> 'name', ${nullIfEmptySql(
          sql`${metadata} -> m.name -> (field.value ->> 'name') -> 'value'`,
        )} order by field.ordinality), '{}')
        from jsonb_array_elements(m.fields) with ordinality field)
      from metadata_template m where m.fields is not null and m.is_active and m.type <> 'admin') shown) end
  from (select to_json(${sqlRecord(standard)}) as metas offset 0) s)`;

/** A value in jsonb; null if it is empty. */
export const nullIfEmptySql = (value: Sql): Sql => sql`nullif(nullif(${value}, '""'), '[]')`;
