import { useRef } from 'preact/hooks';
import { useLanguage } from '../page-context.ts';
import { type Side, sides } from '../search-filter.ts';
import { type Bounds, boundsOf } from './geometry.ts';
import { WorldMap } from './world-map.tsx';

/** A map whose view is the place that a search asks for: the button fills the sides of its form, and sends it. */
export function AreaMap({
  bounds,
}: {
  /** What the map shows at first. Default: the world. */ readonly bounds?: Bounds | undefined;
}) {
  const { t } = useLanguage();
  const shown = useRef<Bounds | undefined>(undefined);
  const search = (form: HTMLFormElement | null): void => {
    if (!form || !shown.current) return;
    for (const side of sides) fill(form, side, shown.current[side]);
    form.requestSubmit();
  };
  return (
    <>
      <WorldMap
        label={`${t('place')}. ${t('moveMap')}`}
        bounds={bounds}
        onView={(view, size) => {
          shown.current = boundsOf(view, size);
        }}
      />
      <p>
        <button
          type="button"
          id="search-view"
          onClick={({ currentTarget }) => {
            search(currentTarget.form);
          }}
        >
          {t('searchInView')}
        </button>
      </p>
    </>
  );
}

function fill(form: HTMLFormElement, side: Side, degrees: number): void {
  const input = form.elements.namedItem(side);
  // ten metres are fine enough
  if (input instanceof HTMLInputElement) input.value = String(Number(degrees.toFixed(4)));
}
