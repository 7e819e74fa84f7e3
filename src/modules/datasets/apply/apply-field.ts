import { Field } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import type { DesiredSection, SectionChange } from '#api/context.ts';
import { DatasetApplyInput } from './dataset-apply.inputs.ts';

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
