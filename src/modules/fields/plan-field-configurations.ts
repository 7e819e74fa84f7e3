import { matchParts, stepIdentityKeys } from '#api/match-parts.ts';
import type { TypedFieldStep } from '#engine/field-steps/registry.ts';
import { newUid } from '#kernel/ids.ts';
import { checkBefore, mapCollectingErrors } from '#kernel/check-all.ts';
import { defineApplyField, checkPartLimit } from '#datasets/index.ts';
import type { CapturedFieldConfiguration } from './captured-field-configuration.ts';
import { DesiredFieldConfigurationInput } from './field-configuration.inputs.ts';
import { parseConfiguration } from './field-configuration.rules.ts';

/**
 * The stack that an input describes. A configuration without a uid is matched to an equal configuration of the dataset, else to one of the
 * same type.
 */
export const planFieldConfigurations = defineApplyField<
  readonly DesiredFieldConfigurationInput[],
  readonly CapturedFieldConfiguration[]
>({
  name: 'fields',
  type: () => [DesiredFieldConfigurationInput],
  description: 'The whole stack of field configurations, in order.',
  plan: async (_tx, input, { current }) => {
    checkPartLimit('fields', input?.length ?? 0);
    const desired = await checkBefore(
      () =>
        mapCollectingErrors(
          input ?? [],
          (index) => `fields.${index}`,
          ({ uid, label, configuration }): DesiredConfiguration & { uid: string | null | undefined } => ({
            uid,
            ...parseConfiguration(label, configuration),
          }),
        ),
      // This first match only reports unknown uids together with the other problems.
      () => matchParts<object, CapturedFieldConfiguration>('fields', current, input ?? [], []),
    );
    const matched = matchParts('fields', current, desired, stepIdentityKeys);
    return {
      snapshot: desired.map((configuration, index) => ({
        ...configuration,
        uid: matched[index]?.uid ?? newUid('field'),
      })),
    };
  },
});

/** A parsed configuration of the input, without its uid. */
type DesiredConfiguration = TypedFieldStep & { readonly label: string };
