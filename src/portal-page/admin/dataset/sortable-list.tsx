import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { usePage } from '#portal-page/page-context.ts';
import { useAdmin } from '../admin-context.ts';

/** An item of a list that is put in order. */
export interface SortableItem {
  readonly key: string;
  /** What the item is called. */
  readonly label: string;
  readonly class?: string | undefined;
  readonly content: ComponentChildren;
}

/** A list whose items are put in order by buttons, by Alt with an arrow, and by dragging. `move` is told the places from and to. */
export function SortableList({
  items,
  move,
}: {
  readonly items: readonly SortableItem[];
  readonly move: (from: number, to: number) => void;
}) {
  const { t, number } = useAdmin().texts;
  const { browser } = usePage();
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number>();
  const [moved, setMoved] = useState<{ readonly key: string; readonly step: -1 | 1 }>();
  useEffect(() => {
    // the browser forgets the focus of what is put elsewhere
    if (!moved) return;
    const place = items.findIndex(({ key }) => key === moved.key);
    const [up, down] =
      list.current?.children[place]?.querySelectorAll<HTMLButtonElement>(':scope > .move button') ?? [];
    const button =
      (moved.step < 0 ? up : down)?.disabled === true ? (moved.step < 0 ? down : up) : moved.step < 0 ? up : down;
    button?.focus();
    setMoved(undefined);
  }, [moved]);
  const moveBy = (from: number, step: -1 | 1): void => {
    const item = items[from];
    const to = from + step;
    if (!item || to < 0 || to >= items.length) return;
    move(from, to);
    setMoved({ key: item.key, step });
    browser?.announce(t('movedTo', { label: item.label, place: number(to + 1), count: number(items.length) }));
  };
  return (
    <ol class="sortable" ref={list}>
      {items.map(({ key, label, class: name, content }, place) => (
        <li
          key={key}
          class={name}
          draggable={dragged === place}
          onDragEnd={() => setDragged(undefined)}
          onDragOver={(event) => {
            if (dragged !== undefined) event.preventDefault();
          }}
          onDrop={(event) => {
            event.preventDefault();
            if (dragged !== undefined && dragged !== place) move(dragged, place);
            setDragged(undefined);
          }}
        >
          <div
            class="move"
            onKeyDown={(event) => {
              if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
              event.preventDefault();
              moveBy(place, event.key === 'ArrowUp' ? -1 : 1);
            }}
          >
            <span
              class="grip"
              aria-hidden="true"
              onPointerDown={() => setDragged(place)}
              onPointerUp={() => setDragged(undefined)}
            >
              ⠿
            </span>
            <button
              type="button"
              aria-label={t('moveUp', { label })}
              disabled={place === 0}
              onClick={() => moveBy(place, -1)}
            >
              ↑
            </button>
            <button
              type="button"
              aria-label={t('moveDown', { label })}
              disabled={place === items.length - 1}
              onClick={() => moveBy(place, 1)}
            >
              ↓
            </button>
          </div>
          <div class="sortable-content">{content}</div>
        </li>
      ))}
    </ol>
  );
}

/** An item that is unfolded to be changed, and what the service refused of it. */
export function Folded({
  summary,
  messages,
  isNew = false,
  children,
}: {
  readonly summary: ComponentChildren;
  readonly messages: readonly string[];
  /** Whether it is unfolded from the start. */
  readonly isNew?: boolean;
  readonly children: ComponentChildren;
}) {
  // a dataset may have hundreds of items: the forms of those that are folded would make each key slow
  const [isOpen, setOpen] = useState(isNew);
  return (
    <>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{summary}</summary>
        {isOpen && children}
      </details>
      {messages.map((message) => (
        <p class="error" role="alert">
          {message}
        </p>
      ))}
    </>
  );
}

/** A list with an item at another place. */
export function movedItem<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const [item, ...none] = items.slice(from, from + 1);
  if (item === undefined || none.length > 0) return items;
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}
