import { Field, InputType, registerEnumType } from 'type-graphql';
import type { RulesetPermission } from '#api/session.ts';
import { DatasetSecurityInput, GranteeInput, RulesetPermissionEnum } from '#access/index.ts';
import { MetadataChangeInput } from './metadata-values.inputs.ts';
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

/** What a given part does to the stored one. */
export enum ApplyMode {
  REPLACE = 'REPLACE',
  UPDATE = 'UPDATE',
}

registerEnumType(ApplyMode, {
  name: 'ApplyMode',
  description: 'What a given part does to the stored part.',
  valuesConfig: {
    REPLACE: { description: 'It replaces the whole stored part: what it lacks is removed.' },
    UPDATE: {
      description:
        'What is named is changed, and nothing is removed: an item with a uid is updated, one without is added at the end; a ruleset updates that of its grantee; a field of metadata or member of the security is replaced, and null clears it.',
    },
  },
});

@InputType({
  description:
    'The desired state of a dataset. An omitted part stays; a given part replaces the whole stored part, or updates it (`mode`); null empties it. Each metadata field is a part of its own.',
})
export class ApplyDatasetInput extends MetadataChangeInput {
  @Field(() => Boolean, { nullable: true, description: 'Whether only users with a ruleset see the dataset.' })
  isRestricted?: boolean | null;

  @Field(() => DatasetSecurityInput, { nullable: true, description: 'Which data users without a ruleset may read.' })
  defaultSecurity?: DatasetSecurityInput | null;

  @Field(() => [DesiredRulesetInput], { nullable: true, description: 'All rulesets of the dataset, in any order.' })
  rulesets?: DesiredRulesetInput[] | null;

  @Field(() => ApplyMode, {
    nullable: true,
    defaultValue: ApplyMode.REPLACE,
    description: 'What a given part does to the stored part.',
  })
  mode?: ApplyMode | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description: 'Whether only to return the changes, without making them.',
  })
  isDryRun?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The `planId` of a dry run. Fails with REVISION_MISMATCH when the dataset has changed since; with PLAN_MISMATCH for another input or user, or after an hour.',
  })
  planId?: string | null;
}

/** Where the snapshot of a section has its list of parts. */
interface PartList<Item, Snapshot> {
  readonly read: (snapshot: Snapshot) => readonly Item[];
  readonly write: (snapshot: Snapshot, items: readonly Item[]) => Snapshot;
}

/** The list of a section whose snapshot is one. */
export const wholeSnapshot = <Item>(): PartList<Item, readonly Item[]> => ({
  read: (items) => items,
  write: (_snapshot, items) => items,
});

/** A field that a section adds to the input of `applyDataset`. */
interface ApplyField<Input, Snapshot> {
  readonly name: string;
  readonly type: NonNullable<Parameters<typeof Field>[0]>;
  readonly description: string;
  /** Computes the new snapshot of the section. The input is null where the client sent null. */
  readonly plan: PlanField<Input, Snapshot>;
  /** Computes the new snapshot where the input updates the section. Null replaces in either mode. */
  readonly planUpdate: (
    tx: RequestContext,
    input: Input,
    desired: DesiredSection<Snapshot>,
  ) => Promise<SectionChange<Snapshot>> | SectionChange<Snapshot>;
}

type PlanField<Input, Snapshot> = (
  tx: RequestContext,
  input: Input | null,
  desired: DesiredSection<Snapshot>,
) => Promise<SectionChange<Snapshot>> | SectionChange<Snapshot>;

/** Whether the input of a change updates the parts that it gives. */
export function isUpdate(input: object): boolean {
  const { mode }: Partial<ApplyDatasetInput> = input;
  return mode === ApplyMode.UPDATE;
}

/** Adds a field to the input of `applyDataset`, and returns the `planChange` function of the section. */
export function defineApplyField<Input, Snapshot>({
  name,
  type,
  description,
  plan,
  planUpdate,
}: ApplyField<Input, Snapshot>) {
  Field(type, { nullable: true, description })(ApplyDatasetInput.prototype, name);
  return async (
    tx: RequestContext,
    desired: DesiredSection<Snapshot>,
  ): Promise<SectionChange<Snapshot> | undefined> => {
    // GraphQL has validated the input against the type of the field
    const { [name]: input }: Readonly<Record<string, Input | null | undefined>> = { ...desired.input };
    if (input === undefined) return undefined;
    return input !== null && isUpdate(desired.input) ? planUpdate(tx, input, desired) : plan(tx, input, desired);
  };
}

/**
 * Defines a field whose parts are a list. An update plans the parts that it names by uid, and new ones, as if there were no others; these
 * keep their places, and the new ones come last.
 */
export function defineListField<
  Input extends readonly { readonly uid?: string | null }[],
  Snapshot,
  Item extends { readonly uid: string },
>({
  list: { read, write },
  check,
  ...field
}: Omit<ApplyField<Input, Snapshot>, 'planUpdate'> & {
  readonly list: PartList<Item, Snapshot>;
  /** Fails INVALID_INPUT for more parts than a dataset may have. */
  readonly check?: (count: number) => void;
}) {
  return defineApplyField<Input, Snapshot>({
    ...field,
    async planUpdate(tx, input, desired) {
      const current = read(desired.current);
      const named = new Set(input.map(({ uid }) => uid));
      const changed = await field.plan(tx, input, {
        ...desired,
        current: write(
          desired.current,
          current.filter(({ uid }) => named.has(uid)),
        ),
      });
      const planned = new Map(read(changed.snapshot).map((item) => [item.uid, item]));
      const kept = current.map((item) => planned.get(item.uid) ?? item);
      const known = new Set(current.map(({ uid }) => uid));
      const items = [...kept, ...[...planned.values()].filter(({ uid }) => !known.has(uid))];
      check?.(items.length);
      return { ...changed, snapshot: write(desired.current, items) };
    },
  });
}
