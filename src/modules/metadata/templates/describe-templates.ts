import type { MetadataTemplateArgs, MetadataTemplateField } from './metadata-template.type.ts';
import { templates } from './registry.ts';
import type { FieldTypeName, MetadataTemplate, TemplateField } from './template.ts';

type ContractType = MetadataTemplateField['type'];

/**
 * The contract's name for each type of field (docs/contract/objects.md, Template field). The contract has no names for structured values.
 */
const contractTypes: Readonly<Record<FieldTypeName, ContractType>> = {
  text: 'text',
  html: 'html',
  longstring: 'longstring',
  boolean: 'boolean',
  enum: 'enum',
  list: 'list',
  date: 'date',
  datetime: 'datetime',
  facets: 'list',
  field_languages: 'multitext',
  field_boosts: 'multitext',
  any: 'list',
};

/** The templates that match a filter, in the order of the registry. */
export const filterTemplates = ({ isActive, type }: MetadataTemplateArgs): MetadataTemplate[] =>
  [...templates.values()].filter(
    (template) => (isActive == null || template.isActive === isActive) && (type == null || template.type === type),
  );

/** The fields of a template, described for a form. */
export const describeFields = ({ fields }: MetadataTemplate): MetadataTemplateField[] =>
  fields.map(describeTemplateField);

/** The field with this name, described for a form; undefined when the template lists none. */
export const describeField = (template: MetadataTemplate, name: string): MetadataTemplateField | undefined =>
  describeFields(template).find((field) => field.name === name);

/** The type of a field; null for a field that its template does not list. */
export function fieldTypeOf(template: string, name: string): ContractType | null {
  const field = templates.get(template)?.fields.find((candidate) => candidate.name === name);
  return field ? contractTypes[field.type] : null;
}

const describeTemplateField = ({
  name,
  type,
  label,
  description,
  isHidden = false,
  choices = [],
  requirementLevel = 'optional',
}: TemplateField): MetadataTemplateField => ({
  name,
  type: contractTypes[type],
  label,
  helpText: description,
  isHidden,
  choices,
  requirementLevel,
});
