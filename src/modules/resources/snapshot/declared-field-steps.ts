import type { PlannedFieldStep } from '#engine/field-steps/registry.ts';
import { datasourceKindOf } from '../datasources/datasource-kinds.ts';
import type { ReaderServices } from '../datasources/datasource-kind.ts';
import type { CapturedResources } from './captured-resources.ts';

/** The steps for what the datasources of captured resources declare of their fields. A remote dataset declares its fields in its metadata instead. */
export async function declaredFieldSteps(
  app: Pick<ReaderServices, 'db'>,
  { resources }: CapturedResources,
): Promise<readonly PlannedFieldStep[]> {
  const steps: PlannedFieldStep[] = [];
  for (const { datasource } of resources)
    if (datasource) steps.push(...((await datasourceKindOf(datasource.type).fieldSteps?.(app, datasource)) ?? []));
  return steps;
}
