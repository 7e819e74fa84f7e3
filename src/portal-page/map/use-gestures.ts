import { useEffect, useRef } from 'preact/hooks';
import type { RefObject } from 'preact';

type Pixel = readonly [number, number];

/** What pointers and fingers do with a map. */
export interface Gestures {
  /** The map is dragged by pixels. */
  readonly onDrag: (right: number, down: number) => void;
  /** The map is zoomed around a pixel. */
  readonly onZoom: (at: Pixel, by: number) => void;
}

/**
 * Follows gestures on an element. One finger moves the map sideways first, because up and down scroll the page (`touch-action: pan-y`); two fingers move and
 * zoom it. A wheel scrolls the page, and zooms with Ctrl, as the pinch of a touchpad is reported.
 */
export function useGestures(element: RefObject<SVGSVGElement | null>, gestures: Gestures): void {
  const latest = useRef(gestures);
  latest.current = gestures;
  useEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const ending = new AbortController();
    const { signal } = ending;
    followPointer(target, signal, (right, down) => {
      latest.current.onDrag(right, down);
    });
    followFingers(target, signal, latest);
    target.addEventListener(
      'wheel',
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        latest.current.onZoom(pixelIn(target, event), Math.max(-1, Math.min(1, -event.deltaY / 100)));
      },
      { signal, passive: false },
    );
    return () => {
      ending.abort();
    };
  }, []);
}

/** The pixel of an event in an element. */
export function pixelIn(
  element: Element,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): Pixel {
  const { left, top } = element.getBoundingClientRect();
  return [clientX - left, clientY - top];
}

/** Calls a function with the pixels that a pressed pointer moved. */
function followPointer(
  target: SVGSVGElement,
  signal: AbortSignal,
  onDrag: (right: number, down: number) => void,
): void {
  let last: PointerEvent | undefined;
  target.addEventListener(
    'pointerdown',
    (event) => {
      // a second finger ends the drag: both are followed as fingers
      last = event.isPrimary ? event : undefined;
    },
    { signal },
  );
  target.addEventListener(
    'pointermove',
    (event) => {
      if (last?.pointerId !== event.pointerId || event.buttons === 0) return;
      const [right, down] = [event.clientX - last.clientX, event.clientY - last.clientY];
      if (!target.hasPointerCapture(event.pointerId)) {
        // a press that hardly moves is a click on what is below it
        if (Math.hypot(right, down) < 4) return;
        target.setPointerCapture(event.pointerId);
      }
      onDrag(right, down);
      last = event;
    },
    { signal },
  );
  for (const end of ['pointerup', 'pointercancel'] as const)
    target.addEventListener(
      end,
      () => {
        last = undefined;
      },
      { signal },
    );
}

/** Follows two fingers: their middle moves the map, their distance zooms it. */
function followFingers(target: SVGSVGElement, signal: AbortSignal, gestures: { readonly current: Gestures }): void {
  let last: { readonly at: Pixel; readonly distance: number } | undefined;
  const read = ({ touches }: TouchEvent) => {
    const [one, other] = [touches[0], touches[1]];
    if (!one || !other || touches.length !== 2) return undefined;
    return {
      at: pixelIn(target, { clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 }),
      distance: Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)),
    };
  };
  const follow = (event: TouchEvent): void => {
    const next = read(event);
    if (next && event.cancelable) event.preventDefault();
    if (next && last && event.type === 'touchmove') {
      gestures.current.onDrag(next.at[0] - last.at[0], next.at[1] - last.at[1]);
      gestures.current.onZoom(next.at, Math.log2(next.distance / last.distance));
    }
    last = next;
  };
  for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const)
    target.addEventListener(type, follow, { signal, passive: false });
}
