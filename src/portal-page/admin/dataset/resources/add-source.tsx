import { useState } from 'preact/hooks';
import type { AdminResourcesQuery } from '#portal-page/admin/generated/operations.ts';
import { useAdmin } from '#portal-page/admin/admin-context.ts';
import { isConnectionKind, type Place, placesBelow, type Source } from './source.ts';

/** A saved connection that a resource may use. */
export type Connection = NonNullable<AdminResourcesQuery['datasourceConnections']>['nodes'][number];

/** What a source is made of: a file that is not uploaded yet, or where the bytes are. */
export type Chosen = { readonly file: File } | { readonly source: Source };

/** The address of a connection, or its kind. */
export function titleOfConnection(connection: Connection): string {
  if ('httpUrl' in connection) return connection.httpUrl;
  if ('ftpUrl' in connection) return connection.ftpUrl;
  if ('connectionString' in connection) return connection.connectionString;
  return `${connection.type} ${connection.uid}`;
}

/** Asks where records come from: a file, an address, or what is below a saved connection. */
export function SourceChoice({
  id,
  connections,
  isBusy,
  choose,
}: {
  /** Tells this choice from others of the screen. */
  readonly id: string;
  readonly connections: readonly Connection[];
  readonly isBusy: boolean;
  readonly choose: (chosen: Chosen) => void;
}) {
  const { t } = useAdmin().texts;
  const [address, setAddress] = useState('');
  const readAddress = (): void => {
    const url = address.trim();
    if (url === '' || isBusy) return;
    choose({ source: { kind: 'address', url } });
    setAddress('');
  };
  return (
    <div class="source-choice">
      <p class="question">
        <label for={`${id}-file`}>{t('sourceFile')}</label>
        <input
          id={`${id}-file`}
          type="file"
          disabled={isBusy}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) choose({ file });
            // the same file may be chosen again after a failure
            currentTarget.value = '';
          }}
        />
      </p>
      <div class="question">
        <label for={`${id}-address`}>{t('sourceAddress')}</label>
        <div class="joined">
          <input
            id={`${id}-address`}
            type="url"
            placeholder="https://"
            maxLength={2000}
            value={address}
            onInput={({ currentTarget }) => setAddress(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // the form around it is not sent
              event.preventDefault();
              readAddress();
            }}
          />
          <button type="button" disabled={isBusy || address.trim() === ''} onClick={readAddress}>
            {t('readSource')}
          </button>
        </div>
      </div>
      <BelowConnection id={id} connections={connections} isBusy={isBusy} choose={choose} />
    </div>
  );
}

function BelowConnection({ id, connections, isBusy, choose }: Parameters<typeof SourceChoice>[0]) {
  const { t } = useAdmin().texts;
  const [uid, setUid] = useState('');
  const [places, setPlaces] = useState<Readonly<Partial<Record<Place, string>>>>({});
  const usable = connections.filter(({ canReuse }) => canReuse);
  const chosen = usable.find((connection) => connection.uid === uid);
  if (usable.length === 0) return null;
  const type = chosen?.type;
  const names: readonly Place[] = isConnectionKind(type) ? placesBelow[type] : [];
  return (
    <>
      <p class="question">
        <label for={`${id}-connection`}>{t('sourceConnection')}</label>
        <select id={`${id}-connection`} value={uid} onChange={({ currentTarget }) => setUid(currentTarget.value)}>
          <option value="">…</option>
          {usable.map((connection) => (
            <option key={connection.uid} value={connection.uid}>
              {titleOfConnection(connection)}
            </option>
          ))}
        </select>
      </p>
      {isConnectionKind(type) && (
        <>
          {names.map((name) => (
            <p class="question" key={name}>
              <label for={`${id}-${name}`}>{t(`places.${name}`)}</label>
              <input
                id={`${id}-${name}`}
                maxLength={10_000}
                value={places[name] ?? ''}
                onInput={({ currentTarget }) => setPlaces({ ...places, [name]: currentTarget.value })}
              />
            </p>
          ))}
          <div class="buttons">
            <button
              type="button"
              disabled={isBusy}
              onClick={() => choose({ source: { kind: 'connection', type, connection: uid, places } })}
            >
              {t('readSource')}
            </button>
          </div>
        </>
      )}
    </>
  );
}
