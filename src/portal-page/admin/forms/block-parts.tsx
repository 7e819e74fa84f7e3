import type { ComponentChildren, TargetedEvent } from 'preact';
import { useAdmin } from '../admin-context.ts';
import type { AdminMessageName } from '../admin-texts.ts';
import type { Block } from './form-blocks.ts';

/** A question, and what is called with the changed one. */
export interface BlockProps {
  readonly block: Block;
  readonly change: (block: Block) => void;
}

/** The id of an input of a question. */
export const idOf = ({ fieldId }: Block, name: string): string => `block-${fieldId}-${name}`;

/** An input for one of three types of values. */
export function TypedInput({
  id,
  type,
  value,
  set,
}: {
  readonly id: string;
  readonly type: 'text' | 'number' | 'date';
  readonly value: string;
  readonly set: (value: string) => void;
}) {
  const common = {
    id,
    value,
    onInput: ({ currentTarget }: TargetedEvent<HTMLInputElement>): void => set(currentTarget.value),
  };
  if (type === 'number') return <input {...common} type="number" step="any" />;
  if (type === 'date') return <input {...common} type="date" />;
  return <input {...common} type="text" dir="auto" />;
}

/** A text of a question. */
export function Text({
  id,
  label,
  value,
  isLong = false,
  isNumber = false,
  set,
}: {
  readonly id: string;
  readonly label: AdminMessageName;
  readonly value: string;
  readonly isLong?: boolean;
  readonly isNumber?: boolean;
  readonly set: (value: string) => void;
}) {
  const { t } = useAdmin().texts;
  return (
    <p class="question">
      <label for={id}>{t(label)}</label>
      {isLong ? (
        <textarea id={id} rows={3} dir="auto" value={value} onInput={({ currentTarget }) => set(currentTarget.value)} />
      ) : (
        <TypedInput id={id} type={isNumber ? 'number' : 'text'} value={value} set={set} />
      )}
    </p>
  );
}

/** A setting that is on or off. */
export const Check = ({
  isChecked,
  set,
  children,
}: {
  readonly isChecked: boolean;
  readonly set: (isChecked: boolean) => void;
  readonly children: ComponentChildren;
}) => (
  <label class="check">
    <input type="checkbox" checked={isChecked} onChange={({ currentTarget }) => set(currentTarget.checked)} />
    <span class="check-label">{children}</span>
  </label>
);
