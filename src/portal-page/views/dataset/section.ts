import { h, type Child } from '#portal-page/dom/element.ts';

/** A titled part of a dataset, which screen readers list as a landmark. */
export const section = (id: string, title: string, ...children: readonly Child[]): HTMLElement =>
  h(
    'section',
    { class: 'part', id, 'aria-labelledby': `${id}-title` },
    h('h2', { id: `${id}-title` }, title),
    children,
  );

/** A box that scrolls sideways, which the keyboard can reach. */
export const scrollBox = (label: string, ...children: readonly Child[]): HTMLElement =>
  h('div', { class: 'scroll', role: 'group', tabindex: '0', 'aria-label': label }, children);
