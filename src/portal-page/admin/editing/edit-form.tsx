import { useState } from 'preact/hooks';
import { usePage } from '#portal-page/page-context.ts';
import { useAdmin } from '../admin-context.ts';

import { textOf } from '../dataset/change-list.tsx';
import { isSame, useDraft } from '../dataset/draft.ts';
import { FieldControl, type FormField } from './form-field.tsx';
import { SaveDialog, type SavingStep } from './save-dialog.tsx';

/** The values of fields, by their names in the graph. */
export type Values = Readonly<Record<string, unknown>>;

/**
 * A form of an object. What is entered is collected, kept by this browser, shown as changes, and then saved by the mutation of `stepOf`. Where somebody
 * else has saved another value meanwhile, both are shown. Secrets are not kept.
 */
export function EditForm({
  place,
  fields,
  saved,
  stepOf,
  isNew = false,
  fieldOf = firstName,
  readAgain,
  onSaved,
}: {
  /** What the form is about, among all forms. */
  readonly place: string;
  readonly fields: readonly FormField[];
  readonly saved: Values;
  /** The mutation that saves the values that change. */
  readonly stepOf: (changes: Values) => SavingStep;
  /** Whether the object is made by the form: all fields are sent that have a value. */
  readonly isNew?: boolean;
  /** The name of the field to which a path of the input belongs. Default: the first name of the path. */
  readonly fieldOf?: (path: string) => string | undefined;
  readonly readAgain?: () => void;
  /** Has the answer of the mutation. */
  readonly onSaved?: (data: unknown) => void;
}) {
  const { steward, texts } = useAdmin();
  const { t } = texts;
  const { browser } = usePage();
  const [draft, setDraft] = useDraft(steward.username, place, t('leaveAsks'));
  const [secrets, setSecrets] = useState<Values>({});
  const [isPlanning, setPlanning] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const [refusals, setRefusals] = useState<Readonly<Record<string, readonly string[]>>>({});
  const savedOf = (name: string): unknown => saved[name] ?? null;
  const entries = [...draft].filter(([name]) => fields.some((field) => field.name === name));
  const conflicts = entries.filter(
    ([name, { base, value }]) => !isSame(savedOf(name), base) && !isSame(savedOf(name), value),
  );
  const changes: Values = { ...Object.fromEntries(entries.map(([name, { value }]) => [name, value])), ...secrets };
  const count = Object.keys(changes).length;
  const set = ({ name, kind }: FormField, value: unknown): void => {
    setSaved(false);
    setRefusals(Object.fromEntries(Object.entries(refusals).filter(([path]) => fieldOf(path) !== name)));
    if (kind === 'secret') {
      setSecrets(value === undefined ? {} : { [name]: value });
      return;
    }
    const changed = new Map(draft);
    if (isSame(value, savedOf(name)) || (value === '' && savedOf(name) === null)) changed.delete(name);
    else changed.set(name, { base: savedOf(name), value, isOfSource: false });
    setDraft(changed);
  };
  const discard = (): void => {
    setDraft(new Map());
    setSecrets({});
    setRefusals({});
  };
  const refusalOf = (name: string): string | undefined => {
    const messages = Object.entries(refusals).flatMap(([path, each]) => (fieldOf(path) === name ? each : []));
    return messages.length === 0 ? undefined : messages.join(' ');
  };
  return (
    <form
      class="metadata"
      onSubmit={(event) => {
        event.preventDefault();
        setPlanning(true);
      }}
    >
      <div class="panel">
        {fields.map((field) => {
          const { name } = field;
          const entry = draft.get(name);
          const id = `edited-${name}`;
          return (
            <div key={name} class={entry ? 'question entered' : 'question'}>
              <FieldControl
                id={id}
                field={field}
                value={field.kind === 'secret' ? secrets[name] : entry ? entry.value : savedOf(name)}
                refusal={refusalOf(name)}
                set={(value) => set(field, value)}
              />
              {entry && conflicts.some(([each]) => each === name) && (
                <div class="conflict" role="alert">
                  <p class="error">{t('conflict')}</p>
                  <p dir="auto">{t('theirs', { value: textOf(savedOf(name) ?? '') })}</p>
                  <div class="buttons">
                    <button type="button" onClick={() => set(field, entry.value)}>
                      {t('keepMine')}
                    </button>
                    <button type="button" onClick={() => set(field, savedOf(name))}>
                      {t('takeTheirs')}
                    </button>
                  </div>
                </div>
              )}
            </div>
          );
        })}
      </div>
      <div class="pending">
        <span role="status">
          {count > 0 && t('unsaved', { count })}
          {isSaved && t('applied')}
        </span>
        {conflicts.length > 0 && <span class="error">{t('solveFirst')}</span>}
        <button type="submit" class="primary" disabled={count === 0 || conflicts.length > 0}>
          {t('showChanges')}
        </button>
        <button type="button" disabled={count === 0} onClick={discard}>
          {t('discard')}
        </button>
      </div>
      {isPlanning && (
        <SaveDialog
          changes={fields
            .filter(({ name }) => Object.hasOwn(changes, name))
            .map((field) => ({ field, before: savedOf(field.name), after: changes[field.name] }))}
          step={stepOf(
            isNew
              ? { ...Object.fromEntries(Object.entries(saved).filter(([, value]) => value != null)), ...changes }
              : changes,
          )}
          onSaved={(data) => {
            discard();
            setSaved(true);
            browser?.announce(t('applied'));
            onSaved?.(data);
          }}
          onRefused={(paths) => {
            setRefusals(paths);
            readAgain?.();
          }}
          onClose={() => setPlanning(false)}
        />
      )}
    </form>
  );
}

const firstName = (path: string): string | undefined => path.split('.')[0];
