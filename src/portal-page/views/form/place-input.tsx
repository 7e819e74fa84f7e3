import { useRef, useState } from 'preact/hooks';
import { FindPlacesDocument, type FindPlacesQuery, NearestPlaceDocument } from '#portal-page/generated/operations.ts';
import { messageOf, usePage } from '#portal-page/page-context.ts';
import type { Place } from '#portal-page/map/geometry.ts';
import { PlaceMap } from '#portal-page/map/place-map.tsx';
import { type InputProps, Part } from './question-parts.tsx';

type FoundPlace = NonNullable<FindPlacesQuery['places']>[number];

/** A place that is tapped on a map, searched by its name, taken from the device, or written in degrees. */
export function PlaceInput(props: InputProps) {
  const { block, entered, change, error, inputId, described } = props;
  const { browser, language } = usePage();
  const { t } = language;
  const { parts = {} } = entered;
  const latest = useRef(parts);
  latest.current = parts;
  const [note, setNote] = useState<string>();
  const hasName = block.type === 'location_search';
  const say = (text: string): void => {
    setNote(text);
    browser?.announce(text);
  };
  /** Takes a place; its name is looked up where the form asks for one. */
  const take = ({ lat, lon }: Place, name?: string): void => {
    const next = { ...parts, lat: degreesText(lat), lon: degreesText(lon), ...(name !== undefined && { name }) };
    change({ parts: next });
    say(t('placeTaken', { latitude: next.lat, longitude: next.lon }));
    if (!hasName || name !== undefined || !props.form.isPlaceSearchEnabled) return;
    browser?.graph
      .query(NearestPlaceDocument, { lat, lon, language: language.code })
      .then(({ nearestPlace }) => {
        // meanwhile, the visitor may have chosen another place, or named it
        const { lat: shownLat, lon: shownLon, name: shownName = '' } = latest.current;
        const isSame = shownLat === next.lat && shownLon === next.lon && shownName === (next['name'] ?? '');
        if (nearestPlace && isSame) change({ parts: { ...next, name: nearestPlace.name } });
      })
      // the place is taken without a name, which can be written
      .catch(() => undefined);
  };
  const locate = (): void => {
    setNote(t('locating'));
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        take({ lat: latitude, lon: longitude });
      },
      () => {
        say(t('positionUnavailable'));
      },
      { enableHighAccuracy: true, timeout: 20_000 },
    );
  };
  const degrees = (part: 'lat' | 'lon', label: string, max: number) => (
    <Part id={`${inputId}-${part}`} label={label}>
      <input
        id={`${inputId}-${part}`}
        type="number"
        min={-max}
        max={max}
        step="any"
        dir="ltr"
        aria-invalid={error?.part === part || undefined}
        aria-describedby={error?.part === part ? described['aria-describedby'] : undefined}
        value={parts[part] ?? ''}
        onInput={({ currentTarget: { value } }) => {
          change({ parts: { ...parts, [part]: value } });
        }}
      />
    </Part>
  );
  return (
    <div class="place-answer">
      {props.form.isPlaceSearchEnabled && <PlaceSearch inputId={inputId} take={take} />}
      <PlaceMap place={placeIn(parts)} onPick={props.isClosed ? undefined : take} />
      <p class="help" aria-hidden="true">
        {note}
      </p>
      <div class="parts-of-answer">
        {degrees('lat', t('latitude'), 90)}
        {degrees('lon', t('longitude'), 180)}
        <div class="align-end">
          <button type="button" onClick={locate}>
            {t('useMyPosition')}
          </button>
        </div>
      </div>
      {hasName && (
        <Part id={`${inputId}-name`} label={t('placeName')}>
          <input
            id={`${inputId}-name`}
            type="text"
            maxLength={1000}
            dir="auto"
            value={parts['name'] ?? ''}
            onInput={({ currentTarget: { value } }) => {
              change({ parts: { ...parts, name: value } });
            }}
          />
        </Part>
      )}
    </div>
  );
}

/** Degrees in the precision of the map, a centimetre. */
const degreesText = (value: number): string => String(Number(value.toFixed(7)));

/** The place that was entered; undefined where its degrees are not complete. */
function placeIn({ lat = '', lon = '' }: Readonly<Record<string, string>>): Place | undefined {
  const place = { lat: Number(lat), lon: Number(lon) };
  const isPlace = lat !== '' && lon !== '' && Math.abs(place.lat) <= 90 && Math.abs(place.lon) <= 180;
  return isPlace ? place : undefined;
}

/** A search for places by their names, which the service asks of its geocoder. */
function PlaceSearch({
  inputId,
  take,
}: {
  readonly inputId: string;
  readonly take: (place: Place, name: string) => void;
}) {
  const { browser, language } = usePage();
  const { t } = language;
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly FoundPlace[]>([]);
  const [status, setStatus] = useState<string>();
  const id = `${inputId}-search`;
  const search = (): void => {
    const words = text.trim();
    if (words === '' || !browser) return;
    setFound([]);
    setStatus(t('searching'));
    browser.graph
      .query(FindPlacesDocument, { search: words, language: language.code })
      .then(({ places }) => {
        const count = places?.length ?? 0;
        setFound(places ?? []);
        setStatus(count === 0 ? t('noPlaces') : t('placesFound', { count }));
      })
      .catch((error: unknown) => {
        setStatus(messageOf(language, error));
      });
  };
  const attributions = [...new Set(found.flatMap(({ attribution }) => attribution ?? []))];
  return (
    <div class="place-search">
      <label for={id}>{t('searchPlace')}</label>
      <div class="search-line">
        <input
          id={id}
          type="search"
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
          dir="auto"
          value={text}
          onInput={({ currentTarget: { value } }) => {
            setText(value);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            search();
          }}
        />
        <button type="button" onClick={search}>
          {t('search')}
        </button>
      </div>
      <p class="help" role="status">
        {status}
      </p>
      {found.length > 0 && (
        <>
          <ul class="places">
            {found.map((place, index) => (
              <li key={index}>
                <button
                  type="button"
                  onClick={() => {
                    take(place, place.name);
                    setFound([]);
                    setStatus(t('placeChosen', { name: place.name }));
                  }}
                >
                  <bdi>{place.name}</bdi>
                </button>
              </li>
            ))}
          </ul>
          {attributions.map((attribution) => (
            <p key={attribution} class="help">
              {attribution}
            </p>
          ))}
        </>
      )}
    </div>
  );
}
