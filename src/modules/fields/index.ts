import type { CatalogModule } from '#api/catalog-module.ts';
import { FieldConfigurationEntity } from './field-configuration.entity.ts';
import { FieldConfigurationResolver } from './field-configuration.resolver.ts';
import { fieldsSection } from './field-configuration.section.ts';
import { fieldConfigurations } from './field-configuration.source.ts';

export { FieldConfigurationInput } from './field-configuration.inputs.ts';
export { parseStep } from './field-configuration.rules.ts';
export { fieldsSection };

/** Field configurations: the operations on the fields of a dataset after its processors. */
export const fieldsModule: CatalogModule = {
  name: 'fields',
  entities: [FieldConfigurationEntity],
  resolvers: [FieldConfigurationResolver],
  sources: [fieldConfigurations],
  sections: [fieldsSection],
};
