import type { CatalogModule } from '#api/catalog-module.ts';
import { DeletedFormResolver, FormConfigurationResolver, FormResolver } from './form.resolver.ts';
import { deletedFormRoots, deletedForms, formConfigurations, formRoots, forms } from './form.source.ts';
import { FormEntity, FormVersionEntity, OptionDatasetEntity } from './form.entity.ts';

export type { FormAccessType, FormContent } from './form.entity.ts';
export { Form } from './form.type.ts';
export { isQuotaReached, requireSubmitter } from './form-rights.ts';
export { readFormRemoval } from './form-removal.ts';
export { validateSubmission } from './validate-submission.ts';
export { forms, FormVersionEntity };

/** Forms of the portal: drafts, versions and the validation of answers. */
export const formsModule: CatalogModule = {
  name: 'forms',
  entities: [FormEntity, FormVersionEntity, OptionDatasetEntity],
  resolvers: [FormResolver, FormConfigurationResolver, DeletedFormResolver],
  sources: [formConfigurations, forms, deletedForms],
  roots: [...formRoots, ...deletedFormRoots],
};
