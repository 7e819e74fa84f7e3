import { useState } from 'preact/hooks';
import { messageOf, usePage } from '#portal-page/page-context.ts';
import { useAdmin } from '../admin-context.ts';
import { Working } from '../admin-parts.tsx';
import { ChangeList } from '../dataset/change-list.tsx';
import { isSame } from '../dataset/draft.ts';
import { usePartDraft } from '../dataset/part-draft.ts';
import type { Refusals } from '../dataset/part-form.tsx';
import { ParameterFields, type Params } from '../editing/parameter-fields.tsx';
import { ConfirmDialog, type Confirmation } from '../editing/confirm-dialog.tsx';
import {
  AdminCreateHarvesterDocument,
  AdminHarvesterPreviewDocument,
  type AdminHarvesterPreviewQuery,
  type AdminHarvesterPreviewQueryVariables,
  AdminUpdateHarvesterDocument,
  type OneHarvesterFragment,
  type OneHarvesterTypeFragment,
} from '../generated/operations.ts';
import { ForcedMetadata } from './forced-metadata.tsx';
import {
  changedSettings,
  changesOf,
  type HarvesterDraft,
  noHarvester,
  readHarvesterDraft,
  savedHarvester,
  secretsOf,
} from './harvester-draft.ts';

/** A harvester: what it reads and what it does with it. Changes are collected, tried, shown and then saved. */
export function HarvesterForm({
  harvester,
  types,
  onSaved,
  onRefused,
}: {
  /** Undefined for a new one. */
  readonly harvester: OneHarvesterFragment | undefined;
  readonly types: readonly OneHarvesterTypeFragment[];
  readonly onSaved: (data: unknown) => void;
  readonly onRefused?: () => void;
}) {
  const { t } = useAdmin().texts;
  const stored = types.find(({ type }) => type === harvester?.type);
  const saved = harvester ? savedHarvester(harvester, secretsOf(stored)) : noHarvester;
  const draft = usePartDraft(`harvester/${harvester?.uid ?? ''}`, 'harvester', saved, readHarvesterDraft);
  const value = draft.value ?? saved;
  const [secrets, setSecrets] = useState<Params>({});
  const [confirmation, confirm] = useState<Confirmation>();
  const [refusals, setRefusals] = useState<Refusals>({});
  const kind = types.find(({ type }) => type === value.type);
  const changes = changesOf(saved, value, secrets);
  const set = (changed: Partial<HarvesterDraft>): void => {
    const merged = { ...value, ...changed };
    draft.set(changesOf(saved, merged, {}).length === 0 ? undefined : merged);
  };
  const end = (): void => {
    draft.set(undefined);
    setSecrets({});
    setRefusals({});
  };
  const { name, forcedMetadata, isDeletingMissingDatasets, isRestrictingDatasets } = value;
  const members = {
    ...(name !== saved.name && { name }),
    ...(!isSame(forcedMetadata, saved.forcedMetadata) && { forcedMetadata }),
    ...(isDeletingMissingDatasets !== saved.isDeletingMissingDatasets && { isDeletingMissingDatasets }),
    ...(isRestrictingDatasets !== saved.isRestrictingDatasets && { isRestrictingDatasets }),
    ...(harvester ? { uid: harvester.uid } : { type: value.type }),
  };
  const inputWith = (shown: Params) => ({
    ...members,
    ...(harvester && { expectedRevision: harvester.revision }),
    settings: changedSettings(saved, value, shown),
  });
  const show = (): void => {
    setRefusals({});
    confirm({
      title: t('applyTitle'),
      changes,
      label: t('apply'),
      step: {
        document: harvester ? AdminUpdateHarvesterDocument : AdminCreateHarvesterDocument,
        variables: { input: inputWith(secrets) },
        shownVariables: { input: inputWith(Object.fromEntries(Object.keys(secrets).map((each) => [each, '…']))) },
      },
    });
  };
  const known = new Set(kind?.settings.map((setting) => `settings.${setting.name}`));
  return (
    <form
      class="metadata"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        show();
      }}
    >
      <div class="panel">
        {!harvester && (
          <p class="question">
            <label for="harvester-type">{t('harvesterType')}</label>
            <select
              id="harvester-type"
              value={value.type}
              onChange={({ currentTarget }) => {
                setSecrets({});
                set({ type: currentTarget.value, settings: {} });
              }}
            >
              <option value="">…</option>
              {types
                .filter(({ unavailableReason }) => unavailableReason === null)
                .map(({ type, label }) => (
                  <option key={type} value={type} selected={type === value.type}>
                    {label}
                  </option>
                ))}
            </select>
          </p>
        )}
        {stored?.unavailableReason != null && <p class="note">{stored.unavailableReason}</p>}
        <p class="question">
          <label for="harvester-name">{t('name')}</label>
          <input
            id="harvester-name"
            dir="auto"
            maxLength={200}
            value={name}
            onInput={({ currentTarget }) => set({ name: currentTarget.value })}
          />
        </p>
        {kind && (
          <ParameterFields
            id="harvester"
            parameters={kind.settings.map((setting) => ({
              name: setting.name,
              label: wordsOf(setting.name),
              description: setting.description,
              type: setting.type === 'integer' ? 'int' : setting.type === 'boolean' ? 'boolean' : 'text',
              default: null,
              choices: null,
              isMandatory: setting.isMandatory,
              isHidden: false,
            }))}
            secrets={[...secretsOf(kind)]}
            mappings={kind.settings.flatMap(({ name: setting, type }) => (type === 'mapping' ? [setting] : []))}
            params={{ ...value.settings, ...secrets }}
            messagesOf={(setting) => refusals[`settings.${setting}`] ?? []}
            set={(params) => {
              const isSecret = secretsOf(kind);
              const entries = Object.entries(params);
              setSecrets(Object.fromEntries(entries.filter(([setting]) => isSecret.has(setting))));
              set({ settings: Object.fromEntries(entries.filter(([setting]) => !isSecret.has(setting))) });
            }}
          />
        )}
        {(['isDeletingMissingDatasets', 'isRestrictingDatasets'] as const).map((flag) => (
          <label key={flag} class="check">
            <input
              type="checkbox"
              checked={value[flag]}
              onChange={({ currentTarget }) => set({ [flag]: currentTarget.checked })}
            />
            <span>{t(`harvesterFlags.${flag}`)}</span>
          </label>
        ))}
        <ForcedMetadata
          metadata={forcedMetadata}
          refusals={refusals}
          set={(changed) => set({ forcedMetadata: changed })}
        />
        {Object.entries(refusals).flatMap(([path, messages]) =>
          known.has(path) || path.startsWith('forcedMetadata.')
            ? []
            : messages.map((message) => (
                <p class="error" role="alert" key={path + message}>
                  {path}: {message}
                </p>
              )),
        )}
      </div>
      {kind && <SourcePreview input={{ ...members, type: value.type, settings: { ...value.settings, ...secrets } }} />}
      {draft.isConflict && (
        <div class="conflict" role="alert">
          <p class="error">{t('conflict')}</p>
          <p>{t('conflictSides')}</p>
          <ChangeList changes={changes} />
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
        <span role="status">{changes.length > 0 && t('unsaved', { count: changes.length })}</span>
        <button
          type="submit"
          class="primary"
          disabled={changes.length === 0 || draft.isConflict || value.type === '' || name.trim() === ''}
        >
          {t('showChanges')}
        </button>
        <button type="button" disabled={changes.length === 0} onClick={end}>
          {t('discard')}
        </button>
      </div>
      {confirmation && (
        <ConfirmDialog
          {...confirmation}
          onDone={(data) => {
            end();
            onSaved(data);
          }}
          onRefused={(fields) => {
            setRefusals(fields);
            onRefused?.();
          }}
          onClose={() => confirm(undefined)}
        />
      )}
    </form>
  );
}

