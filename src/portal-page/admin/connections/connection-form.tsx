import { useState } from 'preact/hooks';
import { useAdmin } from '../admin-context.ts';
import { isSame } from '../dataset/draft.ts';
import type { Refusals } from '../dataset/part-form.tsx';
import { ConfirmDialog, type Confirmation } from '../editing/confirm-dialog.tsx';
import {
  AdminCreateConnectionDocument,
  AdminUpdateConnectionDocument,
  type OneConnectionFragment,
} from '../generated/operations.ts';
import { isConnectionKind } from '../dataset/resources/source.ts';
import {
  authentications,
  changesOf,
  type EnteredConnection,
  kinds,
  noConnection,
  savedConnection,
  type Setting,
  settingsInput,
} from './connection-settings.ts';

/** The settings of a connection, by its kind. What is entered may be secret: the browser does not keep it. */
export function ConnectionForm({
  connection,
  onSaved,
}: {
  /** Undefined for a new one. */
  readonly connection: OneConnectionFragment | undefined;
  readonly onSaved: (data: unknown) => void;
}) {
  const { t } = useAdmin().texts;
  const saved = connection ? savedConnection(connection) : noConnection('http');
  const [entered, setEntered] = useState<EnteredConnection>();
  const [confirmation, confirm] = useState<Confirmation>();
  const [refusals, setRefusals] = useState<Refusals>({});
  const value = entered ?? saved;
  const kind = kinds[value.type];
  const changes = changesOf(saved, value, t);
  const set = (changed: Partial<EnteredConnection>): void => setEntered({ ...value, ...changed });
  const end = (): void => {
    setEntered(undefined);
    setRefusals({});
  };
  const show = (): void => {
    setRefusals({});
    const inputWith = (hide?: (secret: string) => string) => ({
      ...(connection && { uid: connection.uid }),
      ...(value.isReusable !== saved.isReusable && { isReusable: value.isReusable }),
      ...(!(connection && isSame({ ...value, isReusable: true }, { ...saved, isReusable: true })) && {
        settings: settingsInput(value, hide),
      }),
    });
    confirm({
      title: t('applyTitle'),
      changes,
      label: t('apply'),
      ...(connection &&
        connection.datasetCount > 0 && { effect: t('connectionUsed', { count: connection.datasetCount }) }),
      step: {
        document: connection ? AdminUpdateConnectionDocument : AdminCreateConnectionDocument,
        variables: { input: inputWith() },
        shownVariables: { input: inputWith(() => '…') },
      },
    });
  };
  /** What the service refused of a field; its path ends with the name. */
  const messagesOf = (name: string): readonly string[] =>
    Object.entries(refusals).flatMap(([path, messages]) => (path.split('.').includes(name) ? messages : []));
  const shown = [...kind.settings, ...(value.authentication ? authentications[value.authentication] : [])];
  const names = new Set<string>(shown.map(({ name }) => name));
  const field = (setting: Setting, text: string, put: (text: string) => void) => (
    <SettingInput
      key={setting.name}
      setting={setting}
      value={text}
      isStored={connection !== undefined && value.authentication === saved.authentication}
      messages={messagesOf(setting.name)}
      set={put}
    />
  );
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
        {!connection && (
          <p class="question">
            <label for="connection-type">{t('kind')}</label>
            <select
              id="connection-type"
              value={value.type}
              onChange={({ currentTarget: { value: type } }) => {
                if (isConnectionKind(type)) setEntered(noConnection(type));
              }}
            >
              {Object.entries(kinds).map(([type, { label }]) => (
                <option key={type} value={type} selected={type === value.type}>
                  {label}
                </option>
              ))}
            </select>
          </p>
        )}
        {kind.settings.map((setting) =>
          field(setting, value.settings[setting.name] ?? '', (text) =>
            set({ settings: { ...value.settings, [setting.name]: text } }),
          ),
        )}
        {kind.authentications.length > 0 && (
          <p class="question">
            <label for="connection-auth">{t('authentication')}</label>
            <select
              id="connection-auth"
              value={value.authentication ?? ''}
              onChange={({ currentTarget }) =>
                set({
                  authentication: kind.authentications.find((each) => each === currentTarget.value),
                  auth: {},
                })
              }
            >
              {!kind.isAuthenticated && <option value="">{t('authentications.none')}</option>}
              {kind.authentications.map((each) => (
                <option key={each} value={each} selected={each === value.authentication}>
                  {t(`authentications.${each}`)}
                </option>
              ))}
            </select>
          </p>
        )}
        {value.authentication &&
          authentications[value.authentication].map((setting: Setting) =>
            field(setting, value.auth[setting.name] ?? '', (text) =>
              set({ auth: { ...value.auth, [setting.name]: text } }),
            ),
          )}
        <label class="check">
          <input
            type="checkbox"
            checked={value.isReusable}
            onChange={({ currentTarget }) => set({ isReusable: currentTarget.checked })}
          />
          <span>{t('isReusable')}</span>
        </label>
        {Object.entries(refusals).flatMap(([path, messages]) =>
          path.split('.').some((name) => names.has(name))
            ? []
            : messages.map((message) => (
                <p class="error" role="alert" key={path + message}>
                  {path}: {message}
                </p>
              )),
        )}
      </div>
      <div class="pending">
        <span role="status">{changes.length > 0 && t('unsaved', { count: changes.length })}</span>
        <button type="submit" class="primary" disabled={changes.length === 0}>
          {t('showChanges')}
        </button>
        <button type="button" disabled={entered === undefined} onClick={end}>
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
          onRefused={setRefusals}
          onClose={() => confirm(undefined)}
        />
      )}
    </form>
  );
}

function SettingInput({
  setting: { name, label, isMandatory = false, isSecret = false, isLong = false },
  value,
  isStored,
  messages,
  set,
}: {
  readonly setting: Setting;
  readonly value: string;
  /** Whether there may be a stored secret. */
  readonly isStored: boolean;
  readonly messages: readonly string[];
  readonly set: (text: string) => void;
}) {
  const { t } = useAdmin().texts;
  const id = `connection-${name}`;
  const common = {
    id,
    value,
    spellcheck: false,
    maxLength: 10_000,
    'aria-invalid': messages.length > 0,
    'aria-describedby': `${id}-notes`,
  };
  return (
    <div class="question">
      <label for={id}>
        {t(label)} {isMandatory && <small class="quiet">{t('mandatory')}</small>}
      </label>
      {isLong ? (
        <textarea {...common} rows={3} onInput={({ currentTarget }) => set(currentTarget.value)} />
      ) : isSecret ? (
        <input
          {...common}
          type="password"
          autocomplete="new-password"
          placeholder={isStored ? t('secretKept') : ''}
          onInput={({ currentTarget }) => set(currentTarget.value)}
        />
      ) : (
        <input {...common} autocomplete="off" onInput={({ currentTarget }) => set(currentTarget.value)} />
      )}
      <div class="help" id={`${id}-notes`}>
        {name === 'headers' && t('headersHint')}
        {name === 'connectionString' && t('connectionStringHint')}
        {messages.map((message) => (
          <p class="error" role="alert">
            {message}
          </p>
        ))}
      </div>
    </div>
  );
}
