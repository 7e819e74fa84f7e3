import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { isRecord } from '#portal-page/json.ts';
import { useAdmin } from '../admin-context.ts';
import type { AdminMessageName } from '../admin-texts.ts';
import { movedItem, SortableList } from '../dataset/sortable-list.tsx';
import type { Choice, ControlProps } from './form-field.tsx';

/** A column of a list of rows. */
export interface Column {
  readonly name: string;
  readonly label: AdminMessageName;
  /** With choices, one of them; empty for none. */
  readonly choices?: (t: ReturnType<typeof useAdmin>['texts']['t']) => readonly Choice[];
  /** Instead of a text. */
  readonly Control?: ComponentType<CellProps>;
}

/** What the control of a cell is shown with. */
export interface CellProps {
  readonly id: string;
  readonly label: string;
  readonly value: unknown;
  readonly set: (value: unknown) => void;
}

type Row = Readonly<Record<string, unknown>>;

/** The control of a field that is a list of rows, put in order by mouse and keyboard. */
export const rowList = (columns: readonly Column[], addLabel: AdminMessageName) =>
  function RowList({ id, value, set }: ControlProps) {
    const { t, number } = useAdmin().texts;
    const rows = rowsOf(value);
    // rows have no names of their own: a key goes with each, so that inputs stay with their rows
    const [keys, setKeys] = useState<readonly number[]>(() => rows.map((_row, place) => place));
    const known = rows.map((_row, place) => keys[place] ?? place);
    const change = (next: readonly Row[], nextKeys: readonly number[]): void => {
      setKeys(nextKeys);
      set(next);
    };
    return (
      <div class="row-list">
        <SortableList
          items={rows.map((row, place) => ({
            key: String(known[place]),
            label: number(place + 1),
            content: (
              <div class="cells">
                {columns.map(({ name, label, choices, Control = TextCell }) => {
                  const cell = {
                    id: `${id}-${place}-${name}`,
                    label: t(label),
                    value: row[name],
                    set: (entered: unknown) =>
                      change(
                        rows.map((each, at) => (at === place ? { ...each, [name]: entered } : each)),
                        known,
                      ),
                  };
                  return choices ? (
                    <ChoiceCell key={name} {...cell} choices={choices(t)} />
                  ) : (
                    <Control key={name} {...cell} />
                  );
                })}
                <button
                  type="button"
                  aria-label={`${t('remove')}: ${number(place + 1)}`}
                  onClick={() => change(rows.toSpliced(place, 1), known.toSpliced(place, 1))}
                >
                  {t('remove')}
                </button>
              </div>
            ),
          }))}
          move={(from, to) => change(movedItem(rows, from, to), movedItem(known, from, to))}
        />
        <button
          type="button"
          onClick={() =>
            change(
              [...rows, Object.fromEntries(columns.map(({ name, choices }) => [name, choices?.(t)[0]?.[0] ?? '']))],
              [...known, Math.max(-1, ...known) + 1],
            )
          }
        >
          {t(addLabel)}
        </button>
      </div>
    );
  };

/** The rows of a value. */
export const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter(isRecord) : []);

const TextCell = ({ id, label, value, set }: CellProps) => (
  <p class="question">
    <label for={id}>{label}</label>
    <input
      id={id}
      dir="auto"
      value={typeof value === 'string' ? value : ''}
      onInput={({ currentTarget }) => set(currentTarget.value)}
    />
  </p>
);

const ChoiceCell = ({ id, label, value, set, choices }: CellProps & { readonly choices: readonly Choice[] }) => (
  <p class="question">
    <label for={id}>{label}</label>
    <select
      id={id}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    >
      {choices.map(([choice, text]) => (
        <option key={choice} value={choice}>
          {text}
        </option>
      ))}
    </select>
  </p>
);
