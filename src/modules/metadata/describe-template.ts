import type { RequestContext } from '#api/context.ts';
import { type Connection, connectionOfList, type PageArgs } from '#api/reading/connection.ts';
import { readTemplate, readTemplates } from './read-templates.ts';
import type { MetadataTemplateArgs, MetadataTemplateField, MetadataTemplateType } from './metadata-template.type.ts';
import type { FieldTypeName, MetadataTemplate, TemplateField, Templates } from './template.ts';

export type ContractType = MetadataTemplateField['type'];

/**
 * The contract's name for each type of field (docs/contract/objects.md, Template field). The contract has no names for structured values.
 */
export const contractTypes: Readonly<Record<FieldTypeName, ContractType>> = {
  text: 'text',
  html: 'html',
  longstring: 'longstring',
  boolean: 'boolean',
  enum: 'enum',
  enumlist: 'enumlist',
  uri_enum: 'uri_enum',
  uri_enumlist: 'uri_enumlist',
  list: 'list',
  multitext: 'multitext',
  int: 'int',
  double: 'double',
  geo_shape: 'geo_shape',
  geo_area: 'geo_area',
  date: 'date',
  datetime: 'datetime',
  facets: 'list',
  field_languages: 'multitext',
  field_boosts: 'multitext',
  any: 'list',
};

export const isContractType = (type: string): type is ContractType =>
  Object.values<string>(contractTypes).includes(type);

/** The templates that match a filter, in their order. */
const filterTemplates = (all: Templates, filter: MetadataTemplateArgs['filter']): MetadataTemplate[] =>
  [...all.values()].filter(
    ({ isActive, type }) => isActive === (filter?.isActive ?? isActive) && type === (filter?.type ?? type),
  );

/** The fields of a template, described for a form. */
export const describeFields = (template: MetadataTemplate): DescribedField[] =>
  template.fields.map((field) => describeTemplateField(template, field));

/** The field with this name, described for a form; undefined when the template lists none. */
export const describeField = (template: MetadataTemplate, name: string): DescribedField | undefined =>
  describeFields(template).find((field) => field.name === name);

/** A field as the graph has it; its suggestions need its template. */
export interface DescribedField extends MetadataTemplateField {
  readonly template: MetadataTemplate;
  readonly field: TemplateField;
}

function describeTemplateField(template: MetadataTemplate, field: TemplateField): DescribedField {
  const { name, type, label, description, isHidden = false, choices = [], labels = null } = field;
  const { requirementLevel = 'optional', hasSelfSuggestions = false, isFilter = false, isTranslated = false } = field;
  const isCustom = template.isCustom ?? false;
  return {
    ...{ name, label, isHidden, choices, labels, requirementLevel, hasSelfSuggestions, isFilter, isTranslated },
    ...{ template, field },
    type: contractTypes[type],
    helpText: description,
    givenHelpText: isCustom && description === '' ? null : description,
    givenChoices: isCustom && choices.length === 0 ? null : choices,
  };
}

/** A template as the graph has it. */
export interface DescribedTemplate extends MetadataTemplateType {
  readonly template: MetadataTemplate;
}

function describeTemplate(template: MetadataTemplate): DescribedTemplate {
  const { name, title, type, isActive, isAlwaysActive, isSystem, isOpen, isCustom = false, changes } = template;
  return {
    ...{ name, title, type, isActive, isAlwaysActive, isSystem, isOpen, isCustom, template },
    createdAt: changes?.createdAt ?? null,
    createdBy: userNamed(changes?.createdBy),
    updatedAt: changes?.updatedAt ?? null,
    updatedBy: userNamed(changes?.updatedBy),
    schema: describeFields(template),
  };
}

const userNamed = (username: string | null | undefined) => (username == null ? null : { username });

/** A page of the templates that match a filter. */
export const pageOfTemplates = async (
  { db }: RequestContext,
  page: PageArgs,
  filter: MetadataTemplateArgs['filter'],
): Promise<Connection<DescribedTemplate>> =>
  connectionOfList(filterTemplates(await readTemplates(db), filter).map(describeTemplate), page);

/** The template with a name as the graph has it; null when there is none. */
export async function describedTemplate({ db }: RequestContext, name: string): Promise<DescribedTemplate | null> {
  const found = await readTemplate(db, name);
  return found ? describeTemplate(found) : null;
}

/** The payload of a change of the template with a name. */
export async function templatePayload(ctx: RequestContext, name: string): Promise<object> {
  const node = await describedTemplate(ctx, name);
  const { edges } = connectionOfList(node ? [node] : [], { first: 1 });
  return { metadataTemplate: node, metadataTemplateEdge: (await edges)[0] ?? null };
}
