import { Field, InputType } from 'type-graphql';
import { DatasetPartChangeInput } from '#api/types/change.inputs.ts';
import type { RulesetPermission } from '#api/session.ts';
import { DatasetSecurityInput, GranteeInput, RulesetPermissionEnum } from '#access/index.ts';
import type { DesiredSection, RequestContext, SectionChange } from '#api/context.ts';

@InputType({ description: 'A ruleset that the dataset must have, of either a user or a group.' })
export class DesiredRulesetInput {
  @Field(() => GranteeInput, { description: 'The user or the group.' })
  grantee!: GranteeInput;

  @Field(() => [RulesetPermissionEnum], {
    nullable: true,
    description: 'Rights on the dataset, each once. Default: none.',
  })
  permissions?: RulesetPermission[] | null;

  @Field(() => DatasetSecurityInput, {
    nullable: true,
    description: 'Which data the user or group may read. Default: all data.',
  })
  security?: DatasetSecurityInput | null;
}

@InputType({
  description:
    'The desired state of a dataset. An omitted part keeps its stored state; a given part replaces the whole stored part; null empties the part.',
})
export class DatasetApplyInput extends DatasetPartChangeInput {
  @Field(() => Boolean, { nullable: true, description: 'Whether only users with a ruleset see the dataset.' })
  isRestricted?: boolean | null;

  @Field(() => DatasetSecurityInput, { nullable: true, description: 'Which data users without a ruleset may read.' })
  defaultSecurity?: DatasetSecurityInput | null;

  @Field(() => [DesiredRulesetInput], { nullable: true, description: 'All rulesets of the dataset, in any order.' })
  rulesets?: DesiredRulesetInput[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether only to return the changes, without making them. Default: false.',
  })
  dryRun?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The `planId` that a dry run returned. The change fails with REVISION_MISMATCH when the dataset has changed since, with PLAN_MISMATCH when the input differs from that of the dry run, another user made it, or it is older than an hour.',
  })
  planId?: string | null;
}

/** A field that a section adds to the input of `datasetApply`. */
interface ApplyField<Input, Snapshot> {
  readonly name: string;
  readonly type: NonNullable<Parameters<typeof Field>[0]>;
  readonly description: string;
  /** Computes the new snapshot of the section. The input is null where the client sent null. */
  readonly plan: (
    tx: RequestContext,
    input: Input | null,
    desired: DesiredSection<Snapshot>,
  ) => Promise<SectionChange<Snapshot>> | SectionChange<Snapshot>;
}

/** Adds a field to the input of `datasetApply`, and returns the `planChange` function of the section. */
export function defineApplyField<Input, Snapshot>({ name, type, description, plan }: ApplyField<Input, Snapshot>) {
  Field(type, { nullable: true, description })(DatasetApplyInput.prototype, name);
  return async (
    tx: RequestContext,
    desired: DesiredSection<Snapshot>,
  ): Promise<SectionChange<Snapshot> | undefined> => {
    // GraphQL has validated the input against the type of the field
    const { [name]: input }: Readonly<Record<string, Input | null | undefined>> = { ...desired.input };
    return input === undefined ? undefined : plan(tx, input, desired);
  };
}
