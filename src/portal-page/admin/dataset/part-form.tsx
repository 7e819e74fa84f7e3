import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { usePage } from '#portal-page/page-context.ts';
import { useAdmin } from '../admin-context.ts';
import type { OneDatasetFragment } from '../generated/operations.ts';
import { ApplyDialog, type DesiredState } from './apply-dialog.tsx';
import type { PartDraft } from './part-draft.ts';
import { UndoButton } from './undo-button.tsx';

/** The messages of a refusal, by the path of the input. */
export type Refusals = Readonly<Record<string, readonly string[]>>;

/** A form of a part of a dataset: changes are collected, shown and then saved. `children` have the refusals of the service. */
export function PartForm<Value>({
  dataset,
  draft,
  count,
  isInvalid = false,
  inputOf,
  onSaved,
  children,
}: {
  readonly dataset: OneDatasetFragment;
  readonly draft: PartDraft<Value>;
  /** How many changes there are. */
  readonly count: number;
  /** Whether something that was entered can never be saved. */
  readonly isInvalid?: boolean;
  readonly inputOf: () => Omit<DesiredState, 'datasetUid'>;
  readonly onSaved: () => void;
  readonly children: (refusals: Refusals) => ComponentChildren;
}) {
  const { uid, revision } = dataset;
  const { t } = useAdmin().texts;
  const { browser } = usePage();
  const [planned, setPlanned] = useState<DesiredState>();
  // the revision before the last change
  const [savedOver, setSavedOver] = useState<number>();
  const [refusals, setRefusals] = useState<Refusals>({});
  const hasDraft = draft.value !== undefined;
  const end = (): void => {
    draft.set(undefined);
    setRefusals({});
  };
  return (
    <form
      class="metadata"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setSavedOver(undefined);
        setRefusals({});
        setPlanned({ datasetUid: uid, ...inputOf() });
      }}
    >
      {children(refusals)}
      {draft.isConflict && (
        <div class="conflict" role="alert">
          <p class="error">{t('conflict')}</p>
          <div class="buttons">
            <button type="button" onClick={draft.keep}>
              {t('keepMine')}
            </button>
            <button type="button" onClick={end}>
              {t('takeTheirs')}
            </button>
          </div>
        </div>
      )}
      <div class="pending">
        <span role="status">
          {hasDraft ? t('unsaved', { count }) : null}
          {savedOver !== undefined && !hasDraft ? t('appliedHint') : null}
        </span>
        {savedOver !== undefined && !hasDraft && (
          <UndoButton
            dataset={dataset}
            revision={savedOver}
            onUndone={() => {
              setSavedOver(undefined);
              onSaved();
            }}
          />
        )}
        <button type="submit" class="primary" disabled={!hasDraft || draft.isConflict || isInvalid}>
          {t('showChanges')}
        </button>
        <button type="button" disabled={!hasDraft} onClick={end}>
          {t('discard')}
        </button>
      </div>
      {planned && (
        <ApplyDialog
          input={planned}
          dataset={dataset}
          onApplied={() => {
            end();
            setSavedOver(revision);
            browser?.announce(t('applied'));
            onSaved();
          }}
          onRefused={(fields) => {
            setRefusals(fields);
            onSaved();
          }}
          onClose={() => setPlanned(undefined)}
        />
      )}
    </form>
  );
}

/** The messages of a refusal at a path and below it. */
export const refusalsAt = (refusals: Refusals, path: string): readonly string[] =>
  Object.entries(refusals).flatMap(([at, messages]) => (at === path || at.startsWith(`${path}.`) ? messages : []));
