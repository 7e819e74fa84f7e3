import { useQuery } from '@urql/preact';
import { useEffect, useState } from 'preact/hooks';
import { usePage } from '#portal-page/page-context.ts';
import { useAdmin } from '../admin-context.ts';
import { ErrorNote, Working } from '../admin-parts.tsx';
import { AdminMetadataDocument, type AdminMetadataQuery, type OneTemplateFragment } from '../generated/operations.ts';
import { ApplyDialog } from './apply-dialog.tsx';
import { textOf } from './change-list.tsx';
import type { TabProps } from './tab.ts';
import { UndoButton } from './undo-button.tsx';
import { type Entry, fieldOf, isSame, keyOf, useDraft } from './draft.ts';
import { FieldInput, type TemplateField } from './field-input.tsx';

type SavedField = NonNullable<AdminMetadataQuery['dataset']>['metadataFields'][number];

/** The metadata of a dataset as a form of its templates. Changes are collected, shown and then saved. */
export function MetadataTab({ dataset }: TabProps) {
  const { steward, texts } = useAdmin();
  const { t } = texts;
  const { browser } = usePage();
  const { uid, revision } = dataset;
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: AdminMetadataDocument,
    variables: { uid },
    requestPolicy: 'cache-and-network',
  });
  const [draft, setDraft] = useDraft(steward.username, uid, t('leaveAsks'));
  const [isPlanning, setPlanning] = useState(false);
  // the revision before the last change
  const [savedOver, setSavedOver] = useState<number>();
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    // another revision than that of the fields which are shown
    readAgain({ requestPolicy: 'network-only' });
  }, [revision]);
  const saved = new Map((data?.dataset?.metadataFields ?? []).map((each) => [keyOf(each.template, each.field), each]));
  const valueOf = (key: string): unknown => saved.get(key)?.value ?? null;
  const conflicts = [...draft].filter(
    ([key, { base, value }]) => !isSame(valueOf(key), base) && !isSame(valueOf(key), value),
  );
  const set = (key: string, entry: Omit<Entry, 'base'> | undefined): void => {
    const changed = new Map(draft);
    const base = valueOf(key);
    if (!entry || (isSame(entry.value, base) && !entry.isOfSource)) changed.delete(key);
    else changed.set(key, { ...entry, base });
    setDraft(changed);
    setSavedOver(undefined);
    setRefusals(new Map([...refusals].filter(([refused]) => refused !== key)));
  };
  const templates = data?.metadataTemplates?.nodes ?? [];
  if (!data)
    return (
      <>
        <ErrorNote error={error} />
        <Working label={fetching ? t('reading') : undefined} />
      </>
    );
  return (
    <form
      class="metadata"
      onSubmit={(event) => {
        event.preventDefault();
        setPlanning(true);
      }}
    >
      <ErrorNote error={error} />
      <Completeness templates={templates} valueOf={(key) => draft.get(key)?.value ?? valueOf(key)} />
      {templates.map((template) => (
        <section key={template.name} class="panel" aria-labelledby={`template-${template.name}`}>
          <h2 id={`template-${template.name}`}>{template.title}</h2>
          {template.fields.nodes
            .filter(({ isHidden }) => !isHidden)
            .map((field) => {
              const key = keyOf(template.name, field.name);
              return (
                <MetadataField
                  key={key}
                  id={`field-${template.name}-${field.name}`}
                  field={field}
                  saved={saved.get(key)}
                  entry={draft.get(key)}
                  isConflict={conflicts.some(([each]) => each === key)}
                  refusal={refusals.get(key)}
                  set={(entry) => set(key, entry)}
                />
              );
            })}
        </section>
      ))}
      <div class="pending">
        <span role="status">
          {draft.size > 0 && t('unsaved', { count: draft.size })}
          {savedOver !== undefined && t('appliedHint')}
        </span>
        {savedOver !== undefined && (
          <UndoButton dataset={dataset} revision={savedOver} onUndone={() => setSavedOver(undefined)} />
        )}
        {conflicts.length > 0 && <span class="error">{t('solveFirst')}</span>}
        <button type="submit" class="primary" disabled={draft.size === 0 || conflicts.length > 0}>
          {t('showChanges')}
        </button>
        <button
          type="button"
          disabled={draft.size === 0}
          onClick={() => {
            setDraft(new Map());
            setRefusals(new Map());
          }}
        >
          {t('discard')}
        </button>
      </div>
      {isPlanning && (
        <ApplyDialog
          input={{
            datasetUid: uid,
            mode: 'UPDATE',
            metadataFields: [...draft].map(([key, entry]) => inputOf(key, entry, saved.get(key)?.remoteValue != null)),
          }}
          dataset={dataset}
          onApplied={() => {
            setDraft(new Map());
            setSavedOver(revision);
            browser?.announce(t('applied'));
            readAgain({ requestPolicy: 'network-only' });
          }}
          onRefused={(fields) => {
            const keys = [...draft.keys()];
            setRefusals(
              new Map(
                Object.entries(fields).flatMap(([path, messages]) => {
                  const key = keys[Number(/^metadataFields\.(\d+)/.exec(path)?.[1])];
                  return key === undefined ? [] : [[key, messages.join(' ')] as const];
                }),
              ),
            );
            readAgain({ requestPolicy: 'network-only' });
          }}
          onClose={() => setPlanning(false)}
        />
      )}
    </form>
  );
}

