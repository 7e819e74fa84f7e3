import { section } from '#api/catalog-module.ts';
import { newUid } from '#kernel/ids.ts';
import { sql } from '#kernel/sql.ts';
import { matchParts, stepIdentityKeys } from '#api/match-parts.ts';
import type { ConfiguredFieldStep, TypedFieldStep } from '#engine/field-steps.ts';
import { checkBefore, mapCollectingErrors } from '#kernel/check-all.ts';
import { checkPartLimit, defineListField, wholeSnapshot } from '#datasets/index.ts';
import { DesiredFieldConfigurationInput } from './field-configuration.inputs.ts';
import { parseConfiguration } from './field-configuration.rules.ts';

/** The stack that an input describes; a configuration without a uid matches an equal one, else one of its type. */
const planFieldConfigurations = defineListField<
  readonly DesiredFieldConfigurationInput[],
  readonly CapturedFieldConfiguration[],
  CapturedFieldConfiguration
>({
  name: 'fields',
  type: () => [DesiredFieldConfigurationInput],
  description: 'The whole stack of field configurations, in order.',
  list: wholeSnapshot(),
  check: (count) => {
    checkPartLimit('fields', count);
  },
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

/** The stack of field configurations, in order. */
export const fieldsSection = section<readonly CapturedFieldConfiguration[]>({
  name: 'fields',
  capture: (dataset) => sql`(
    select coalesce(jsonb_agg(jsonb_build_object('uid', c.uid, 'type', c.type, 'label', c.label, 'params', c.params)
      order by c.position), '[]'::jsonb)
    from field_configuration c where c.dataset_uid = ${dataset}.uid)`,
  async write({ db }, datasetUid, stack) {
    await db.rows(sql`delete from field_configuration where dataset_uid = ${datasetUid}`);
    await db.rows(sql`
      insert into field_configuration (uid, dataset_uid, position, type, label, params)
      select part ->> 'uid', ${datasetUid}, place - 1, part ->> 'type', part ->> 'label', part -> 'params'
      from jsonb_array_elements(${JSON.stringify(stack)}::jsonb) with ordinality each(part, place)`);
  },
  copy: (stack) => stack.map((configuration) => ({ ...configuration, uid: newUid('field') })),
  planChange: planFieldConfigurations,
});

/** A field configuration in a version or a publication run. */
type CapturedFieldConfiguration = ConfiguredFieldStep & { readonly label: string };