/** The name of a setting as words. */
const wordsOf = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The first datasets of a source, before anything is saved or run. */
function SourcePreview({ input }: { readonly input: AdminHarvesterPreviewQueryVariables['input'] }) {
  const { t, number } = useAdmin().texts;
  const { browser, language } = usePage();
  const [found, setFound] = useState<AdminHarvesterPreviewQuery['harvesterPreview']>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const read = async (): Promise<void> => {
    if (!browser) return;
    setBusy(true);
    setProblem(undefined);
    setFound(undefined);
    try {
      setFound((await browser.graph.query(AdminHarvesterPreviewDocument, { input })).harvesterPreview);
    } catch (error) {
      setProblem(messageOf(language, error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section class="panel" aria-labelledby="harvester-preview-title">
      <h2 id="harvester-preview-title">{t('harvesterPreview')}</h2>
      <div class="buttons">
        <button type="button" disabled={isBusy} onClick={() => void read()}>
          {t('harvesterTry')}
        </button>
      </div>
      <Working label={isBusy ? t('reading') : undefined} />
      <div role="alert">{problem !== undefined && <p class="error">{problem}</p>}</div>
      {found && (
        <>
          <p role="status">{t('harvesterFound', { count: number(found.totalCount) })}</p>
          <ul class="titles">
            {found.datasets.map(({ remoteId, title }) => (
              <li key={remoteId} dir="auto">
                {title} <code class="quiet">{remoteId}</code>
              </li>
            ))}
          </ul>
          {found.problems.map((each) => (
            <p key={each} class="error" dir="auto">
              {each}
            </p>
          ))}
        </>
      )}
    </section>
  );
}