/** A field with a local value overrides the source, where it has one. */
function inputOf(key: string, { value, isOfSource }: Entry, hasRemote: boolean) {
  return { ...fieldOf(key), value, ...(hasRemote && { isRemoteValueOverridden: !isOfSource }) };
}

/** How many of the fields that matter have a value. */
function Completeness({
  templates,
  valueOf,
}: {
  readonly templates: readonly OneTemplateFragment[];
  readonly valueOf: (key: string) => unknown;
}) {
  const { t } = useAdmin().texts;
  const needed = templates.flatMap(({ name, fields }) =>
    fields.nodes
      .filter(({ requirementLevel, isHidden }) => requirementLevel !== 'optional' && !isHidden)
      .map((field) => keyOf(name, field.name)),
  );
  const filled = needed.filter((key) => {
    const value = valueOf(key);
    return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
  }).length;
  if (needed.length === 0) return null;
  const text = t('complete', { filled, count: needed.length });
  return (
    <p class="completeness">
      <meter min={0} max={needed.length} value={filled} aria-label={text} /> {text}
    </p>
  );
}

const hintOf = { list: 'onePerLine', enumlist: 'onePerLine', uri_enumlist: 'onePerLine', geo_shape: 'asJson' } as const;

function MetadataField({
  id,
  field,
  saved,
  entry,
  isConflict,
  refusal,
  set,
}: {
  readonly id: string;
  readonly field: TemplateField;
  readonly saved: SavedField | undefined;
  readonly entry: Entry | undefined;
  readonly isConflict: boolean;
  readonly refusal: string | undefined;
  readonly set: (entry: Omit<Entry, 'base'> | undefined) => void;
}) {
  const { t } = useAdmin().texts;
  const { label, helpText, requirementLevel, type } = field;
  const value = entry ? entry.value : (saved?.value ?? null);
  const remote = saved?.remoteValue ?? null;
  const hint = Object.hasOwn(hintOf, type) ? t(hintOf[type as keyof typeof hintOf]) : undefined;
  return (
    <div class={entry ? 'question entered' : 'question'}>
      <label for={id}>
        {label}
        {requirementLevel !== 'optional' && <span class="quiet"> ({t(requirementLevel)})</span>}
      </label>
      <FieldInput
        id={id}
        field={field}
        value={value}
        describedBy={`${id}-notes`}
        isInvalid={refusal !== undefined}
        set={(changed) => set({ value: changed, isOfSource: false })}
      />
      <div id={`${id}-notes`} class="help">
        {helpText} {hint}
        {refusal !== undefined && (
          <p class="error" role="alert">
            {refusal}
          </p>
        )}
      </div>
      {remote !== null && (
        <p class="remote">
          <span dir="auto">{t('fromSource', { value: textOf(remote) })}</span>
          {!isSame(remote, value) && (
            <button type="button" onClick={() => set({ value: remote, isOfSource: true })}>
              {t('useSource')}
            </button>
          )}
        </p>
      )}
      {isConflict && (
        <div class="conflict" role="alert">
          <p class="error">{t('conflict')}</p>
          <p dir="auto">{t('theirs', { value: textOf(saved?.value ?? '') })}</p>
          <div class="buttons">
            <button type="button" onClick={() => entry && set(entry)}>
              {t('keepMine')}
            </button>
            <button type="button" onClick={() => set(undefined)}>
              {t('takeTheirs')}
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
