import type { CatalogModule } from '#api/catalog-module.ts';
import { ProcessorEntity } from './processor.entity.ts';
import { ProcessorResolver } from './processor.resolver.ts';
import { processorsSection } from './processor.section.ts';
import { processors } from './processor.source.ts';

export { checkUnsavedProcessor } from './processor.rules.ts';
export { definersOfProcessors } from './processor.source.ts';
export { processorsSection };

/** The transformations of a dataset's rows, as a stack. */
export const processorsModule: CatalogModule = {
  name: 'processors',
  entities: [ProcessorEntity],
  resolvers: [ProcessorResolver],
  sources: [processors],
  sections: [processorsSection],
};
