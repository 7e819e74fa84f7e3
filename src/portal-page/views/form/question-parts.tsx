import type { ComponentChildren } from 'preact';
import type { Block, Entered, Form } from './entered.ts';

/** An error of an answer, as the page shows it. */
export interface ShownError {
  readonly text: string;
  /** The part of the answer that has it; undefined for the whole. */
  readonly part: string | undefined;
}

/** A question with what was entered for it. */
export interface QuestionProps {
  readonly form: Form;
  readonly block: Block;
  readonly entered: Entered;
  readonly file: File | undefined;
  /** Whether the question can be read only. */
  readonly isClosed: boolean;
  readonly error: ShownError | undefined;
  readonly change: (next: Entered) => void;
  /** Takes a picture, or none. Returns whether it was taken. */
  readonly chooseFile: (file: File | undefined) => boolean;
}

/** What the inputs of a question are made with. */
export interface InputProps extends QuestionProps {
  /** The id of the first input, or the beginning of those of its parts. */
  readonly inputId: string;
  /** The attributes by which the one input of a question names what describes it. */
  readonly described: {
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': boolean | undefined;
    readonly 'aria-required': boolean | undefined;
  };
}

/** A part of an answer with its label, such as the first name of a contact. */
export function Part({
  id,
  label,
  isRequired = false,
  children,
}: {
  readonly id: string;
  readonly label: string;
  readonly isRequired?: boolean;
  readonly children: ComponentChildren;
}) {
  return (
    <div>
      <label for={id}>
        {label}
        {isRequired && <span aria-hidden="true"> *</span>}
      </label>
      {children}
    </div>
  );
}
