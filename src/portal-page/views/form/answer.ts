import type { FormPageQuery } from '#portal-page/generated/operations.ts';
import type { Showing } from '#portal-page/portal.ts';

/** A published form. */
export type Form = NonNullable<FormPageQuery['form']>;
/** A question of a form. */
export type Block = Form['sections'][number]['blocks'][number];

/** What the inputs of a question are built with. */
export interface BlockContext extends Showing {
  readonly form: Form;
  readonly block: Block;
  /** The id of the first input, which the label of the question names. */
  readonly inputId: string;
}

/** The inputs of a question, and the answer that they hold. */
export interface Answer {
  readonly element: HTMLElement;
  /** Whether the inputs are a group with a name, in place of one input with a label. */
  readonly isGroup?: boolean;
  /** The answer as the graph expects it; null without one. */
  readonly value: () => unknown;
  /** A file that is sent next to the answers. */
  readonly file?: () => File | undefined;
}
