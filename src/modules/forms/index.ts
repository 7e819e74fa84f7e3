import type { CatalogModule } from '#api/catalog-module.ts';
import { DeletedFormResolver } from './deleted/deleted-form.resolver.ts';
import { deletedFormRoots, deletedForms } from './deleted/deleted-form.source.ts';
import { FormEntity, FormVersionEntity } from './form.entity.ts';
import { FormConfigurationResolver, FormResolver } from './form.resolver.ts';
import { OptionDatasetEntity } from './options/option-dataset.entity.ts';
import { formConfigurations, formRoots, forms } from './form.source.ts';

export type { FormAccessType, FormContent } from './form-content.ts';
export { Form } from './form.type.ts';
export { isQuotaReached } from './accepts-submissions.ts';
export { validateSubmission } from './validate-submission.ts';
export { forms, FormVersionEntity };

/** Forms of the portal: drafts, versions and the validation of answers. */
export const formsModule: CatalogModule = {
  name: 'forms',
  entities: [FormEntity, FormVersionEntity, OptionDatasetEntity],
  resolvers: [FormResolver, FormConfigurationResolver, DeletedFormResolver],
  sources: [formConfigurations, forms, deletedForms],
  roots: [...Object.values(formRoots), ...Object.values(deletedFormRoots)],
};
