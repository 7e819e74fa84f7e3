import { useEffect, useRef, useState } from 'preact/hooks';
import { useLanguage } from '../page-context.ts';
import { type Bounds, boundsAt, contains, type MapView, type Place, placeAt, type Size } from './geometry.ts';
import { pixelIn } from './use-gestures.ts';
import { type DrawnMap, WorldMap } from './world-map.tsx';

/**
 * A map of one place. With `onPick` the place is chosen: by pressing the map, by dragging the marker, and by Enter, which takes the middle of the map.
 */
export function PlaceMap({
  place,
  bounds,
  onPick,
}: {
  readonly place: Place | undefined;
  /** What the map shows before there is a place. Default: the world. */
  readonly bounds?: Bounds | undefined;
  readonly onPick?: ((place: Place) => void) | undefined;
}) {
  const { t } = useLanguage();
  const shown = useRef<{ readonly view: MapView; readonly size: Size } | undefined>(undefined);
  const picked = useRef<Place | undefined>(undefined);
  const [focus, setFocus] = useState({ bounds: place ? boundsAt(place) : bounds, count: 0 });
  useEffect(() => {
    // a map that moved at each pick would take the next place away from below the finger
    const isPicked = place?.lat === picked.current?.lat && place?.lon === picked.current?.lon;
    if (!place || !shown.current || isPicked) return;
    const { view, size } = shown.current;
    if (view.zoom >= 12 && contains(view, size, place)) return;
    setFocus(({ count }) => ({ bounds: boundsAt(place), count: count + 1 }));
  }, [place?.lat, place?.lon]);
  const pick =
    onPick &&
    ((chosen: Place): void => {
      // a centimetre is fine enough
      picked.current = { lat: Number(chosen.lat.toFixed(7)), lon: Number(chosen.lon.toFixed(7)) };
      onPick(picked.current);
    });
  const text = place && t('position', { latitude: place.lat.toFixed(4), longitude: place.lon.toFixed(4) });
  return (
    <WorldMap
      key={focus.count}
      label={`${text ?? t('noPlace')}. ${t(pick ? 'pickOnMap' : 'moveMap')}`}
      bounds={focus.bounds}
      onPick={pick}
      onView={(view, size) => {
        shown.current = { view, size };
      }}
    >
      {(map) => place && <Marker map={map} place={place} onPick={pick} />}
    </WorldMap>
  );
}

/** The mark of a place, whose tip is at it. */
function Marker({
  map: { view, size, pixel },
  place,
  onPick,
}: {
  readonly map: DrawnMap;
  readonly place: Place;
  readonly onPick: ((place: Place) => void) | undefined;
}) {
  const [dragged, setDragged] = useState<readonly [number, number]>();
  const [x, y] = dragged ?? pixel(place);
  const pixelOfEvent = (event: PointerEvent): readonly [number, number] | undefined => {
    const canvas = event.target instanceof SVGElement ? event.target.ownerSVGElement : null;
    return canvas ? pixelIn(canvas, event) : undefined;
  };
  const handlers = onPick && {
    onPointerDown(event: PointerEvent): void {
      event.stopPropagation();
      if (event.target instanceof Element) event.target.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent): void {
      if (event.buttons > 0) setDragged(pixelOfEvent(event));
    },
    onPointerUp(): void {
      if (dragged) onPick(placeAt(view, size, dragged));
      setDragged(undefined);
    },
    onPointerCancel(): void {
      setDragged(undefined);
    },
    onClick(event: MouseEvent): void {
      event.stopPropagation();
    },
  };
  return (
    <g class={onPick ? 'marker moves' : 'marker'} transform={`translate(${x} ${y})`} {...handlers}>
      <path d="M0,0C-4,-9 -11,-13 -11,-21A11,11 0 1 1 11,-21C11,-13 4,-9 0,0Z" />
      <circle cy={-21} r={4} />
    </g>
  );
}
