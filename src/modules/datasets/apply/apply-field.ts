import { Field } from 'type-graphql';
import type { RequestContext } from '../../../api/context.ts';
import type { DesiredSection, SectionChange } from '../../../api/context.ts';
import { DatasetApplyInput } from './dataset-apply.inputs.ts';

/** A field that a part adds to the input of `datasetApply`. */
interface ApplyField<Input, Content> {
  readonly name: string;
  readonly type: NonNullable<Parameters<typeof Field>[0]>;
  readonly description: string;
  /** What the part becomes by the input, null where the client sent that. */
  readonly plan: (
    tx: RequestContext,
    input: Input | null,
    desired: DesiredSection<Content>,
  ) => Promise<SectionChange<Content>> | SectionChange<Content>;
}

/** Adds a field to the input of `datasetApply`, and answers how the section of that part takes it. */
export function defineApplyField<Input, Content>({ name, type, description, plan }: ApplyField<Input, Content>) {
  Field(type, { nullable: true, description })(DatasetApplyInput.prototype, name);
  return async (tx: RequestContext, desired: DesiredSection<Content>): Promise<SectionChange<Content> | undefined> => {
    // the graph has checked the input against the type of the field
    const { [name]: input }: Readonly<Record<string, Input | null | undefined>> = { ...desired.input };
    return input === undefined ? undefined : plan(tx, input, desired);
  };
}
